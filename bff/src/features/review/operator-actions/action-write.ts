import type { OperatorActionNotSentReason } from '@paydesk/shared/cases/operator-actions'
import { environmentNameSchema, type SupportReference, transactionIdSchema } from '@paydesk/shared/core/ids'
import type { Transaction } from 'kysely'
import type { OperatorActionResult } from '../../../payment-service/operator-actions.ts'
import type { AuditLog } from '../../../platform/audit/audit-log.ts'
import { getDatabaseClock } from '../../../platform/database/clock.ts'
import type { Store } from '../../../platform/database/database.ts'
import { type Lease, LeaseLostError, type LeaseStore } from '../../../platform/database/leases.ts'
import type { DatabaseSchema } from '../../../platform/database/schema/schema.ts'
import { withTransaction } from '../../../platform/database/transaction.ts'
import { appendLiveChange } from '../../../records/live-changes.ts'
import { enqueueTransactionRead } from '../../../records/read-queue.ts'
import { buildDecisionLiveChange } from '../decision-transitions.ts'
import type { OperatorActionRow } from './action-rows.ts'

export interface OperatorActionWriteDeps {
  readonly store: Pick<Store, 'db' | 'dialect' | 'wake'>
  readonly leases: LeaseStore
  readonly audit: AuditLog
  /** Id of this process. */
  readonly instance: string
}

/** Attempts for a request that provably never left. */
const maxSendAttempts = 3
const backoffMs = [1_000, 5_000]

/** Enqueues a read of the transaction: only its state says what the payment service did. */
async function enqueueStateRead(trx: Transaction<DatabaseSchema>, row: OperatorActionRow): Promise<void> {
  const now = Date.now()
  const transaction = transactionIdSchema.parse(row.transaction_id)
  const environment = environmentNameSchema.parse(row.environment)
  await enqueueTransactionRead(trx, [{ environment, transaction, why: 'notification', dueAt: now }], now)
}

type ActionUpdate = Partial<Omit<OperatorActionRow, 'id' | 'sent_at' | 'answered_at'>>

/**
 * Locks the decision before its action, in the order of a withdrawal. Returns the change to publish, and
 * whether the decision is still confirmed.
 */
async function bumpDecisionVersion(trx: Transaction<DatabaseSchema>, { decision_id }: OperatorActionRow) {
  const row = await trx
    .updateTable('decisions')
    .set((eb) => ({ version: eb('version', '+', 1) }))
    .where('id', '=', decision_id)
    .returning(['environment', 'merchant', 'id', 'version', 'live', 'status'])
    .executeTakeFirstOrThrow()
  return { change: buildDecisionLiveChange(row), stands: row.live === 1 && row.status === 'confirmed' }
}

/** Returns true if the unique index of targets was violated, on SQLite (2067) or PostgreSQL (23505). */
function isUniqueViolation(thrown: unknown): boolean {
  if (!(thrown instanceof Error)) return false
  if ('errcode' in thrown) return thrown.errcode === 2067
  return 'code' in thrown && thrown.code === '23505'
}

/** Ends an action of which nothing was sent. An action that is no longer planned keeps its status. */
export async function endUnsentOperatorAction(
  row: OperatorActionRow,
  why: OperatorActionNotSentReason,
  { store }: OperatorActionWriteDeps,
): Promise<void> {
  await withTransaction(store, async (trx) => {
    const { change } = await bumpDecisionVersion(trx, row)
    await trx
      .updateTable('operator_actions')
      .set({ status: 'not_sent', why })
      .where('id', '=', row.id)
      .where('status', '=', 'planned')
      .execute()
    await enqueueStateRead(trx, row)
    await appendLiveChange(trx, store.dialect, change, Date.now())
  })
  store.wake('reads')
  store.wake('changes')
}

