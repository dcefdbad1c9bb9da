import { environmentName, type SupportReference, transactionId } from '@paydesk/shared/core/ids'
import type { Transaction } from 'kysely'
import type { OperatorActionResult } from '../../../payment-service/operator-actions.ts'
import type { AuditLog } from '../../../platform/audit/audit-log.ts'
import { getDatabaseClock } from '../../../platform/database/clock.ts'
import type { Store } from '../../../platform/database/database.ts'
import type { Lease, LeaseStore } from '../../../platform/database/leases.ts'
import type { DatabaseSchema } from '../../../platform/database/schema/schema.ts'
import { withTransaction } from '../../../platform/database/transaction.ts'
import { appendChange } from '../../../records/changes.ts'
import { LeaseLostError } from '../../../records/confirmation/apply-confirmed-read.ts'
import { enqueueRead } from '../../../records/read-queue.ts'
import { buildDecisionChange } from '../decision-transitions.ts'
import type { NotSentReason, OperatorActionRow } from './action-rows.ts'

export interface ActionWriteDeps {
  readonly store: Pick<Store, 'db' | 'dialect' | 'wake'>
  readonly leases: LeaseStore
  readonly audit: AuditLog
  /** Who this process is. */
  readonly instance: string
}

/** So often in all a request that provably never left is tried. */
const maxSendAttempts = 3
const backoffMs = [1_000, 5_000]

/** Only the state says what the service did: it is read again. */
async function enqueueStateRead(trx: Transaction<DatabaseSchema>, row: OperatorActionRow): Promise<void> {
  const now = Date.now()
  const transaction = transactionId.parse(row.transaction_id)
  const environment = environmentName.parse(row.environment)
  await enqueueRead(trx, [{ environment, transaction, why: 'notification', dueAt: now }], now)
}

type ActionUpdate = Partial<Omit<OperatorActionRow, 'id' | 'sent_at' | 'answered_at'>>

/**
 * The decision is locked before its action, as by whoever withdraws it; whoever looks at it is told. Gives
 * whether it still stands as confirmed.
 */
async function bumpDecisionVersion(trx: Transaction<DatabaseSchema>, { decision_id }: OperatorActionRow) {
  const row = await trx
    .updateTable('decisions')
    .set((eb) => ({ version: eb('version', '+', 1) }))
    .where('id', '=', decision_id)
    .returning(['environment', 'merchant', 'id', 'version', 'live', 'status'])
    .executeTakeFirstOrThrow()
  return { change: buildDecisionChange(row), stands: row.live === 1 && row.status === 'confirmed' }
}

/** True where another row has the target already: the index of the table says so, on either database. */
function isUniqueViolation(thrown: unknown): boolean {
  if (!(thrown instanceof Error)) return false
  if ('errcode' in thrown) return thrown.errcode === 2067
  return 'code' in thrown && thrown.code === '23505'
}

/** Ends an action of which nothing was sent, unless somebody else was first. */
export async function dropAction(
  row: OperatorActionRow,
  why: NotSentReason,
  { store }: ActionWriteDeps,
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
    await appendChange(trx, store.dialect, change, Date.now())
  })
  store.wake('due')
  store.wake('changes')
}

/** It is tried again later; nothing was sent. */
export async function postponeAction(
  row: OperatorActionRow,
  ms: number,
  { store }: ActionWriteDeps,
): Promise<void> {
  await store.db
    .updateTable('operator_actions')
    .set({ due_at: Date.now() + ms })
    .where('id', '=', row.id)
    .where('status', '=', 'planned')
    .execute()
}

/**
 * Commits that a request is about to leave, before it does. `taken`: this target was asked for before, or
 * it is not known what became of a request about the transaction. `over`: the decision does not stand any
 * more, or somebody else was first. Throws LeaseLost.
 */
export async function markActionSending(
  row: OperatorActionRow,
  target: string,
  lease: Lease,
  { store, leases, instance }: ActionWriteDeps,
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
      await appendChange(trx, store.dialect, change, Date.now())
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
        return { status: 'not_sent', tries, why: 'not_reached' satisfies NotSentReason }
      return { status: 'planned', tries, due_at: Date.now() + (backoffMs[tries - 1] ?? 5_000) }
    }
  }
}

/**
 * Records what became of a request, once, and asks for a read of the transaction. A row that somebody has
 * given up already stays as it is.
 */
export async function recordActionResult(
  row: OperatorActionRow,
  acted: OperatorActionResult,
  { store }: ActionWriteDeps,
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
    await appendChange(trx, dialect, change, Date.now())
  })
  store.wake('due')
  store.wake('changes')
}

/** Leaves an entry; nobody is signed in where Paydesk itself acts. */
export async function appendActionAudit(
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
