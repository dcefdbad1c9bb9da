import type { TransactionId } from '@paydesk/shared/core/ids'
import { endpoints } from '@paydesk/shared/endpoints'
import type { NotificationReprocessing } from '@paydesk/shared/payments/notifications'
import { sql } from 'kysely'
import { defineListExport } from '../../platform/approvals/define-list-export.ts'
import { toAuditSubject } from '../../platform/audit/entry.ts'
import type { Store } from '../../platform/database/database.ts'
import type { FieldCipher } from '../../platform/database/field-cipher.ts'
import type { RateLimiter } from '../../platform/http/rate-limiter.ts'
import { defineRoute, type Scope } from '../../platform/http/route.ts'
import {
  buildPageRows,
  maxCountedRows,
  type PageRows,
  pageReadLimit,
  pageSize,
  presentCappedCount,
  resolveListPage,
  whereOlderThanCursor,
} from '../../platform/list-query/page.ts'
import { resolveCustomerHandle } from '../../records/customers.ts'
import type { HandleStore } from '../../records/handles.ts'
import { type DayRangeDeps, loadDayRange } from '../../records/zone-days.ts'
import { findReceivedNotifications } from './find-received.ts'
import { presentReceivedNotification, type ReceivedNotificationRow } from './present-received.ts'
import { notificationExportColumns, openNotificationExportBatches } from './queue-export.ts'
import {
  getRestrictedMerchants,
  type ReceivedNotificationDeps,
  receivedNotificationColumns,
  selectReceivedNotificationsInScope,
} from './received-rows.ts'
import { buildReprocessReasonCipherContext } from './reprocess.ts'

/** Notes shown per page. */
const maxNotes = 200

/**
 * Loads who had these notifications reprocessed, when and why, newest first. The caller must have found the
 * notifications within the scope.
 */
async function loadReprocessingNotes(
  { environment }: Scope,
  notifications: readonly number[],
  { store, cipher }: { readonly store: Store; readonly cipher: FieldCipher },
): Promise<NotificationReprocessing[]> {
  if (notifications.length === 0) return []
  const rows = await store.db
    .selectFrom('notification_reprocessings')
    .select(['notification_seq', 'at', 'subject', 'reason', 'ticket'])
    .where('environment', '=', environment)
    .where('notification_seq', 'in', notifications)
    .orderBy('seq', 'desc')
    .limit(maxNotes)
    .execute()
  return rows.map(({ notification_seq, at, subject, reason, ticket }) => ({
    number: notification_seq,
    at: new Date(at).toISOString(),
    by: subject,
    reason: cipher.open(buildReprocessReasonCipherContext(environment, notification_seq), reason),
    ticket,
  }))
}

const maxShownPerTransaction = 200

interface ReceivedRows {
  readonly rows: readonly ReceivedNotificationRow[]
  readonly more: boolean
}

async function isKnownTransaction(
  { store }: ReceivedNotificationDeps,
  id: TransactionId,
  scope: Scope,
): Promise<boolean> {
  const row = await store.db
    .selectFrom('transactions')
    .select('id')
    .where('environment', '=', scope.environment)
    .where('id', '=', id)
    .where('merchant', 'in', scope.merchants)
    .executeTakeFirst()
  return row !== undefined
}

export const listReceivedNotificationsRoute = defineRoute(endpoints.listReceivedNotifications, {
  permission: 'notification.read',
  audit: ({ params }, read: ReceivedRows | undefined) => ({
    action: 'transaction.received.viewed',
    // An id without received notifications can be any text.
    about: toAuditSubject('transaction', params.transaction, findMerchant(read)),
  }),
  async handle(
    { params, scope, actor },
    deps: ReceivedNotificationDeps & { readonly notFoundLimiter: Pick<RateLimiter, 'take'> },
  ) {
    const rows = await selectReceivedNotificationsInScope(deps, scope)
      .select(receivedNotificationColumns)
      .where('notification_queue.transaction_id', '=', params.transaction)
      .orderBy('notification_queue.seq', 'desc')
      .limit(maxShownPerTransaction + 1)
      .execute()
    // Count unknown ids: guessing must not pay here either. An id that staff open for the first time counts
    // once.
    if (rows.length === 0 && !(await isKnownTransaction(deps, params.transaction, scope)))
      deps.notFoundLimiter.take(actor.session.subject, params.transaction)
    return {
      rows: rows.slice(0, maxShownPerTransaction).reverse(),
      more: rows.length > maxShownPerTransaction,
    }
  },
  present: ({ rows, more }) => ({ entries: rows.map(presentReceivedNotification), more }),
})