/** Postpones an action by `ms`; nothing was sent. */
export async function postponeOperatorAction(
  row: OperatorActionRow,
  ms: number,
  { store }: OperatorActionWriteDeps,
): Promise<void> {
  await store.db
    .updateTable('operator_actions')
    .set({ due_at: Date.now() + ms })
    .where('id', '=', row.id)
    .where('status', '=', 'planned')
    .execute()
}

/**
 * Commits that a request is about to leave, before it does. `taken`: this target was requested before, or the
 * result of a request about the transaction is unknown. `over`: the decision is no longer confirmed, or
 * another instance was first. Throws `LeaseLostError`.
 */
export async function markOperatorActionSending(
  row: OperatorActionRow,
  target: string,
  lease: Lease,
  { store, leases, instance }: OperatorActionWriteDeps,
): Promise<'sending' | 'taken' | 'over'> {
  try {
    const marked = await withTransaction(store, async (trx) => {
      if (!(await leases.isStillHeld(trx, lease))) throw new LeaseLostError()
      const { change, stands } = await bumpDecisionVersion(trx, row)
      if (!stands) return false
      const { numUpdatedRows } = await trx
        .updateTable('operator_actions')
        .set({ status: 'sending', target, instance, sent_at: getDatabaseClock(store.dialect) })
        .where('id', '=', row.id)
        .where('status', '=', 'planned')
        .executeTakeFirst()
      if (numUpdatedRows === 0n) return false
      await appendLiveChange(trx, store.dialect, change, Date.now())
      return true
    })
    if (marked) store.wake('changes')
    return marked ? 'sending' : 'over'
  } catch (thrown) {
    if (isUniqueViolation(thrown)) return 'taken'
    throw thrown
  }
}

function buildActionUpdate(row: OperatorActionRow, acted: OperatorActionResult): ActionUpdate {
  switch (acted.outcome) {
    case 'answered':
      return { status: 'answered', http_status: acted.status }
    case 'refused':
      return { status: 'refused', http_status: acted.status, code: acted.code }
    case 'unknown':
      return { status: 'unknown', http_status: acted.status }
    case 'never_left': {
      const tries = row.tries + 1
      if (tries >= maxSendAttempts)
        return { status: 'not_sent', tries, why: 'not_reached' satisfies OperatorActionNotSentReason }
      return { status: 'planned', tries, due_at: Date.now() + (backoffMs[tries - 1] ?? 5_000) }
    }
  }
}

/**
 * Records the result of a request once. Enqueues a read of the transaction if the request may have left. An
 * action that was given up meanwhile stays as it is.
 */
export async function recordOperatorActionResult(
  row: OperatorActionRow,
  acted: OperatorActionResult,
  { store }: OperatorActionWriteDeps,
): Promise<void> {
  const { dialect } = store
  const left = acted.outcome !== 'never_left'
  const times = left ? { answered_at: getDatabaseClock(dialect) } : { sent_at: null }
  await withTransaction(store, async (trx) => {
    const { change } = await bumpDecisionVersion(trx, row)
    await trx
      .updateTable('operator_actions')
      .set({ ...buildActionUpdate(row, acted), ...times })
      .where('id', '=', row.id)
      .where('status', '=', 'sending')
      .execute()
    if (left) await enqueueStateRead(trx, row)
    await appendLiveChange(trx, dialect, change, Date.now())
  })
  store.wake('reads')
  store.wake('changes')
}

/** Appends an audit event without an actor, because Paydesk itself acts. */
export async function appendOperatorActionAudit(
  action: 'decision.action.sent' | 'decision.action.answered',
  row: OperatorActionRow,
  acted: OperatorActionResult | null,
  { audit, reference }: { readonly audit: AuditLog; readonly reference: SupportReference },
): Promise<void> {
  await audit.append({
    action,
    about: { kind: 'decision', id: row.decision_id, merchant: row.merchant },
    result: acted === null || acted.outcome === 'answered' ? 'allowed' : 'failed',
    reason: acted?.outcome ?? null,
    actor: null,
    environment: row.environment,
    sourceAddress: null,
    reference,
  })
}
