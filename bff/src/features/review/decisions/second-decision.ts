import type {
  DecisionApprovalInput,
  DecisionDetail,
  WithdrawDecisionRequest,
} from '@paydesk/shared/cases/decisions'
import { transactionIdSchema } from '@paydesk/shared/core/ids'
import { parseTransactionState } from '@paydesk/shared/core/state'
import { sql, type Transaction } from 'kysely'
import { unwrapOperationalText } from '../../../platform/access/guarded.ts'
import type { Store } from '../../../platform/database/database.ts'
import type { DatabaseSchema } from '../../../platform/database/schema/schema.ts'
import { withRequestTransaction } from '../../../platform/database/transaction.ts'
import type { Actor, ScopedActor } from '../../../platform/http/route.ts'
import { ProblemError } from '../../../platform/problem/problem.ts'
import { isPossiblySamePerson, isSamePerson } from '../../../platform/session/person.ts'
import { appendLiveChange } from '../../../records/live-changes.ts'
import { type DecisionRow, recordDecisionOutcome } from '../../../records/observations/decision-outcome.ts'
import { buildReviewCaseLockKey, staffTextCipherContext } from '../../../records/review-cases.ts'
import type { ScopedTransaction } from '../../../records/transactions.ts'
import { hashStateRecord } from '../case-snapshot.ts'
import {
  expireDecisions,
  noDecisionColumnValues,
  transitionDecision,
  whereDecisionStale,
} from '../decision-transitions.ts'
import { insertCaseNote } from '../notes.ts'
import { planOperatorAction } from '../operator-actions/action-plan.ts'
import { cancelPlannedOperatorAction } from '../operator-actions/action-rows.ts'
import {
  findRecordChangesSinceOpened,
  type LoadDecisionDeps,
  loadDecision,
  readCurrentTransaction,
  tryReadCurrentTransaction,
} from './load-decision.ts'

/** Result as in `DecisionApprovalResponse`, with rows that are not presented yet. */
type ApprovalAttempt =
  | { readonly answer: 'done' | 'too_late'; readonly row: DecisionRow }
  | { readonly answer: 'moved'; readonly changed: DecisionDetail['changed']; readonly recordHash: string }

export type DecisionApprovalResult = ApprovalAttempt & { readonly merchant: string }

export interface DecisionWithdrawalResult {
  /** True if this request withdrew the decision. */
  readonly done: boolean
  readonly row: DecisionRow
}

/** Columns of a decision after the answer of its approver. */
function buildApprovalColumns(
  { answer, text }: DecisionApprovalInput,
  { session }: Actor,
  { cipher }: LoadDecisionDeps,
) {
  const second = {
    approval_issuer: session.issuer,
    approval_subject: session.subject,
    approval_name: cipher.seal(staffTextCipherContext, session.name),
    approval_at: Date.now(),
    approval_answer: answer,
    approval_text: text === undefined ? null : cipher.seal(staffTextCipherContext, text),
  }
  if (answer === 'confirm') return { ...second, status: 'confirmed', follow_up: 'waiting' } as const
  return { ...second, status: answer === 'refuse' ? 'refused' : 'sent_back', live: 0 } as const
}

/** Writes the text of a return as a case note, for the next person who claims the case. */
async function writeReturnNote(
  trx: Transaction<DatabaseSchema>,
  { environment, transaction_id }: DecisionRow,
  text: string,
  { caller: { actor }, deps }: { readonly caller: ScopedActor; readonly deps: LoadDecisionDeps },
): Promise<void> {
  const note = {
    environment,
    transaction: transaction_id,
    by: actor.session,
    what: 'sent_back',
    text,
  } as const
  const last_note = await insertCaseNote(trx, note, { cipher: deps.cipher, now: Date.now() })
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
  by: { readonly caller: ScopedActor; readonly deps: LoadDecisionDeps; readonly own: ScopedTransaction },
): Promise<DecisionRow | null> {
  const { dialect } = by.deps.store
  const settled = await transitionDecision(trx, dialect, row, {
    decision: buildApprovalColumns(body, by.caller.actor, by.deps),
    item: body.answer === 'confirm' ? { decision_status: 'confirmed' } : noDecisionColumnValues,
    inTime: true,
  })
  if (settled === null) return null
  if (body.answer === 'confirm') await planOperatorAction(trx, settled.row, by.own.record, by.deps.actions)
  if (body.answer === 'send_back') await writeReturnNote(trx, row, body.text ?? '', by)
  await appendLiveChange(trx, dialect, settled.changes, Date.now())
  return settled.row
}

const caseLockFor = ({ environment, transaction_id }: DecisionRow) =>
  buildReviewCaseLockKey({ environment }, transaction_id)

const isInFinalState = ({ record }: ScopedTransaction) =>
  parseTransactionState(unwrapOperationalText(record.state) ?? '').final

/**
 * Records at once that the payment service ended the transaction before anybody answered, as
 * its next read would.
 */
async function recordUpstreamOutcome(
  row: DecisionRow,
  own: ScopedTransaction,
  { store }: LoadDecisionDeps,
  caller: ScopedActor,
) {
  const { environment } = caller.scope
  const state = unwrapOperationalText(own.record.state) ?? ''
  // Lower bound: the transaction was read at the time of the decision, and had not ended then.
  const interval = { from: row.at, to: Date.parse(own.reading.at) }
  await withRequestTransaction(store, caseLockFor(row), async (trx) => {
    const ended = { environment, transaction: row.transaction_id, state, final: true, interval }
    await appendLiveChange(trx, store.dialect, await recordDecisionOutcome(trx, ended), Date.now())
  })
  store.wake('changes')
}

