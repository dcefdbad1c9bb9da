import { parseTransactionState } from '@paydesk/shared/core/state'
import { endpoints } from '@paydesk/shared/endpoints'
import { type NotificationFigures, notificationFiguresSchema } from '@paydesk/shared/payments/notifications'
import { sql } from 'kysely'
import { defineRoute, type Scope } from '../../platform/http/route.ts'
import {
  getRestrictedMerchants,
  getScopeEnvironment,
  type ReceivedNotificationDeps,
  selectReceivedNotificationsInScope,
} from './received-rows.ts'

const dayMs = 86_400_000
/** Days that are counted, including today. */
const figureDays = 7
const refusedDays = 30
const maxMissingShown = 50
const maxCounted = 10_000

const dayOf = (number: number) => new Date(number * dayMs).toISOString().slice(0, 10)

/** Loads transactions with missing notifications: the payment service lists more than were received. */
async function loadMissingNotifications({ store }: ReceivedNotificationDeps, scope: Scope) {
  const rows = await store.db
    .selectFrom('transactions')
    .select(['id', 'sent', 'received', 'listed_at', 'state'])
    .where('environment', '=', scope.environment)
    .where('merchant', 'in', scope.merchants)
    .whereRef('sent', '>', 'received')
    .orderBy('listed_at', 'desc')
    .limit(maxMissingShown + 1)
    .execute()
  const missing = rows.slice(0, maxMissingShown).map(({ id, sent, received, listed_at, state }) => ({
    transaction: id,
    sent: sent ?? 0,
    received,
    askedAt: new Date(listed_at ?? 0).toISOString(),
    state: parseTransactionState(state),
  }))
  return { missing, moreMissing: rows.length > maxMissingShown }
}

async function loadRefusals({ store }: ReceivedNotificationDeps, { environment }: Scope, now: number) {
  const rows = await store.db
    .selectFrom('rejected_notifications')
    .selectAll()
    .where('environment', '=', environment)
    .where('day', '>', dayOf(Math.floor(now / dayMs) - refusedDays))
    .orderBy('day', 'desc')
    .orderBy('reason')
    .execute()
  return rows.map(({ day, reason, times, last_at }) => ({
    day,
    reason,
    times: Number(times),
    lastAt: new Date(last_at).toISOString(),
  }))
}

/** Counts by the merchant that notifications name, through the index of their times only: no row is read. */
async function countPerDay(
  deps: ReceivedNotificationDeps,
  scope: Scope,
  now: number,
): Promise<NotificationFigures['days']> {
  const day = sql<number>`notification_queue.received_at / ${sql.lit(dayMs)}`
  const first = (Math.floor(now / dayMs) - figureDays + 1) * dayMs
  const limit = getRestrictedMerchants(deps, scope)
  const all = deps.store.db
    .selectFrom('notification_queue')
    .where('notification_queue.environment', '=', scope.environment)
  const counted = (limit === null ? all : all.where('notification_queue.merchant', 'in', limit))
    .select([day.as('day'), ({ fn }) => fn.countAll<number>().as('rows')])
    .where('notification_queue.received_at', '>=', first)
    .groupBy(day)
  const [received, repeated] = await Promise.all([
    counted.execute(),
    counted.where('notification_queue.repeats', '>', 0).execute(),
  ])
  const again = new Map(repeated.map((one) => [Number(one.day), Number(one.rows)]))
  return received
    .map((one) => ({ number: Number(one.day), received: Number(one.rows) }))
    .sort((a, b) => b.number - a.number)
    .map(({ number, received }) => ({ day: dayOf(number), received, repeated: again.get(number) ?? 0 }))
}

async function countByStatus(
  deps: ReceivedNotificationDeps,
  scope: Scope,
  status: 'new' | 'waiting' | 'isolated',
) {
  const some = selectReceivedNotificationsInScope(deps, scope)
    .select('notification_queue.seq')
    .where('notification_queue.status', '=', status)
    .limit(maxCounted)
  const { rows } = await deps.store.db
    .selectFrom(some.as('some'))
    .select(({ fn }) => fn.countAll<number>().as('rows'))
    .executeTakeFirstOrThrow()
  return Number(rows)
}

async function loadNotificationFigures(
  deps: ReceivedNotificationDeps,
  scope: Scope,
  now: number,
): Promise<NotificationFigures> {
  const [missing, rejected, perDay, fresh, waiting, isolatedCount] = await Promise.all([
    loadMissingNotifications(deps, scope),
    loadRefusals(deps, scope, now),
    countPerDay(deps, scope, now),
    countByStatus(deps, scope, 'new'),
    countByStatus(deps, scope, 'waiting'),
    countByStatus(deps, scope, 'isolated'),
  ])
  const { proof } = getScopeEnvironment(deps, scope).notification
  const counts = { waiting: fresh + waiting, isolatedCount, proof }
  return notificationFiguresSchema.parse({ ...missing, rejected, days: perDay, ...counts })
}

export const showNotificationFiguresRoute = defineRoute(endpoints.showNotificationFigures, {
  permission: 'notification_queue.read',
  audit: () => ({ action: 'notification_queue.figures.viewed' }),
  handle: ({ scope }, deps: ReceivedNotificationDeps) => loadNotificationFigures(deps, scope, Date.now()),
  present: (figures) => figures,
})
