import { parseTransactionState } from '@paydesk/shared/core/state'
import { endpoints } from '@paydesk/shared/endpoints'
import { type NotificationFigures, notificationFiguresSchema } from '@paydesk/shared/payments/notifications'
import { sql } from 'kysely'
import { defineRoute, type Scope } from '../../platform/http/route.ts'
import type { Person } from '../../platform/session/person.ts'
import { loadStaffTimeZone } from '../../records/staff-settings.ts'
import { listTimeZoneDays } from '../../records/zone-days.ts'
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

/**
 * Counts by day of the time zone and by the merchant that notifications name, through the index of their times only: no
 * row is read.
 */
async function countPerDay(
  deps: ReceivedNotificationDeps,
  scope: Scope,
  { zone, now }: { readonly zone: string; readonly now: number },
): Promise<NotificationFigures['days']> {
  const days = listTimeZoneDays(zone, now, figureDays)
  const bounds = days.map(
    ({ from }, at) => sql`when notification_queue.received_at >= ${sql.lit(from)} then ${sql.lit(at)}`,
  )
  const day = sql<number>`case ${sql.join(bounds.reverse(), sql` `)} end`
  const limit = getRestrictedMerchants(deps, scope)
  const all = deps.store.db
    .selectFrom('notification_queue')
    .where('notification_queue.environment', '=', scope.environment)
  const counted = (limit === null ? all : all.where('notification_queue.merchant', 'in', limit))
    .select([day.as('day'), ({ fn }) => fn.countAll<number>().as('rows')])
    .where('notification_queue.received_at', '>=', days[0]?.from ?? now)
    .groupBy(day)
  const [received, repeated] = await Promise.all([
    counted.execute(),
    counted.where('notification_queue.repeats', '>', 0).execute(),
  ])
  const countOf = (rows: typeof received, at: number) =>
    Number(rows.find((one) => Number(one.day) === at)?.rows ?? 0)
  return days
    .map((one, at) => ({ day: one.day, received: countOf(received, at), repeated: countOf(repeated, at) }))
    .filter((one) => one.received > 0)
    .reverse()
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
  person: Person,
): Promise<NotificationFigures> {
  const now = Date.now()
  const zone = await loadStaffTimeZone(deps.store.db, person, deps.config.zone)
  const [missing, rejected, perDay, fresh, waiting, isolatedCount] = await Promise.all([
    loadMissingNotifications(deps, scope),
    loadRefusals(deps, scope, now),
    countPerDay(deps, scope, { zone, now }),
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
  handle: ({ scope, actor }, deps: ReceivedNotificationDeps) =>
    loadNotificationFigures(deps, scope, actor.session),
  present: (figures) => figures,
})
