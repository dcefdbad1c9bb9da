import type {
  DecisionApprovalInput,
  DecisionDetail,
  WithdrawDecisionRequest,
} from '@paydesk/shared/cases/decisions'
import { transactionId } from '@paydesk/shared/core/ids'
import { parseState } from '@paydesk/shared/core/state'
import { sql, type Transaction } from 'kysely'
import { openOperationalText } from '../../../platform/access/guarded.ts'
import type { Store } from '../../../platform/database/database.ts'
import type { DatabaseSchema } from '../../../platform/database/schema/schema.ts'
import { withRequestTransaction } from '../../../platform/database/transaction.ts'
import type { Actor, ScopedActor } from '../../../platform/http/route.ts'
import { ProblemError } from '../../../platform/problem/problem.ts'
import { isPossiblySamePerson, isSamePerson } from '../../../platform/session/person.ts'
import { appendChange } from '../../../records/changes.ts'
import { type DecisionRow, recordDecisionOutcome } from '../../../records/observations/decision-outcome.ts'
import { reviewCaseLock, reviewCipherContext } from '../../../records/review-cases.ts'
import type { ScopedTransaction } from '../../../records/transactions.ts'
import {
  expireDecisions,
  isDecisionStale,
  noDecisionColumns,
  transitionDecision,
} from '../decision-transitions.ts'
import { insertCaseNote } from '../notes.ts'
import { planAction } from '../operator-actions/action-plan.ts'
import { cancelPlannedAction } from '../operator-actions/action-rows.ts'
import { hashRecord } from '../snapshot.ts'
import {
  type DecisionCaseDeps,
  findChangesSince,
  loadDecision,
  readCurrentTransaction,
  tryReadCurrentTransaction,
} from './decision-case.ts'

/** Result as in `decisionApprovalResponse`, with rows that are not presented yet. */
type ApprovalAttempt =
  | { readonly answer: 'done' | 'too_late'; readonly row: DecisionRow }
  | { readonly answer: 'moved'; readonly changed: DecisionDetail['changed']; readonly recordHash: string }

export type ApprovalResult = ApprovalAttempt & { readonly merchant: string }

export interface WithdrawalResult {
  /** True if this request withdrew the decision. */
  readonly done: boolean
  readonly row: DecisionRow
}

/** Columns of a decision after the answer of its approver. */
function buildApprovalColumns(
  { answer, text }: DecisionApprovalInput,
  { session }: Actor,
  { seal }: DecisionCaseDeps,
) {
  const second = {
    approval_issuer: session.issuer,
    approval_subject: session.subject,
    approval_name: seal.seal(reviewCipherContext, session.name),
    approval_at: Date.now(),
    approval_answer: answer,
    approval_text: text === undefined ? null : seal.seal(reviewCipherContext, text),
  }
  if (answer === 'confirm') return { ...second, status: 'confirmed', follow_up: 'waiting' } as const
  return { ...second, status: answer === 'refuse' ? 'refused' : 'sent_back', live: 0 } as const
}

/** Writes the text of a return as a case note, for the next person who claims the case. */
async function writeReturnNote(
  trx: Transaction<DatabaseSchema>,
  { environment, transaction_id }: DecisionRow,
  text: string,
  { who: { actor }, needs }: { readonly who: ScopedActor; readonly needs: DecisionCaseDeps },
): Promise<void> {
  const note = {
    environment,
    transaction: transaction_id,
    by: actor.session,
    what: 'sent_back',
    text,
  } as const
  const last_note = await insertCaseNote(trx, note, { seal: needs.seal, now: Date.now() })
  await trx
    .updateTable('review_cases')
    .set({ last_note })
    .where('environment', '=', environment)
    .where('transaction_id', '=', transaction_id)
    .where('ended_at', 'is', null)
    .execute()
}

async function writeApproval(
  trx: Transaction<DatabaseSchema>,
  row: DecisionRow,
  body: DecisionApprovalInput,
  by: { readonly who: ScopedActor; readonly needs: DecisionCaseDeps; readonly own: ScopedTransaction },
): Promise<DecisionRow | null> {
  const { dialect } = by.needs.store
  const settled = await transitionDecision(trx, dialect, row, {
    decision: buildApprovalColumns(body, by.who.actor, by.needs),
    item: body.answer === 'confirm' ? { decision_status: 'confirmed' } : noDecisionColumns,
    inTime: true,
  })
  if (settled === null) return null
  if (body.answer === 'confirm') await planAction(trx, settled.row, by.own.record, by.needs.actions)
  if (body.answer === 'send_back') await writeReturnNote(trx, row, body.text ?? '', by)
  await appendChange(trx, dialect, settled.changes, Date.now())
  return settled.row
}

const caseLockFor = ({ environment, transaction_id }: DecisionRow) =>
  reviewCaseLock({ environment }, transaction_id)

const isInFinalState = ({ record }: ScopedTransaction) =>
  parseState(openOperationalText(record.state) ?? '').final

/**
 * Records at once that the payment service ended the transaction before anybody answered, as
 * its next read would.
 */
async function recordUpstreamOutcome(
  row: DecisionRow,
  own: ScopedTransaction,
  { store }: DecisionCaseDeps,
  who: ScopedActor,
) {
  const { environment } = who.scope
  const state = openOperationalText(own.record.state) ?? ''
  // Lower bound: the transaction was read at the time of the decision, and had not ended then.
  const interval = { from: row.at, to: Date.parse(own.reading.at) }
  await withRequestTransaction(store, caseLockFor(row), async (trx) => {
    const ended = { environment, transaction: row.transaction_id, state, final: true, interval }
    await appendChange(trx, store.dialect, await recordDecisionOutcome(trx, ended), Date.now())
  })
  store.wake('changes')
}

