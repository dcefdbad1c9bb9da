import type { TransactionId } from '@paydesk/shared/core/ids'
import { endpoints } from '@paydesk/shared/endpoints'
import { toAuditSubject } from '../../platform/audit/entry.ts'
import type { Store } from '../../platform/database/database.ts'
import type { RateLimiter } from '../../platform/http/rate-limiter.ts'
import { defineRoute, type Scope } from '../../platform/http/route.ts'
import { classifyNotificationEvent } from '../../records/observations/notification-events.ts'
import type { TransactionRow } from '../../records/observations/observations.ts'
import type { FinalStateProofNotification, LoadedTransactionHistory } from './history-data.ts'
import { presentTransactionHistory } from './present-history.ts'

export interface TransactionHistoryDeps {
  readonly store: Pick<Store, 'db'>
  /** Limits requests of a person for unknown transactions: guessing ids must not pay. */
  readonly notFoundLimiter: Pick<RateLimiter, 'take'>
}

const maxHistoryRows = 200
const emptyHistory: LoadedTransactionHistory = {
  merchant: '',
  row: null,
  observations: [],
  more: false,
  notification: null,
  eventsAfterEnd: [],
}

const selectNotifications = ({ store }: TransactionHistoryDeps, { environment, id }: TransactionRow) =>
  store.db
    .selectFrom('notification_queue')
    .where('environment', '=', environment)
    .where('transaction_id', '=', id)
    .where('status', 'in', ['waiting', 'confirmed'])

/**
 * Finds the notification that shows what a proof has and what it lacks: the
 * proving one, or the newest that names a state.
 */
async function findProofNotification(
  deps: TransactionHistoryDeps,
  row: TransactionRow,
): Promise<FinalStateProofNotification | null> {
  if (row.final === 0) return null
  const rows = await selectNotifications(deps, row)
    .select(['seq', 'received_at', 'proof', 'state', 'status'])
    .where('state', 'is not', null)
    .orderBy('seq', 'desc')
    .limit(maxHistoryRows)
    .execute()
  const proving = rows.find(({ seq }) => seq === row.proof_notification_seq)
  return proving ?? rows.find(({ state }) => state === row.state) ?? rows[0] ?? null
}

async function readHistory(
  deps: TransactionHistoryDeps,
  transaction: TransactionId,
  scope: Scope,
): Promise<LoadedTransactionHistory> {
  const { db } = deps.store
  const row = await db
    .selectFrom('transactions')
    .selectAll()
    .where('environment', '=', scope.environment)
    .where('id', '=', transaction)
    .where('merchant', 'in', scope.merchants)
    .executeTakeFirst()
  // Return the same answer for a transaction of another merchant and one without a record.
  if (row === undefined) return emptyHistory
  const observations = await db
    .selectFrom('observations')
    .selectAll()
    .where('environment', '=', scope.environment)
    .where('transaction_id', '=', transaction)
    .orderBy('seq', 'desc')
    .limit(maxHistoryRows + 1)
    .execute()
  const events = await selectNotifications(deps, row)
    .select(['received_at', 'event'])
    .where('event', 'is not', null)
    .orderBy('seq')
    .limit(maxHistoryRows)
    .execute()
  return {
    merchant: row.merchant,
    row,
    observations: observations.slice(0, maxHistoryRows).reverse(),
    more: observations.length > maxHistoryRows,
    notification: await findProofNotification(deps, row),
    eventsAfterEnd: events.filter(({ event }) => classifyNotificationEvent(event).meaning === 'after_end'),
  }
}

export const showTransactionHistoryRoute = defineRoute(endpoints.showTransactionHistory, {
  permission: 'transaction.read',
  audit: ({ params }, read: LoadedTransactionHistory | undefined) => ({
    action: 'transaction.history.viewed',
    about: toAuditSubject('transaction', params.transaction, read?.row == null ? undefined : read),
  }),
  async handle({ params, scope, actor }, deps: TransactionHistoryDeps) {
    const read = await readHistory(deps, params.transaction, scope)
    // Answer without a record, too: the transaction's own read may still be
    // under way. Both calls count the id once.
    if (read.row === null) deps.notFoundLimiter.take(actor.session.subject, params.transaction)
    return read
  },
  present: presentTransactionHistory,
})
