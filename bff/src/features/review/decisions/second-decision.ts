import { transactionId } from '@paydesk/shared/core/ids'
import { readState } from '@paydesk/shared/core/state'
import type { DecisionCase, SecondAnswer, WithdrawRequest } from '@paydesk/shared/work/decision'
import { sql, type Transaction } from 'kysely'
import { openOperational } from '../../../platform/access/guarded.ts'
import type { Store } from '../../../platform/database/database.ts'
import type { Schema } from '../../../platform/database/schema/schema.ts'
import { transactInCall } from '../../../platform/database/transaction.ts'
import type { Actor } from '../../../platform/http/route.ts'
import { ProblemError } from '../../../platform/problem/problem.ts'
import { isPerson, mayBePerson } from '../../../platform/session/person.ts'
import { appendChange } from '../../../records/changes.ts'
import { type DecisionRow, followUp } from '../../../records/observations/decision-outcome.ts'
import { itemTurn, reviewSealed } from '../../../records/review-items.ts'
import type { OwnTransaction } from '../../../records/transactions.ts'
import { expireDecisions, isStale, settleDecision, unmarked } from '../decision-transitions.ts'
import { writeNote } from '../notes.ts'
import { planAction } from '../operator-actions/action-plan.ts'
import { stopPlanned } from '../operator-actions/action-rows.ts'
import { printOf } from '../snapshot.ts'
import { type CaseNeeds, changedSince, decisionFor, readNow, readOrNull, type Who } from './decision-case.ts'

/** As `answerAnswer`, with rows that are still to be shown. */
type Answer =
  | { readonly answer: 'done' | 'too_late'; readonly row: DecisionRow }
  | { readonly answer: 'moved'; readonly changed: DecisionCase['changed']; readonly print: string }

export type Answered = Answer & { readonly merchant: string }

export interface Withdrawn {
  /** Whether this call did it. */
  readonly done: boolean
  readonly row: DecisionRow
}

/** What becomes of a decision that was answered. */
function becomes({ answer, text }: SecondAnswer, { session }: Actor, { seal }: CaseNeeds) {
  const second = {
    second_issuer: session.issuer,
    second_subject: session.subject,
    second_name: seal.seal(reviewSealed, session.name),
    second_at: Date.now(),
    second_answer: answer,
    second_text: text === undefined ? null : seal.seal(reviewSealed, text),
  }
  if (answer === 'confirm') return { ...second, status: 'confirmed', follow_up: 'waiting' } as const
  return { ...second, status: answer === 'refuse' ? 'refused' : 'sent_back', live: 0 } as const
}

/** What is sent back stands beside the item, where whoever takes it next reads it. */
async function noteSentBack(
  trx: Transaction<Schema>,
  { environment, transaction_id }: DecisionRow,
  text: string,
  { who: { actor }, needs }: { readonly who: Who; readonly needs: CaseNeeds },
): Promise<void> {
  const note = {
    environment,
    transaction: transaction_id,
    by: actor.session,
    what: 'sent_back',
    text,
  } as const
  const last_note = await writeNote(trx, note, { seal: needs.seal, now: Date.now() })
  await trx
    .updateTable('review_items')
    .set({ last_note })
    .where('environment', '=', environment)
    .where('transaction_id', '=', transaction_id)
    .where('ended_at', 'is', null)
    .execute()
}

async function writeAnswer(
  trx: Transaction<Schema>,
  row: DecisionRow,
  body: SecondAnswer,
  by: { readonly who: Who; readonly needs: CaseNeeds; readonly own: OwnTransaction },
): Promise<DecisionRow | null> {
  const { dialect } = by.needs.store
  const settled = await settleDecision(trx, dialect, row, {
    decision: becomes(body, by.who.actor, by.needs),
    item: body.answer === 'confirm' ? { decision_status: 'confirmed' } : unmarked,
    inTime: true,
  })
  if (settled === null) return null
  if (body.answer === 'confirm') await planAction(trx, settled.row, by.own.record, by.needs.actions)
  if (body.answer === 'send_back') await noteSentBack(trx, row, body.text ?? '', by)
  await appendChange(trx, dialect, settled.changes, Date.now())
  return settled.row
}

const turnOf = ({ environment, transaction_id }: DecisionRow) => itemTurn({ environment }, transaction_id)

const isEnded = ({ record }: OwnTransaction) => readState(openOperational(record.state) ?? '').final

/** The service ended it before anybody answered: noted at once, as its next read would. */
async function overtake(row: DecisionRow, own: OwnTransaction, { store }: CaseNeeds, who: Who) {
  const { environment } = who.scope
  const state = openOperational(own.record.state) ?? ''
  // It was asked when it was decided, and was not ended then.
  const interval = { from: row.at, to: Date.parse(own.reading.at) }
  await transactInCall(store, turnOf(row), async (trx) => {
    const ended = { environment, transaction: row.transaction_id, state, final: true, interval }
    await appendChange(trx, store.dialect, await followUp(trx, ended), Date.now())
  })
  store.wake('changes')
}

