import type { DecisionCase, SecondAnswer } from '@paydesk/shared/decision'
import { transactionId } from '@paydesk/shared/ids'
import { readState } from '@paydesk/shared/state'
import type { Transaction } from 'kysely'
import { openOperational } from '../access/guarded.ts'
import { ProblemError } from '../http/problem.ts'
import type { Actor } from '../http/route.ts'
import { appendChange } from '../known/changes.ts'
import { type DecisionRow, followUp } from '../known/decision-outcome.ts'
import { isPerson, reviewSealed } from '../known/review-items.ts'
import type { OwnTransaction } from '../known/transactions.ts'
import type { Schema } from '../store/schema.ts'
import { transact } from '../store/transact.ts'
import { planAction } from './action-plan.ts'
import { stopPlanned } from './action-rows.ts'
import { type CaseNeeds, changedSince, decisionFor, readNow, readOrNull, type Who } from './decision-case.ts'
import { printOf } from './desk.ts'
import { writeNote } from './notes.ts'
import { expireDecisions, settleDecision, unmarked } from './settling.ts'

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

const isEnded = ({ record }: OwnTransaction) => readState(openOperational(record.state) ?? '').final

/** The service ended it before anybody answered: noted at once, as its next read would. */
async function overtake(row: DecisionRow, own: OwnTransaction, { store }: CaseNeeds, who: Who) {
  const { environment } = who.scope
  const state = openOperational(own.record.state) ?? ''
  // It was asked when it was decided, and was not ended then.
  const interval = { from: row.at, to: Date.parse(own.reading.at) }
  await transact(store, async (trx) => {
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
  if (isPerson(who.actor.session, row)) throw new ProblemError('not_allowed')
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
  const after = await transact(store, (trx) => writeAnswer(trx, row, body, { who, needs, own }))
  if (after !== null) {
    store.wake('changes')
    return { answer: 'done', row: after, merchant }
  }
  await expireDecisions(store, who.scope.environment)
  return { answer: 'too_late', row: await decisionFor(id, who, needs), merchant }
}

/**
 * Takes a decision back, while it waits for its second person or for the service, and with it a request that
 * was not sent yet; one that was stays sent, and the decision says so. Gives it as it stands
 * then, which is not withdrawn (`done`) where the service was first. Throws `not_found`, and `not_allowed`
 * for whoever did not make it.
 */
export async function withdrawDecision(id: string, who: Who, needs: CaseNeeds): Promise<Withdrawn> {
  const { store } = needs
  await expireDecisions(store, who.scope.environment)
  const row = await decisionFor(id, who, needs)
  if (!isPerson(who.actor.session, row)) throw new ProblemError('not_allowed')
  if (row.live === 0) return { done: false, row }
  // The service may have ended it and nobody noticed yet; one that does not answer keeps nobody from it.
  const own = await readOrNull(transactionId.parse(row.transaction_id), who, needs)
  if (own !== null && isEnded(own)) {
    await overtake(row, own, needs, who)
    return { done: false, row: await decisionFor(id, who, needs) }
  }
  const after = await transact(store, async (trx) => {
    const set = { status: 'withdrawn', live: 0, follow_up: null, withdrawn_at: Date.now() } as const
    const settled = await settleDecision(trx, store.dialect, row, { decision: set, item: unmarked })
    if (settled !== null) await stopPlanned(trx, row.id, 'withdrawn')
    await appendChange(trx, store.dialect, settled?.changes ?? [], Date.now())
    return settled?.row
  })
  store.wake('changes')
  // Somebody answered, or the request to the service left: taken back by a call that has seen it.
  if (after === undefined) return { done: false, row: await decisionFor(id, who, needs) }
  return { done: true, row: after }
}
