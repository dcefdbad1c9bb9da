import type {
  DraftPaymentRequestResponse,
  PaymentRequestInput,
} from '@paydesk/shared/payments/payment-requests'
import type { Actor, ScopedActor } from '../../platform/http/route.ts'
import { ProblemError } from '../../platform/problem/problem.ts'
import { resolveCustomerHandle } from '../../records/customers.ts'
import type {
  PaymentRequestContext,
  PaymentRequestCreator,
  UncheckedPaymentRequest,
} from '../../records/payment-requests.ts'
import { buildPaymentRequestBodyLines, type PaymentRequestBodyLine } from './body.ts'
import { findSimilarPaymentRequests } from './list.ts'
import {
  type LoadedPaymentRequest,
  loadPaymentRequestDetails,
  loadPaymentRequestDetailsList,
  presentPaymentRequest,
} from './present.ts'
import { decryptPaymentDraft, findPaymentRequestEnvironment, type PaymentRequestDeps } from './rows.ts'

/**
 * Result of a submitted form: its draft with the lines to be sent, or the
 * request that was sent from the form before.
 */
export type PaymentDraftFormResult = {
  readonly merchant: string
  readonly requestDetails: LoadedPaymentRequest
} & (
  | { readonly answer: 'sent' }
  | {
      readonly answer: 'draft'
      readonly lines: readonly PaymentRequestBodyLine[]
      readonly similar: readonly LoadedPaymentRequest[]
    }
)

/** Builds the context of a member of staff: on their own behalf, within their merchants. */
export function buildStaffPaymentRequestContext({ actor, scope }: ScopedActor): PaymentRequestContext {
  const { issuer, subject, name } = actor.session
  const { environment, merchants } = scope
  const maker = { kind: 'person', issuer, subject, name } as const
  return { environment, merchants, maker, reference: actor.reference }
}

async function resolveRid(
  { customer, merchant }: PaymentRequestInput,
  { scope }: ScopedActor,
  { handles }: Pick<PaymentRequestDeps, 'handles'>,
): Promise<string> {
  if (customer.kind === 'typed') return customer.rid
  const behind = await resolveCustomerHandle(customer.customer, scope, handles)
  if (behind.merchant !== merchant)
    throw new ProblemError('bad_request', { fields: [{ name: 'merchant', rule: 'customer_merchant' }] })
  return behind.rid
}

/**
 * Saves the input as a draft. Throws the problems of
 * `PaymentRequestCreator.draft`, and `not_found` for the customer.
 */
export async function createPaymentDraftFromForm(
  input: PaymentRequestInput,
  caller: ScopedActor,
  deps: Omit<PaymentRequestDeps, 'findPaymentCreationSender' | 'review'> & {
    readonly paymentRequests: PaymentRequestCreator
  },
): Promise<PaymentDraftFormResult> {
  const { members } = findPaymentRequestEnvironment(caller.scope.environment, deps).requests
  const { customer, ...typed } = input
  const paymentRequestDetails: UncheckedPaymentRequest = {
    ...typed,
    rid: await resolveRid(input, caller, deps),
    amount: { unit: 'major', text: typed.amount },
  }
  const { answer, row } = await deps.paymentRequests.draft(
    paymentRequestDetails,
    buildStaffPaymentRequestContext(caller),
  )
  const requestDetails = await loadPaymentRequestDetails(row, deps)
  const { merchant } = row
  if (answer === 'sent') return { answer, merchant, requestDetails }
  const kept = decryptPaymentDraft(row, deps.cipher)
  if (kept === null) throw new ProblemError('internal')
  const similar = await loadPaymentRequestDetailsList(
    await findSimilarPaymentRequests(row, deps),
    row.environment,
    deps,
  )
  const lines = buildPaymentRequestBodyLines(kept.body, members, customer.kind === 'known')
  return { answer, merchant, requestDetails, lines, similar }
}

/** Presents exactly the lines that will be sent, to the person who typed them. */
export function presentPaymentDraftResult(
  filled: PaymentDraftFormResult,
  actor: Actor,
): DraftPaymentRequestResponse {
  const request = presentPaymentRequest(filled.requestDetails, actor)
  if (filled.answer === 'sent') return { answer: 'sent', request }
  const draft = {
    request,
    fields: filled.lines.map(({ member, value }) => ({ member, value: actor.fieldAccess.maskOwn(value) })),
    reviewed: filled.requestDetails.row.reviewed,
    similar: filled.similar.map((one) => presentPaymentRequest(one, actor)),
  }
  return { answer: 'draft', draft }
}
