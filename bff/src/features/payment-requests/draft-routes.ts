import type { DraftAnswer, PaymentRequestInput } from '@paydesk/shared/payments/payment-request'
import type { Actor } from '../../platform/http/route.ts'
import { ProblemError } from '../../platform/problem/problem.ts'
import { customerBehind } from '../../records/customers.ts'
import type { Asking, PaymentAsked, PaymentRequests } from '../../records/payment-requests.ts'
import { type Line, linesOf } from './body.ts'
import { type Caller, similarTo } from './list.ts'
import { presentRequest, type Seen, seenOf, seenOne } from './present.ts'
import { environmentOf, openKept, type RequestNeeds } from './rows.ts'

/** A form that was sent in: its draft with what will be sent, or the request that it has become before. */
export type Filled = { readonly merchant: string; readonly seen: Seen } & (
  | { readonly answer: 'sent' }
  | { readonly answer: 'draft'; readonly lines: readonly Line[]; readonly similar: readonly Seen[] }
)

/** As a member of staff asks: on their own behalf, within their merchants. */
export function askingOf({ actor, scope }: Caller): Asking {
  const { issuer, subject, name } = actor.session
  const { environment, merchants } = scope
  const maker = { kind: 'person', issuer, subject, name } as const
  return { environment, merchants, maker, reference: actor.reference }
}

async function ridOf(
  { customer, merchant }: PaymentRequestInput,
  { scope }: Caller,
  { handles }: Pick<RequestNeeds, 'handles'>,
): Promise<string> {
  if (customer.kind === 'typed') return customer.rid
  const behind = await customerBehind(customer.customer, scope, handles)
  if (behind.merchant !== merchant)
    throw new ProblemError('bad_request', {
      fields: [{ name: 'merchant', expected: 'the merchant whose customer this is' }],
    })
  return behind.rid
}

/** Keeps what was typed as a draft. Throws what `PaymentRequests.draft` throws, and `not_found` for the customer. */
export async function fillIn(
  input: PaymentRequestInput,
  caller: Caller,
  needs: Omit<RequestNeeds, 'createDoor' | 'review'> & { readonly paymentRequests: PaymentRequests },
): Promise<Filled> {
  const { members } = environmentOf(caller.scope.environment, needs).requests
  const { customer, ...typed } = input
  const asked: PaymentAsked = {
    ...typed,
    rid: await ridOf(input, caller, needs),
    amount: { unit: 'major', text: typed.amount },
  }
  const { answer, row } = await needs.paymentRequests.draft(asked, askingOf(caller))
  const seen = await seenOne(row, needs)
  const { merchant } = row
  if (answer === 'sent') return { answer, merchant, seen }
  const kept = openKept(row, needs.seal)
  if (kept === null) throw new ProblemError('internal')
  const similar = await seenOf(await similarTo(row, needs), row.environment, needs)
  const lines = linesOf(kept.body, members, customer.kind === 'known')
  return { answer, merchant, seen, lines, similar }
}

/** Exactly what will be sent, to whoever typed it. */
export function presentFilled(filled: Filled, actor: Actor): DraftAnswer {
  const request = presentRequest(filled.seen, actor)
  if (filled.answer === 'sent') return { answer: 'sent', request }
  const draft = {
    request,
    lines: filled.lines.map(({ member, value }) => ({ member, value: actor.sight.showOwn(value) })),
    reviewed: filled.seen.row.reviewed,
    similar: filled.similar.map((one) => presentRequest(one, actor)),
  }
  return { answer: 'draft', draft }
}
