import { environmentName, type Reference, transactionId } from '@paydesk/shared/core/ids'
import type { Transaction } from 'kysely'
import type { Acted } from '../../../payment-service/operator-actions.ts'
import type { AuditLog } from '../../../platform/audit/log.ts'
import { databaseClock } from '../../../platform/database/clock.ts'
import type { Store } from '../../../platform/database/database.ts'
import type { Lease, Leases } from '../../../platform/database/leases.ts'
import type { Schema } from '../../../platform/database/schema/schema.ts'
import { transact } from '../../../platform/database/transaction.ts'
import { appendChange } from '../../../records/changes.ts'
import { LeaseLost } from '../../../records/confirmation/apply-confirmed-read.ts'
import { ask } from '../../../records/read-queue.ts'
import { decisionChange } from '../decision-transitions.ts'
import type { ActionRow, Why } from './action-rows.ts'

export interface WriteNeeds {
  readonly store: Pick<Store, 'db' | 'dialect' | 'wake'>
  readonly leases: Leases
  readonly audit: AuditLog
  /** Who this process is. */
  readonly instance: string
}

/** So often in all a request that provably never left is tried. */
const mostTries = 3
const backoffMs = [1_000, 5_000]

/** Only the state says what the service did: it is read again. */
async function askForState(trx: Transaction<Schema>, row: ActionRow): Promise<void> {
  const now = Date.now()
  const transaction = transactionId.parse(row.transaction_id)
  const environment = environmentName.parse(row.environment)
  await ask(trx, [{ environment, transaction, why: 'notification', dueAt: now }], now)
}

type Set = Partial<Omit<ActionRow, 'id' | 'sent_at' | 'answered_at'>>

/**
 * The decision is locked before its action, as by whoever withdraws it; whoever looks at it is told. Gives
 * whether it still stands as confirmed.
 */
async function touchDecision(trx: Transaction<Schema>, { decision_id }: ActionRow) {
  const row = await trx
    .updateTable('decisions')
    .set((eb) => ({ version: eb('version', '+', 1) }))
    .where('id', '=', decision_id)
    .returning(['environment', 'merchant', 'id', 'version', 'live', 'status'])
    .executeTakeFirstOrThrow()
  return { change: decisionChange(row), stands: row.live === 1 && row.status === 'confirmed' }
}

/** True where another row has the target already: the index of the table says so, on either database. */
function isTaken(thrown: unknown): boolean {
  if (!(thrown instanceof Error)) return false
  if ('errcode' in thrown) return thrown.errcode === 2067
  return 'code' in thrown && thrown.code === '23505'
}

/** Ends an action of which nothing was sent, unless somebody else was first. */
export async function dropAction(row: ActionRow, why: Why, { store }: WriteNeeds): Promise<void> {
  await transact(store, async (trx) => {
    const { change } = await touchDecision(trx, row)
    await trx
      .updateTable('operator_actions')
      .set({ status: 'not_sent', why })
      .where('id', '=', row.id)
      .where('status', '=', 'planned')
      .execute()
    await askForState(trx, row)
    await appendChange(trx, store.dialect, change, Date.now())
  })
  store.wake('due')
  store.wake('changes')
}

/** It is tried again later; nothing was sent. */
export async function postponeAction(row: ActionRow, ms: number, { store }: WriteNeeds): Promise<void> {
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
export async function markSending(
  row: ActionRow,
  target: string,
  lease: Lease,
  { store, leases, instance }: WriteNeeds,
): Promise<'sending' | 'taken' | 'over'> {
  try {
    const marked = await transact(store, async (trx) => {
      if (!(await leases.held(trx, lease))) throw new LeaseLost()
      const { change, stands } = await touchDecision(trx, row)
      if (!stands) return false
      const { numUpdatedRows } = await trx
        .updateTable('operator_actions')
        .set({ status: 'sending', target, instance, sent_at: databaseClock(store.dialect) })
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
    if (isTaken(thrown)) return 'taken'
    throw thrown
  }
}

function setOf(row: ActionRow, acted: Acted): Set {
  switch (acted.outcome) {
    case 'answered':
      return { status: 'answered', http_status: acted.status }
    case 'refused':
      return { status: 'refused', http_status: acted.status, code: acted.code }
    case 'unknown':
      return { status: 'unknown', http_status: acted.status }
    case 'never_left': {
      const tries = row.tries + 1
      if (tries >= mostTries) return { status: 'not_sent', tries, why: 'not_reached' satisfies Why }
      return { status: 'planned', tries, due_at: Date.now() + (backoffMs[tries - 1] ?? 5_000) }
    }
  }
}

/**
 * Records what became of a request, once, and asks for a read of the transaction. A row that somebody has
 * given up already stays as it is.
 */
export async function recordActed(row: ActionRow, acted: Acted, { store }: WriteNeeds): Promise<void> {
  const { dialect } = store
  const left = acted.outcome !== 'never_left'
  const times = left ? { answered_at: databaseClock(dialect) } : { sent_at: null }
  await transact(store, async (trx) => {
    const { change } = await touchDecision(trx, row)
    await trx
      .updateTable('operator_actions')
      .set({ ...setOf(row, acted), ...times })
      .where('id', '=', row.id)
      .where('status', '=', 'sending')
      .execute()
    if (left) await askForState(trx, row)
    await appendChange(trx, dialect, change, Date.now())
  })
  store.wake('due')
  store.wake('changes')
}

/** Leaves an entry; nobody is signed in where Paydesk itself acts. */
export async function entered(
  action: 'decision.action.sent' | 'decision.action.answered',
  row: ActionRow,
  acted: Acted | null,
  { audit, reference }: { readonly audit: AuditLog; readonly reference: Reference },
): Promise<void> {
  await audit.append({
    action,
    about: { kind: 'decision', id: row.decision_id, merchant: row.merchant },
    result: acted === null || acted.outcome === 'answered' ? 'allowed' : 'failed',
    reason: acted?.outcome ?? null,
    doer: null,
    environment: row.environment,
    sourceAddress: null,
    reference,
  })
}
