import type { DecisionDetail } from '@paydesk/shared/cases/decisions'
import { diffTransactionViews } from '@paydesk/shared/cases/transaction-diff'
import { type EnvironmentName, type TransactionId, transactionIdSchema } from '@paydesk/shared/core/ids'
import type { TransactionView } from '@paydesk/shared/payments/transactions'
import type { PaymentService } from '../../../payment-service/payment-service.ts'
import type { FieldCipher } from '../../../platform/database/field-cipher.ts'
import type { ScopedActor } from '../../../platform/http/route.ts'
import { ProblemError } from '../../../platform/problem/problem.ts'
import { isSamePerson } from '../../../platform/session/person.ts'
import type { DecisionRow } from '../../../records/observations/decision-outcome.ts'
import { resolveReviewScope } from '../../../records/review-cases.ts'
import { readTransactionInScope, type ScopedTransaction } from '../../../records/transactions.ts'
import { hashStateRecord, loadCaseSnapshot, parseCaseSnapshot, saveCaseSnapshot } from '../case-snapshot.ts'
import { type DecisionStore, expireDecisions } from '../decision-transitions.ts'
import type { OperatorActionPlanDeps } from '../operator-actions/action-plan.ts'
import { selectVisibleDecisions } from './decisions.ts'

export interface LoadDecisionDeps {
  readonly store: DecisionStore
  readonly cipher: FieldCipher
  readonly actions: OperatorActionPlanDeps
  service(environment: EnvironmentName): PaymentService
  /** Presents a read for this person, explained as on the page of the transaction. */
  transactionView(
    transaction: TransactionId,
    read: ScopedTransaction,
    caller: ScopedActor,
  ): Promise<TransactionView>
  /** Returns the ids of the discrepancy rules that fire for a read now, to be stored with the read. */
  firedRules(
    transaction: TransactionId,
    read: ScopedTransaction,
    caller: ScopedActor,
  ): Promise<readonly string[]>
}

/** Encryption context of the record that the decider saw. */
export const buildDecisionSnapshotCipherContext = (environment: string, id: string) =>
  `decision-record/${environment}/${id}`

/**
 * Reads the payment service by a request of its own, not cached or shared: decisions need the current record.
 * `opens`: the page of a case may show an answer that was read ahead, because its decision reads again.
 */
export function readCurrentTransaction(
  transaction: TransactionId,
  { actor, scope }: ScopedActor,
  { service }: LoadDecisionDeps,
  opens = false,
): Promise<ScopedTransaction> {
  const fresh = { scope, actor, fresh: true, alone: true, opens }
  return readTransactionInScope(transaction, fresh, service(scope.environment))
}

/**
 * Lists the changes since the record that this person has open under the hash `recordHash`, as far as they may see
 * them. Empty if they have another record open by now, and if only hidden fields differ.
 */
export async function findRecordChangesSinceOpened(
  recordHash: string,
  now: ScopedTransaction,
  { params, ...who }: ScopedActor & { readonly params: { readonly transaction: TransactionId } },
  deps: LoadDecisionDeps,
): Promise<DecisionDetail['changed']> {
  const { store, cipher, transactionView } = deps
  const { transaction } = params
  const place = { environment: who.scope.environment, transaction, person: who.actor.session }
  const desk = await loadCaseSnapshot(store.db, place, cipher)
  const scopedTransaction = desk?.recordHash === recordHash ? parseCaseSnapshot(desk.snapshot) : null
  if (scopedTransaction === null) return []
  return diffTransactionViews(
    await transactionView(transaction, scopedTransaction, who),
    await transactionView(transaction, now, who),
  )
}

/** Loads a decision that this person may see. Throws `not_found`. */
export async function loadDecision(
  id: string,
  caller: ScopedActor,
  { store }: LoadDecisionDeps,
): Promise<DecisionRow> {
  const reviewScope = resolveReviewScope(caller)
  const row = await selectVisibleDecisions(store.db, reviewScope)
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst()
  if (row === undefined) throw new ProblemError('not_found')
  return row
}

/** Returns the record that the first person saw; null if it is no longer stored. */
function openDecisionSnapshot(row: DecisionRow, { cipher }: LoadDecisionDeps): ScopedTransaction | null {
  if (row.sealed_record === null) return null
  const text = cipher.open(buildDecisionSnapshotCipherContext(row.environment, row.id), row.sealed_record)
  return text === null ? null : parseCaseSnapshot(text)
}

/** Details as in `DecisionDetail`, with a row that is not presented yet. */
export type LoadedDecisionDetails = Omit<DecisionDetail, 'decision' | 'facts'> & { readonly row: DecisionRow }

/**
 * Returns the current record; null if its read fails with a problem, because the decision is shown anyway.
 */
export async function tryReadCurrentTransaction(
  transaction: TransactionId,
  caller: ScopedActor,
  deps: LoadDecisionDeps,
) {
  try {
    return await readCurrentTransaction(transaction, caller, deps)
  } catch (thrown) {
    if (thrown instanceof ProblemError) return null
    throw thrown
  }
}

/**
 * Loads the record a decision was made on, and the current one. Stores the current one as a snapshot for
 * everybody who may answer, so that their answer can say what changed meanwhile. Throws `not_found`.
 */
export async function loadDecisionDetails(
  id: string,
  caller: ScopedActor,
  deps: LoadDecisionDeps,
): Promise<LoadedDecisionDetails> {
  const { store, cipher, transactionView } = deps
  await expireDecisions(store, caller.scope.environment)
  const row = await loadDecision(id, caller, deps)
  const transaction = transactionIdSchema.parse(row.transaction_id)
  const own = await tryReadCurrentTransaction(transaction, caller, deps)
  const frozen = openDecisionSnapshot(row, deps)
  const snapshot = frozen === null ? null : await transactionView(transaction, frozen, caller)
  const current = own === null ? null : await transactionView(transaction, own, caller)
  const person = caller.actor.session
  if (own !== null && row.status === 'waiting' && !isSamePerson(person, row)) {
    const place = { environment: caller.scope.environment, transaction, person }
    await saveCaseSnapshot(store.db, place, own, { cipher, now: Date.now() })
  }
  return {
    row,
    snapshot,
    hasStoredDiscrepancies: frozen?.fired !== undefined,
    current,
    currentReading: own?.reading ?? null,
    recordHash: own === null ? null : hashStateRecord(own.record, cipher),
    changed: snapshot === null || current === null ? [] : diffTransactionViews(snapshot, current),
  }
}
