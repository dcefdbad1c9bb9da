import type { ReleasedTexts } from '@paydesk/shared/messages/customer/released-texts'
import type { PaymentLinkResponse, PaymentRequestId } from '@paydesk/shared/payments/payment-requests'
import type { ScopedActor } from '../../platform/http/route.ts'
import { requireStepUp } from '../../platform/http/step-up.ts'
import { ProblemError } from '../../platform/problem/problem.ts'
import type { Person } from '../../platform/session/person.ts'
import type { PaymentRequests } from '../../records/payment-requests.ts'
import { findPaymentRequest, type PaymentRequestListDeps } from './list.ts'

export interface RevealPaymentLinkDeps extends PaymentRequestListDeps {
  readonly paymentRequests: Pick<PaymentRequests, 'address'>
  readonly config: { readonly stepUpMs: number }
  readonly customerTexts: ReleasedTexts
  /** Consumes one of the person's reveals of the hour; returns their number if it is unusual. */
  readonly takeReveal: (taking: {
    readonly person: Person
    readonly environment: string
    readonly about: string
  }) => Promise<{ readonly unusual: number | null }>
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
  readonly unusual: number | null
}

/** Builds the message that hands the payment link over, with the end of its validity if that is known. */
function buildLinkMessages(
  link: string,
  expiresAt: number | null,
  released: ReleasedTexts,
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
 * Reveals the payment link of a payment for handing it over; counts as one of the person's
 * reveals. Throws `not_found`, `not_allowed`, `reauthentication_needed`, `reveal_limit_reached`, and
 * `payment_link_gone` once nobody can pay with the link.
 */
export async function revealPaymentLink(
  id: PaymentRequestId,
  caller: ScopedActor,
  needs: RevealPaymentLinkDeps,
): Promise<RevealedPaymentLink> {
  const { actor } = caller
  const way = actor.fieldAccess.getRevealRequirement('request.address')
  if (way === null) throw new ProblemError('not_allowed')
  const stepUpAge = way === 'plain' ? null : requireStepUp(actor, needs.config.stepUpMs)
  // Refuse while no more signed heads can be kept: a cut of the audit log could then go unnoticed.
  if (needs.audit.heads().isFull) throw new ProblemError('record_unavailable', { retryAfter: 5 })
  const row = await findPaymentRequest(id, caller, needs)
  const link = await needs.paymentRequests.address(row)
  if (link.address === null) throw new ProblemError('payment_link_gone')
  const { address, expiresAt } = link
  const { environment, customer, merchant } = row
  const { unusual } = await needs.takeReveal({ person: actor.session, environment, about: customer })
  const messages = buildLinkMessages(address, expiresAt, needs.customerTexts)
  return { merchant, address, messages, at: Date.now(), stepUpAge, unusual }
}
