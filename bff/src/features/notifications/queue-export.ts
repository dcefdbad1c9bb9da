import { setImmediate as nextTurn } from 'node:timers/promises'
import type { NotificationFilter } from '@paydesk/shared/payments/notifications'
import { sql } from 'kysely'
import type { ListExportCall, ListExportColumns } from '../../platform/approvals/define-list-export.ts'
import type { ScopedActor } from '../../platform/http/route.ts'
import { type DayRangeDeps, loadDayRange } from '../../records/zone-days.ts'
import { findReceivedNotifications, type ReceivedNotificationQuery } from './find-received.ts'
import { presentReceivedNotification, type ReceivedNotificationView } from './present-received.ts'
import {
  getRestrictedMerchants,
  type ReceivedNotificationDeps,
  receivedNotificationColumns,
} from './received-rows.ts'

/** Batch size of rows that are read and written at a time. */
const rowsPerBatch = 500

/** Columns of the export. Times are ISO 8601 UTC. */
export const notificationExportColumns: ListExportColumns<'notifications', ReceivedNotificationView> = [
  ['number', (row) => String(row.number), 'number'],
  ['received_at', (row) => row.receivedAt, 'time'],
  ['kind', (row) => row.kind ?? ''],
  ['event', (row) => row.event?.raw ?? ''],
  ['event_meaning', (row) => row.event?.meaning ?? ''],
  ['transaction_id', (row) => row.transaction ?? ''],
  ['state', (row) => row.state?.raw ?? ''],
  ['compound_state', (row) => row.compound?.raw ?? ''],
  ['proof', (row) => row.proof],
  ['status', (row) => row.status],
  ['failure', (row) => row.isolationReason ?? ''],
  ['effect', (row) => row.effect ?? ''],
  ['confirmed_at', (row) => row.confirmedAt ?? '', 'time'],
  [
    'confirmed_after_ms',
    (row) => (row.confirmedAfterMs === null ? '' : String(row.confirmedAfterMs)),
    'number',
  ],
  ['late', (row, { yesNo }) => yesNo(row.late)],
  ['secret_matches', (row, { yesNo }) => yesNo(row.secretMatches)],
  ['listed', (row, { yesNo }) => yesNo(row.listed)],
  ['repeats', (row) => String(row.repeats), 'number'],
  ['last_at', (row) => row.lastAt, 'time'],
]

export interface NotificationExportDeps extends ReceivedNotificationDeps {
  readonly config: ReceivedNotificationDeps['config'] & DayRangeDeps['config']
}

/** Resolves the filter of an export for this person. Throws `bad_request` as `resolveDayRange` does. */
async function resolveExportQuery(
  filter: NotificationFilter,
  { actor, scope }: ScopedActor,
  deps: NotificationExportDeps,
): Promise<ReceivedNotificationQuery> {
  const days = await loadDayRange(filter, actor.session, deps)
  return { environment: scope.environment, merchants: getRestrictedMerchants(deps, scope), filter, days }
}

/** Counts the rows of an export, up to `max`. Throws the problems of the export. */
export async function countNotificationExport(
  filter: NotificationFilter,
  caller: ScopedActor,
  max: number,
  deps: NotificationExportDeps,
): Promise<number> {
  const receivedNotificationQuery = await resolveExportQuery(filter, caller, deps)
  const limits = { limit: 1, countedTo: max }
  const { count } = await findReceivedNotifications(
    { ...receivedNotificationQuery, before: null },
    limits,
    deps.store,
  )
  return Math.min(count, max)
}

/** Opens the received notifications of a filter, newest first, in batches. Throws the problems of the export. */
export async function openNotificationExportBatches(
  filter: NotificationFilter,
  { gone, ...caller }: ListExportCall,
  deps: NotificationExportDeps,
): Promise<AsyncIterable<readonly ReceivedNotificationView[]>> {
  const { db } = deps.store
  const receivedNotificationQuery = await resolveExportQuery(filter, caller, deps)
  async function* presentBatches(): AsyncGenerator<readonly ReceivedNotificationView[]> {
    let before: number | null = null
    while (!gone.aborted) {
      const limits = { limit: rowsPerBatch, countedTo: 1 }
      const { numbers } = await findReceivedNotifications(
        { ...receivedNotificationQuery, before },
        limits,
        deps.store,
      )
      const rows = await db
        .selectFrom('notification_queue')
        .select(receivedNotificationColumns)
        .where(sql<boolean>`notification_queue.seq in (${numbers})`)
        .orderBy('notification_queue.seq', 'desc')
        .execute()
      yield rows.map(presentReceivedNotification)
      before = rows.at(-1)?.seq ?? null
      if (before === null || rows.length < rowsPerBatch) return
      // Yield to the event loop: the embedded database answers synchronously, so that other requests would wait.
      await nextTurn()
    }
  }
  return presentBatches()
}