/**
 * The second person's answer. Another person than the first is a question of who somebody is, not of role
 * or session. The service is asked again: where it says something else than they looked at, nothing is
 * recorded. Throws `not_found`, `not_allowed` for one's own decision, and the problems of a read.
 */
export async function answerDecision(
  id: string,
  body: SecondAnswer,
  who: Who,
  needs: CaseNeeds,
): Promise<Answered> {
  const { store, seal } = needs
  await expireDecisions(store, who.scope.environment)
  const row = await decisionFor(id, who, needs)
  const { merchant } = row
  if (mayBePerson(who.actor.session, row)) throw new ProblemError('not_allowed')
  if (row.status !== 'waiting') return { answer: 'too_late', row, merchant }
  const transaction = transactionId.parse(row.transaction_id)
  const own = await readNow(transaction, who, needs)
  if (isEnded(own)) {
    await overtake(row, own, needs, who)
    return { answer: 'too_late', row: await decisionFor(id, who, needs), merchant }
  }
  const print = printOf(own.record, seal)
  if (print !== body.print) {
    const changed = await changedSince(body.print, own, { ...who, params: { transaction } }, needs)
    return { answer: 'moved', changed, print, merchant }
  }
  const after = await transactInCall(store, turnOf(row), (trx) =>
    writeAnswer(trx, row, body, { who, needs, own }),
  )
  if (after !== null) {
    store.wake('changes')
    return { answer: 'done', row: after, merchant }
  }
  await expireDecisions(store, who.scope.environment)
  return { answer: 'too_late', row: await decisionFor(id, who, needs), merchant }
}

export interface WithdrawNeeds extends CaseNeeds {
  /** `staleMs`: so long the service may leave a decision before others than its maker may close it. */
  readonly config: { readonly review: { readonly staleMs: number } }
}

/**
 * Refuses to close a decision for anybody but its maker: `not_allowed` until the service has left it for `staleMs`
 * milliseconds, `bad_request` naming `text` without a reason. One that has ended meanwhile is not refused: whoever
 * closes it second learns how it ended.
 */
export async function refuseClosing(
  id: string,
  text: string | undefined,
  { store, staleMs }: { readonly store: Pick<Store, 'db' | 'dialect'>; readonly staleMs: number },
): Promise<void> {
  const open = await store.db
    .selectFrom('decisions')
    .select(sql<0 | 1>`case when ${isStale(store.dialect, staleMs)} then 1 else 0 end`.as('stale'))
    .where('id', '=', id)
    .where('live', '=', 1)
    .executeTakeFirst()
  if (open === undefined) return
  if (open.stale === 0) throw new ProblemError('not_allowed')
  if (text !== undefined) return
  const expected = 'why somebody else than its maker closes it, at least 15 characters'
  throw new ProblemError('bad_request', { fields: [{ name: 'text', expected }] })
}

/** What becomes of a decision that this person takes back. */
function takenBack({ text }: WithdrawRequest, { session }: Actor, { seal }: CaseNeeds) {
  return {
    status: 'withdrawn',
    live: 0,
    follow_up: null,
    withdrawn_at: Date.now(),
    withdrawn_issuer: session.issuer,
    withdrawn_subject: session.subject,
    withdrawn_name: seal.seal(reviewSealed, session.name),
    withdrawn_text: text === undefined ? null : seal.seal(reviewSealed, text),
  } as const
}

/**
 * Takes a decision back, while it waits for its second person or for the service, and with it a request that
 * was not sent yet; one that was stays sent, and the decision says so. Gives it as it stands then, which is
 * not withdrawn (`done`) where the service was first. Whoever did not make it does so only once the service
 * has left it too long. Throws `not_found`, `not_allowed` for them before, and `bad_request` naming `text`
 * where they give no reason.
 */
export async function withdrawDecision(
  id: string,
  body: WithdrawRequest,
  who: Who,
  needs: WithdrawNeeds,
): Promise<Withdrawn> {
  const { store, config } = needs
  await expireDecisions(store, who.scope.environment)
  const row = await decisionFor(id, who, needs)
  const mine = isPerson(who.actor.session, row)
  if (row.live === 0) return { done: false, row }
  if (!mine) await refuseClosing(row.id, body.text, { store, staleMs: config.review.staleMs })
  // The service may have ended it and nobody noticed yet; one that does not answer keeps nobody from it.
  const own = await readOrNull(transactionId.parse(row.transaction_id), who, needs)
  if (own !== null && isEnded(own)) {
    await overtake(row, own, needs, who)
    return { done: false, row: await decisionFor(id, who, needs) }
  }
  const after = await transactInCall(store, turnOf(row), async (trx) => {
    const settled = await settleDecision(trx, store.dialect, row, {
      decision: takenBack(body, who.actor, needs),
      item: unmarked,
      ...(mine ? {} : { staleMs: config.review.staleMs }),
    })
    if (settled !== null) await stopPlanned(trx, row.id, 'withdrawn')
    await appendChange(trx, store.dialect, settled?.changes ?? [], Date.now())
    return settled?.row
  })
  store.wake('changes')
  // Somebody answered, or the request to the service left: taken back by a call that has seen it.
  if (after === undefined) return { done: false, row: await decisionFor(id, who, needs) }
  return { done: true, row: after }
}