/**
 * Records the answer of the approver. The approver is a different person, regardless of role and session.
 * Reads the payment service again: if the record differs from the one the approver saw, nothing is recorded.
 * Throws `not_found`, `not_allowed` for one's own decision, and the problems of a read.
 */
export async function recordApproval(
  id: string,
  body: DecisionApprovalInput,
  who: ScopedActor,
  deps: DecisionCaseDeps,
): Promise<ApprovalResult> {
  const { store, seal } = deps
  await expireDecisions(store, who.scope.environment)
  const row = await loadDecision(id, who, deps)
  const { merchant } = row
  if (isPossiblySamePerson(who.actor.session, row)) throw new ProblemError('not_allowed')
  if (row.status !== 'waiting') return { answer: 'too_late', row, merchant }
  const transaction = transactionId.parse(row.transaction_id)
  const own = await readCurrentTransaction(transaction, who, deps)
  if (isInFinalState(own)) {
    await recordUpstreamOutcome(row, own, deps, who)
    return { answer: 'too_late', row: await loadDecision(id, who, deps), merchant }
  }
  const recordHash = hashRecord(own.record, seal)
  if (recordHash !== body.recordHash) {
    const changed = await findChangesSince(body.recordHash, own, { ...who, params: { transaction } }, deps)
    return { answer: 'moved', changed, recordHash, merchant }
  }
  const after = await withRequestTransaction(store, caseLockFor(row), (trx) =>
    writeApproval(trx, row, body, { who, needs: deps, own }),
  )
  if (after !== null) {
    store.wake('changes')
    return { answer: 'done', row: after, merchant }
  }
  await expireDecisions(store, who.scope.environment)
  return { answer: 'too_late', row: await loadDecision(id, who, deps), merchant }
}

export interface WithdrawalDeps extends DecisionCaseDeps {
  /**
   * `staleMs`: time (ms) the payment service may leave a decision open before people other than
   * its maker may close it.
   */
  readonly config: { readonly review: { readonly staleMs: number } }
}

/**
 * Checks that somebody other than its maker may close a decision. Throws `not_allowed` until the payment
 * service has left the decision open for `staleMs` milliseconds, and `bad_request` naming `text` without a
 * reason. A decision that has ended meanwhile passes: the second person to close it learns how it ended.
 */
export async function assertMayClose(
  id: string,
  text: string | undefined,
  { store, staleMs }: { readonly store: Pick<Store, 'db' | 'dialect'>; readonly staleMs: number },
): Promise<void> {
  const open = await store.db
    .selectFrom('decisions')
    .select(sql<0 | 1>`case when ${isDecisionStale(store.dialect, staleMs)} then 1 else 0 end`.as('stale'))
    .where('id', '=', id)
    .where('live', '=', 1)
    .executeTakeFirst()
  if (open === undefined) return
  if (open.stale === 0) throw new ProblemError('not_allowed')
  if (text !== undefined) return
  throw new ProblemError('bad_request', {
    fields: [{ name: 'text', rule: 'comment_of_other', values: { min: 15 } }],
  })
}

function buildWithdrawalColumns(
  { text }: WithdrawDecisionRequest,
  { session }: Actor,
  { seal }: DecisionCaseDeps,
) {
  return {
    status: 'withdrawn',
    live: 0,
    follow_up: null,
    withdrawn_at: Date.now(),
    withdrawn_issuer: session.issuer,
    withdrawn_subject: session.subject,
    withdrawn_name: seal.seal(reviewCipherContext, session.name),
    withdrawn_text: text === undefined ? null : seal.seal(reviewCipherContext, text),
  } as const
}

/**
 * Withdraws a decision that waits for its approval or for the payment service, and cancels its request if
 * that was not sent yet; a sent request stays sent and is shown on the decision. Returns the decision as it
 * is then; `done` is false if the payment service or somebody else was first. People other than its maker may
 * withdraw only a stale decision. Throws `not_found`, and for others than the maker `not_allowed` before that
 * time and `bad_request` naming `text` without a reason.
 */
export async function recordWithdrawal(
  id: string,
  body: WithdrawDecisionRequest,
  who: ScopedActor,
  deps: WithdrawalDeps,
): Promise<WithdrawalResult> {
  const { store, config } = deps
  await expireDecisions(store, who.scope.environment)
  const row = await loadDecision(id, who, deps)
  const mine = isSamePerson(who.actor.session, row)
  if (row.live === 0) return { done: false, row }
  if (!mine) await assertMayClose(row.id, body.text, { store, staleMs: config.review.staleMs })
  // The payment service may have ended the transaction unnoticed. A failed read does not prevent a
  // withdrawal.
  const own = await tryReadCurrentTransaction(transactionId.parse(row.transaction_id), who, deps)
  if (own !== null && isInFinalState(own)) {
    await recordUpstreamOutcome(row, own, deps, who)
    return { done: false, row: await loadDecision(id, who, deps) }
  }
  const after = await withRequestTransaction(store, caseLockFor(row), async (trx) => {
    const settled = await transitionDecision(trx, store.dialect, row, {
      decision: buildWithdrawalColumns(body, who.actor, deps),
      item: noDecisionColumns,
      ...(mine ? {} : { staleMs: config.review.staleMs }),
    })
    if (settled !== null) await cancelPlannedAction(trx, row.id, 'withdrawn')
    await appendChange(trx, store.dialect, settled?.changes ?? [], Date.now())
    return settled?.row
  })
  store.wake('changes')
  // Somebody answered, or the request was sent: the caller must see that before a withdrawal.
  if (after === undefined) return { done: false, row: await loadDecision(id, who, deps) }
  return { done: true, row: after }
}