function findMerchant(read: ReceivedRows | undefined): { merchant: string } | undefined {
  const merchant = read?.rows.find((row) => row.merchant !== null)?.merchant
  return merchant == null ? undefined : { merchant }
}

interface CustomerNotifications extends PageRows<ReceivedNotificationRow> {
  readonly merchant: string
}

export const listCustomerNotificationsRoute = defineRoute(endpoints.listCustomerNotifications, {
  permission: 'notification.read',
  audit: ({ params }, read: CustomerNotifications | undefined) => ({
    action: 'customer.timeline.viewed',
    about: toAuditSubject('customer', params.customer, read),
  }),
  async handle(
    { params: { customer }, query, scope, actor },
    deps: ReceivedNotificationDeps & { readonly handles: HandleStore; readonly cipher: FieldCipher },
  ): Promise<CustomerNotifications> {
    const { merchant } = await resolveCustomerHandle(customer, scope, deps.handles)
    const { cipher } = deps
    const bound = {
      list: 'customer_notifications',
      filter: { customer },
      actor,
      scope,
      cipher,
    } as const
    const page = resolveListPage(bound, query.after)
    const rows = await selectReceivedNotificationsInScope(deps, scope)
      .innerJoin('transactions as t', (join) =>
        join
          .onRef('t.environment', '=', 'notification_queue.environment')
          .onRef('t.id', '=', 'notification_queue.transaction_id'),
      )
      .select(receivedNotificationColumns)
      .where('t.environment', '=', scope.environment)
      .where('t.customer', '=', customer)
      .where('t.merchant', '=', merchant)
      .where(whereOlderThanCursor(page.position, 'notification_queue.received_at', 'notification_queue.seq'))
      .orderBy('notification_queue.received_at', 'desc')
      .orderBy('notification_queue.seq', 'desc')
      .limit(pageReadLimit)
      .execute()
    return { merchant, ...buildPageRows(page, rows, ({ received_at, seq }) => ({ value: received_at, seq })) }
  },
  present: ({ rows, next }) => ({ entries: rows.map(presentReceivedNotification), next }),
})

interface ReceivedRowsPage extends ReceivedRows {
  readonly again: readonly NotificationReprocessing[]
  readonly count: number
}

export const listNotificationQueueRoute = defineRoute(endpoints.listNotificationQueue, {
  permission: 'notification_queue.read',
  audit: () => ({ action: 'notification_queue.listed' }),
  async handle(
    { query: { before, ...filter }, scope, actor },
    deps: ReceivedNotificationDeps & DayRangeDeps & { readonly cipher: FieldCipher },
  ): Promise<ReceivedRowsPage> {
    const { numbers, count } = await findReceivedNotifications(
      {
        environment: scope.environment,
        merchants: getRestrictedMerchants(deps, scope),
        filter,
        days: await loadDayRange(filter, actor.session, deps),
        before: before === undefined ? null : Number(before),
      },
      { limit: pageReadLimit, countedTo: maxCountedRows + 1 },
      deps.store,
    )
    const rows = await deps.store.db
      .selectFrom('notification_queue')
      .select(receivedNotificationColumns)
      .where(sql<boolean>`notification_queue.seq in (${numbers})`)
      .orderBy('notification_queue.seq', 'desc')
      .execute()
    const shown = rows.slice(0, pageSize)
    const again = await loadReprocessingNotes(
      scope,
      shown.map(({ seq }) => seq),
      deps,
    )
    return { rows: shown, more: rows.length > pageSize, count, again }
  },
  present: ({ rows, more, count, again }) => ({
    entries: rows.map(presentReceivedNotification),
    reprocessings: [...again],
    next: more ? String(rows.at(-1)?.seq) : null,
    ...presentCappedCount(count),
  }),
})

export const exportNotificationsRoute = defineListExport(endpoints.exportNotifications, {
  list: 'notifications',
  sheet: 'notifications',
  columns: notificationExportColumns,
  openBatches: openNotificationExportBatches,
})
