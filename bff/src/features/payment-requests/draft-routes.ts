import type {
  DraftPaymentRequestResponse,
  PaymentRequestInput,
} from '@paydesk/shared/payments/payment-requests'
import type { Actor, ScopedActor } from '../../platform/http/route.ts'
import { ProblemError } from '../../platform/problem/problem.ts'
import { resolveCustomerHandle } from '../../records/customers.ts'
import type {
  PaymentRequestContext,
  PaymentRequestDetails,
  PaymentRequests,
} from '../../records/payment-requests.ts'
import { buildBodyLines, type RequestBodyLine } from './body.ts'
import { findSimilarRequests } from './list.ts'
import {
  loadRequestDetails,
  loadRequestDetailsList,
  presentPaymentRequest,
  type RequestDetails,
} from './present.ts'
import { decryptDraftContent, findRequestEnvironment, type PaymentRequestDeps } from './rows.ts'

/**
 * Result of a submitted form: its draft with the lines to be sent, or the
 * request that was sent from the form before.
 */
export type DraftFormResult = { readonly merchant: string; readonly seen: RequestDetails } & (
  | { readonly answer: 'sent' }
  | {
      readonly answer: 'draft'
      readonly lines: readonly RequestBodyLine[]
      readonly similar: readonly RequestDetails[]
    }
)

/** Builds the context of a member of staff: on their own behalf, within their merchants. */
export function buildStaffRequestContext({ actor, scope }: ScopedActor): PaymentRequestContext {
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
 * `PaymentRequests.draft`, and `not_found` for the customer.
 */
export async function createDraftFromForm(
  input: PaymentRequestInput,
  caller: ScopedActor,
  needs: Omit<PaymentRequestDeps, 'createDoor' | 'review'> & { readonly paymentRequests: PaymentRequests },
): Promise<DraftFormResult> {
  const { members } = findRequestEnvironment(caller.scope.environment, needs).requests
  const { customer, ...typed } = input
  const asked: PaymentRequestDetails = {
    ...typed,
    rid: await resolveRid(input, caller, needs),
    amount: { unit: 'major', text: typed.amount },
  }
  const { answer, row } = await needs.paymentRequests.draft(asked, buildStaffRequestContext(caller))
  const seen = await loadRequestDetails(row, needs)
  const { merchant } = row
  if (answer === 'sent') return { answer, merchant, seen }
  const kept = decryptDraftContent(row, needs.seal)
  if (kept === null) throw new ProblemError('internal')
  const similar = await loadRequestDetailsList(await findSimilarRequests(row, needs), row.environment, needs)
  const lines = buildBodyLines(kept.body, members, customer.kind === 'known')
  return { answer, merchant, seen, lines, similar }
}

/** Presents exactly the lines that will be sent, to the person who typed them. */
export function presentDraftAnswer(filled: DraftFormResult, actor: Actor): DraftPaymentRequestResponse {
  const request = presentPaymentRequest(filled.seen, actor)
  if (filled.answer === 'sent') return { answer: 'sent', request }
  const draft = {
    request,
    fields: filled.lines.map(({ member, value }) => ({ member, value: actor.fieldAccess.maskOwn(value) })),
    reviewed: filled.seen.row.reviewed,
    similar: filled.similar.map((one) => presentPaymentRequest(one, actor)),
  }
  return { answer: 'draft', draft }
}
