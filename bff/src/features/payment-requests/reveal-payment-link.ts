import type { PurposeCode } from '@paydesk/shared/core/purposes'
import type { ReleasedCustomerTexts } from '@paydesk/shared/messages/customer/released-customer-texts'
import type { PaymentLinkResponse, PaymentRequestId } from '@paydesk/shared/payments/payment-requests'
import type { ScopedActor } from '../../platform/http/route.ts'
import { requireStepUp } from '../../platform/http/step-up.ts'
import { ProblemError } from '../../platform/problem/problem.ts'
import type { PaymentRequestCreator } from '../../records/payment-requests.ts'
import { findPaymentRequest, type PaymentRequestListDeps } from './list.ts'

export interface RevealPaymentLinkDeps extends Pick<PaymentRequestListDeps, 'store' | 'cipher'> {
  readonly paymentRequests: Pick<PaymentRequestCreator, 'address'>
  readonly config: { readonly reauthenticationMs: number }
  readonly customerTexts: ReleasedCustomerTexts
  /** Consumes one of the payment links that the person may get in an hour. */
  readonly consumeBudget: (kind: 'link', caller: ScopedActor, about: string) => Promise<unknown>
  readonly audit: { heads(): { readonly isFull: boolean } }
}

/** Payment link in clear, with the data of its audit entry. */
export interface RevealedPaymentLink {
  readonly merchant: string
  readonly address: string
  /** Messages that hand the link over, in the released languages. */
  readonly messages: PaymentLinkResponse['messages']
  /** Time of the reveal, ms since 1970. */
  readonly at: number
  readonly stepUpAge: number | null
}

/** Builds the message that hands the payment link over, with the end of its validity if that is known. */
function buildLinkMessages(
  link: string,
  expiresAt: number | null,
  released: ReleasedCustomerTexts,
): PaymentLinkResponse['messages'] {
  return released.map(({ language, texts, fill, time }) => ({
    language,
    text:
      expiresAt === null
        ? fill(texts.link, { link })
        : fill(texts.linkUntil, { until: time(expiresAt), link }),
  }))
}

/**
 * Reveals the payment link of a payment for handing it over; links have a budget of their own. Throws
 * `not_found`, `not_allowed`, `reauthentication_needed`, `access_limit_reached`, `bad_request` without a purpose for
 * a role that does not create payments, and `payment_link_gone` once nobody can pay with the link.
 */
export async function revealPaymentLink(
  id: PaymentRequestId,
  { purpose, ...caller }: ScopedActor & { readonly purpose: PurposeCode | undefined },
  deps: RevealPaymentLinkDeps,
): Promise<RevealedPaymentLink> {
  const { actor } = caller
  const revealRequirement = actor.fieldAccess.getRevealRequirement('request.address')
  if (revealRequirement === null) throw new ProblemError('not_allowed')
  if (revealRequirement === 'step_up' && purpose === undefined)
    throw new ProblemError('bad_request', { fields: [{ name: 'purpose', rule: 'reason' }] })
  const stepUpAge =
    revealRequirement === 'plain' ? null : requireStepUp(actor, deps.config.reauthenticationMs)
  // Refuse while no more signed heads can be kept: a cut of the audit log could then go unnoticed.
  if (deps.audit.heads().isFull) throw new ProblemError('record_unavailable', { retryAfter: 5 })
  const row = await findPaymentRequest(id, caller, deps)
  const link = await deps.paymentRequests.address(row)
  if (link.address === null) throw new ProblemError('payment_link_gone')
  const { address, expiresAt } = link
  const { customer, merchant } = row
  await deps.consumeBudget('link', caller, customer)
  const messages = buildLinkMessages(address, expiresAt, deps.customerTexts)
  return { merchant, address, messages, at: Date.now(), stepUpAge }
}