/**
 * Records the answer of the approver. The approver is a different person, regardless of role and session.
 * Reads the payment service again: if the record differs from the one the approver saw, nothing is recorded.
 * Throws `not_found`, `not_allowed` for one's own decision, and the problems of a read.
 */
export async function recordDecisionApproval(
  id: string,
  body: DecisionApprovalInput,
  caller: ScopedActor,
  deps: LoadDecisionDeps,
): Promise<DecisionApprovalResult> {
  const { store, cipher } = deps
  await expireDecisions(store, caller.scope.environment)
  const row = await loadDecision(id, caller, deps)
  const { merchant } = row
  if (isPossiblySamePerson(caller.actor.session, row)) throw new ProblemError('not_allowed')
  if (row.status !== 'waiting') return { answer: 'too_late', row, merchant }
  const transaction = transactionIdSchema.parse(row.transaction_id)
  const own = await readCurrentTransaction(transaction, caller, deps)
  if (isInFinalState(own)) {
    await recordUpstreamOutcome(row, own, deps, caller)
    return { answer: 'too_late', row: await loadDecision(id, caller, deps), merchant }
  }
  const recordHash = hashStateRecord(own.record, cipher)
  if (recordHash !== body.recordHash) {
    const changed = await findRecordChangesSinceOpened(
      body.recordHash,
      own,
      { ...caller, params: { transaction } },
      deps,
    )
    return { answer: 'moved', changed, recordHash, merchant }
  }
  const after = await withRequestTransaction(store, caseLockFor(row), (trx) =>
    writeApproval(trx, row, body, { caller, deps, own }),
  )
  if (after !== null) {
    store.wake('changes')
    return { answer: 'done', row: after, merchant }
  }
  await expireDecisions(store, caller.scope.environment)
  return { answer: 'too_late', row: await loadDecision(id, caller, deps), merchant }
}

export interface DecisionWithdrawalDeps extends LoadDecisionDeps {
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
export async function assertMayCloseDecision(
  id: string,
  text: string | undefined,
  { store, staleMs }: { readonly store: Pick<Store, 'db' | 'dialect'>; readonly staleMs: number },
): Promise<void> {
  const open = await store.db
    .selectFrom('decisions')
    .select(sql<0 | 1>`case when ${whereDecisionStale(store.dialect, staleMs)} then 1 else 0 end`.as('stale'))
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
  { cipher }: LoadDecisionDeps,
) {
  return {
    status: 'withdrawn',
    live: 0,
    follow_up: null,
    withdrawn_at: Date.now(),
    withdrawn_issuer: session.issuer,
    withdrawn_subject: session.subject,
    withdrawn_name: cipher.seal(staffTextCipherContext, session.name),
    withdrawn_text: text === undefined ? null : cipher.seal(staffTextCipherContext, text),
  } as const
}

/**
 * Withdraws a decision that waits for its approval or for the payment service, and cancels its request if
 * that was not sent yet; a sent request stays sent and is shown on the decision. Returns the decision as it
 * is then; `done` is false if the payment service or somebody else was first. People other than its maker may
 * withdraw only a stale decision. Throws `not_found`, and for others than the maker `not_allowed` before that
 * time and `bad_request` naming `text` without a reason.
 */
export async function recordDecisionWithdrawal(
  id: string,
  body: WithdrawDecisionRequest,
  caller: ScopedActor,
  deps: DecisionWithdrawalDeps,
): Promise<DecisionWithdrawalResult> {
  const { store, config } = deps
  await expireDecisions(store, caller.scope.environment)
  const row = await loadDecision(id, caller, deps)
  const mine = isSamePerson(caller.actor.session, row)
  if (row.live === 0) return { done: false, row }
  if (!mine) await assertMayCloseDecision(row.id, body.text, { store, staleMs: config.review.staleMs })
  // The payment service may have ended the transaction unnoticed. A failed read does not prevent a
  // withdrawal.
  const own = await tryReadCurrentTransaction(transactionIdSchema.parse(row.transaction_id), caller, deps)
  if (own !== null && isInFinalState(own)) {
    await recordUpstreamOutcome(row, own, deps, caller)
    return { done: false, row: await loadDecision(id, caller, deps) }
  }
  const after = await withRequestTransaction(store, caseLockFor(row), async (trx) => {
    const settled = await transitionDecision(trx, store.dialect, row, {
      decision: buildWithdrawalColumns(body, caller.actor, deps),
      item: noDecisionColumnValues,
      ...(mine ? {} : { staleMs: config.review.staleMs }),
    })
    if (settled !== null) await cancelPlannedOperatorAction(trx, row.id, 'withdrawn')
    await appendLiveChange(trx, store.dialect, settled?.changes ?? [], Date.now())
    return settled?.row
  })
  store.wake('changes')
  // Somebody answered, or the request was sent: the caller must see that before a withdrawal.
  if (after === undefined) return { done: false, row: await loadDecision(id, caller, deps) }
  return { done: true, row: after }
}
