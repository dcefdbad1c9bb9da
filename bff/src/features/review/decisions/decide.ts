import type { TransactionId } from '@paydesk/shared/core/ids'
import { readState, stateWord } from '@paydesk/shared/core/state'
import type { DecisionCase, DecisionReason, decideRequest } from '@paydesk/shared/work/decision'
import type { z } from 'zod'
import { openOperational } from '../../../platform/access/guarded.ts'
import { transactInCall } from '../../../platform/database/transaction.ts'
import type { Actor, Scope } from '../../../platform/http/route.ts'
import { refusePersonalTicket } from '../../../platform/http/ticket.ts'
import { ProblemError } from '../../../platform/problem/problem.ts'
import { isPerson } from '../../../platform/session/person.ts'
import { liveDecision } from '../../../records/observations/decision-outcome.ts'
import { isOwnedBy, itemTurn, openItem, type Sees, seesOf } from '../../../records/review-items.ts'
import { expireDecisions } from '../decision-transitions.ts'
import { reasonsOf } from '../reasons.ts'
import { stayOf } from '../review-period.ts'
import { keepDraft, printOf } from '../snapshot.ts'
import { changedSince, readNow } from './decision-case.ts'
import { type DecideNeeds, type Written, writeDecision } from './decision-write.ts'
import { isSeen } from './decisions.ts'

export interface DecideCall {
  readonly params: { readonly transaction: TransactionId }
  readonly body: z.output<typeof decideRequest>
  readonly actor: Actor
  readonly scope: Scope
}

/** As `decideAnswer`, with rows that are still to be shown. */
type Answer =
  | Written
  | { readonly answer: 'moved'; readonly changed: DecisionCase['changed']; readonly print: string }

export type Decided = Answer & { readonly merchant: string }

function refuse(name: string, expected: string): never {
  throw new ProblemError('bad_request', { fields: [{ name, expected }] })
}

/** A reason is one of the list; a ticket is kept in clear, so nothing of a customer belongs in it. Throws `bad_request`. */
export function refuseUnfit(
  { verdict, reason, ticket }: Omit<DecideCall['body'], 'print' | 'text'>,
  reasons: readonly DecisionReason[],
): void {
  if (!reasons.some((one) => one.verdict === verdict && one.code === reason))
    refuse('reason', 'a reason of the list for this kind of decision')
  refusePersonalTicket('ticket', ticket)
}

/**
 * Decides about a transaction in review. The claim is looked at before and within the writing transaction,
 * the service is asked in between: where it says something else than `print`, nothing is decided. What was
 * typed stays as a draft unless a decision was made of it. Throws `bad_request` naming `reason` or
 * `ticket`, `not_found`, and the problems of a read.
 */
export async function decide(call: DecideCall, needs: DecideNeeds): Promise<Decided> {
  const { params, body, actor, scope } = call
  refuseUnfit(body, reasonsOf(needs.config.review))
  await expireDecisions(needs.store, scope.environment)
  const made = await judged(call, needs)
  if (made.answer === 'made') needs.store.wake('changes')
  // Sent twice, it became a decision the first time: it does not come back as a draft.
  else if (made.answer !== 'decided' || !isPerson(actor.session, made.row)) {
    const { verdict, reason, text, ticket = '' } = body
    const place = { environment: scope.environment, ...params, person: actor.session }
    await keepDraft(needs.store.db, place, { verdict, reason, text, ticket }, needs.seal)
  }
  return made
}

async function judged(call: DecideCall, needs: DecideNeeds): Promise<Decided> {
  const sees = seesOf(call)
  const stay = await stayOf(needs.store.db, sees, call.params.transaction)
  if (stay === null) throw new ProblemError('not_found')
  const { merchant } = stay
  const made = await answered(call, sees, needs)
  // What stands may have been made when the item was none of theirs: it is not told of, as in every list.
  if (made.answer === 'decided' && !isSeen(made.row, sees)) return { answer: 'not_yours', merchant }
  return { ...made, merchant }
}

async function answered(call: DecideCall, sees: Sees, needs: DecideNeeds): Promise<Answer> {
  const { params, body, actor, scope } = call
  const { store, seal } = needs
  const { transaction } = params
  const standing = await liveDecision(store.db, scope.environment, transaction)
  if (standing !== undefined) return { answer: 'decided', row: standing }
  const item = await openItem(store.db, { dialect: store.dialect }, sees, transaction)
  if (item !== undefined && !isOwnedBy(item, actor.session)) return { answer: 'not_yours' }
  const own = await readNow(transaction, { actor, scope }, needs)
  const print = printOf(own.record, seal)
  if (print !== body.print)
    return { answer: 'moved', changed: await changedSince(body.print, own, call, needs), print }
  // The service says what was on screen, and that was no review any more.
  if (item === undefined) return { answer: 'not_yours' }
  const now = readState(openOperational(own.record.state) ?? '')
  if (!now.final) {
    const kept = { ...own, fired: await needs.firedRules(transaction, own, { actor, scope }) }
    return transactInCall(store, itemTurn(sees, transaction), (trx) =>
      writeDecision(trx, call, needs, { own: kept, more: [] }),
    )
  }
  const changed = [{ name: 'state', before: stateWord(readState(item.state)), after: stateWord(now) }]
  return { answer: 'moved', changed, print }
}
