import {
  type DecisionCase,
  type DecisionReason,
  type DecisionStatus,
  type decideRequest,
  decisionId,
  type Verdict,
} from '@paydesk/shared/decision'
import type { TransactionId } from '@paydesk/shared/ids'
import { type SecondRule, secondRule } from '@paydesk/shared/review'
import { readState, stateWord } from '@paydesk/shared/state'
import type { Transaction } from 'kysely'
import type { z } from 'zod'
import { openOperational } from '../access/guarded.ts'
import { holdsPersonal } from '../access/personal.ts'
import { ProblemError } from '../http/problem.ts'
import type { Actor, Scope } from '../http/route.ts'
import { appendChange } from '../known/changes.ts'
import { columnsOf } from '../known/columns.ts'
import { type DecisionRow, liveDecision } from '../known/decision-outcome.ts'
import {
  type ItemRow,
  isOwnedBy,
  isPerson,
  openItem,
  reviewSealed,
  type Sees,
  seesOf,
  touchItem,
} from '../known/review-items.ts'
import type { OwnTransaction } from '../known/transactions.ts'
import { newId } from '../store/new-id.ts'
import type { Schema } from '../store/schema.ts'
import { transact } from '../store/transact.ts'
import { holds } from './claims.ts'
import { type CaseNeeds, changedSince, readNow, snapshotSealed } from './decision-case.ts'
import { decisionsAbout, isSeen } from './decisions.ts'
import { keepDraft, printOf, snapshotText } from './desk.ts'
import { reasonsOf } from './reasons.ts'
import { neededFor } from './second-person.ts'
import { decisionChange, expireDecisions } from './settling.ts'
import { stayOf } from './stays.ts'

export interface DecideNeeds extends CaseNeeds {
  readonly config: {
    readonly review: {
      readonly reasons: readonly DecisionReason[] | null
      /** How long a decision waits for its second person (ms). */
      readonly decisionMs: number
    }
  }
}

export interface DecideCall {
  readonly params: { readonly transaction: TransactionId }
  readonly body: z.output<typeof decideRequest>
  readonly actor: Actor
  readonly scope: Scope
}

/** As `decideAnswer`, with rows that are still to be shown. */
type Answer =
  | { readonly answer: 'made' | 'decided'; readonly row: DecisionRow }
  | { readonly answer: 'moved'; readonly changed: DecisionCase['changed']; readonly print: string }
  | { readonly answer: 'not_yours' }

export type Decided = Answer & { readonly merchant: string }

function refuse(name: string, expected: string): never {
  throw new ProblemError('bad_request', { fields: [{ name, expected }] })
}

/** A reason is one of the list; a ticket is kept in clear, so nothing of a customer belongs in it. */
function refuseUnfit(
  { verdict, reason, ticket }: DecideCall['body'],
  reasons: readonly DecisionReason[],
): void {
  if (!reasons.some((one) => one.verdict === verdict && one.code === reason))
    refuse('reason', 'a reason of the list for this kind of decision')
  if (ticket !== undefined && holdsPersonal(ticket))
    refuse('ticket', 'a ticket number without an account, a card or a telephone number')
}

/** Rules that hold for this record, whatever the index knew when the item came or followed. */
export function neededNow(
  item: ItemRow,
  earlier: readonly DecisionRow[],
  verdict: Verdict,
  { own, seal }: { readonly own: OwnTransaction; readonly seal: DecideNeeds['seal'] },
): SecondRule[] {
  const { review } = columnsOf(own.record, item.environment, item.transaction_id, seal)
  const held = new Set(neededFor(item, earlier, verdict))
  if (!review.verified) held.add('identity')
  return secondRule.options.filter((rule) => held.has(rule))
}

function rowOf(
  item: ItemRow,
  call: DecideCall,
  needs: DecideNeeds,
  made: { own: OwnTransaction; needed: SecondRule[] },
) {
  const { body, actor, params } = call
  const { seal } = needs
  const { own, needed } = made
  const id = decisionId.parse(newId('d'))
  const alone = needed.length === 0
  const status: DecisionStatus = alone ? 'confirmed' : 'waiting'
  return {
    id,
    environment: item.environment,
    transaction_id: params.transaction,
    merchant: item.merchant,
    concerns: item.concerns,
    verdict: body.verdict,
    reason: body.reason,
    sealed_text: seal.seal(reviewSealed, body.text),
    ticket: body.ticket ?? null,
    issuer: actor.session.issuer,
    subject: actor.session.subject,
    name: seal.seal(reviewSealed, actor.session.name),
    at: Date.now(),
    state: openOperational(own.record.state) ?? '',
    print: printOf(own.record, seal),
    sealed_record: seal.seal(snapshotSealed(item.environment, id), snapshotText(own)),
    needed: needed.join(','),
    status,
    live: 1,
    expires_at: alone ? null : item.clock + needs.config.review.decisionMs,
    follow_up: alone ? ('waiting' as const) : null,
  }
}

/** Null where the claim ended meanwhile, the row where somebody's decision stands already. */
async function write(
  trx: Transaction<Schema>,
  call: DecideCall,
  needs: DecideNeeds,
  own: OwnTransaction,
): Promise<Answer> {
  const { params, actor, scope } = call
  const { dialect } = needs.store
  const { transaction } = params
  const sees = seesOf(call)
  const item = await holds(trx, dialect, { sees, transaction, person: actor.session })
  if (item === null) return { answer: 'not_yours' }
  const earlier = await decisionsAbout(trx, { ...sees, every: true }, transaction)
  const needed = neededNow(item, earlier, call.body.verdict, { own, seal: needs.seal })
  // The index of live decisions is the last guard: a second one is not inserted, whoever sends it.
  const row = await trx
    .insertInto('decisions')
    .values(rowOf(item, call, needs, { own, needed }))
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst()
  if (row === undefined) {
    const standing = await liveDecision(trx, scope.environment, transaction)
    if (standing === undefined) throw new Error('a decision stood in the way and is not there')
    return { answer: 'decided', row: standing }
  }
  const mark = {
    decision: row.id,
    decision_status: row.status === 'confirmed' ? 'confirmed' : 'waiting',
  } as const
  const told = await touchItem(trx, item.seq, mark)
  const place = { environment: scope.environment, transaction, person: actor.session }
  await keepDraft(trx, place, null, needs.seal)
  await appendChange(trx, dialect, [...(told === null ? [] : [told]), decisionChange(row)], row.at)
  return { answer: 'made', row }
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
  if (!now.final) return transact(store, (trx) => write(trx, call, needs, own))
  const changed = [{ name: 'state', before: stateWord(readState(item.state)), after: stateWord(now) }]
  return { answer: 'moved', changed, print }
}
