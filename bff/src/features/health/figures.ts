import type { EnvironmentName } from '@paydesk/shared/core/ids'
import { sql } from 'kysely'
import type { Store } from '../../platform/database/database.ts'

/** Figures of one environment, from the database. Times are ms since 1970. */
export interface EnvironmentFigures {
  readonly countedAt: number
  /** Notifications that are stored and not confirmed yet, and the arrival of the oldest of them. */
  readonly waiting: number
  readonly oldestAt: number | null
  readonly isolated: number
  /** Transactions in the read queue, and those of them that are overdue. */
  readonly due: number
  readonly overdue: number
  readonly syncRun: {
    readonly startedAt: number
    readonly endedAt: number | null
    readonly read: number
    readonly changed: number
    readonly failed: number
  } | null
  /** Time of the open alert about a notification with the secret of another transaction; null without one. */
  readonly foreignSecretAt: number | null
  /** Refused notifications by reason, of yesterday and today (UTC). */
  readonly refused: readonly { readonly reason: string; readonly times: number; readonly lastAt: number }[]
}

type QueueStatus = 'new' | 'waiting' | 'isolated'

async function countQueue({ db }: Store, environment: EnvironmentName, status: QueueStatus) {
  const of = db
    .selectFrom('notification_queue')
    .where('environment', '=', environment)
    .where('status', '=', status)
  const [{ count }, oldest] = await Promise.all([
    of.select(({ fn }) => fn.countAll<number>().as('count')).executeTakeFirstOrThrow(),
    of.select('received_at').orderBy('seq').limit(1).executeTakeFirst(),
  ])
  return { count: Number(count), oldestAt: oldest?.received_at ?? null }
}

const dayMs = 86_400_000
const dayOf = (at: number) => new Date(at).toISOString().slice(0, 10)

/**
 * Counts notifications, queued reads and refusals, and loads the last sync. Rejects if the
 * database does not answer.
 */
export async function loadEnvironmentFigures(
  store: Store,
  environment: EnvironmentName,
  now: number,
): Promise<EnvironmentFigures> {
  const { db } = store
  const [fresh, waiting, isolated, due, syncRun, refused, foreign] = await Promise.all([
    countQueue(store, environment, 'new'),
    countQueue(store, environment, 'waiting'),
    countQueue(store, environment, 'isolated'),
    db
      .selectFrom('read_queue')
      .select([
        ({ fn }) => fn.countAll<number>().as('due'),
        sql<number>`coalesce(sum(case when due_at < ${now} then 1 else 0 end), 0)`.as('overdue'),
      ])
      .where('environment', '=', environment)
      .executeTakeFirstOrThrow(),
    db
      .selectFrom('sync_runs')
      .select(['started_at', 'ended_at', 'read_count', 'changed', 'failed'])
      .where('environment', '=', environment)
      .orderBy('seq', 'desc')
      .limit(1)
      .executeTakeFirst(),
    db
      .selectFrom('rejected_notifications')
      .select(['reason', 'times', 'last_at'])
      .where('environment', '=', environment)
      .where('day', '>=', dayOf(now - dayMs))
      .execute(),
    db
      .selectFrom('reveal_alerts')
      .select('at')
      .where('environment', '=', environment)
      .where('issuer', '=', '')
      .where('subject', '=', '')
      .where('why', '=', 'foreign_secret')
      .where('acknowledged_at', 'is', null)
      .executeTakeFirst(),
  ])
  const oldest = [fresh.oldestAt, waiting.oldestAt].filter((at) => at !== null)
  const byReason = new Map<string, { reason: string; times: number; lastAt: number }>()
  for (const { reason, times, last_at } of refused) {
    const known = byReason.get(reason) ?? { reason, times: 0, lastAt: 0 }
    byReason.set(reason, { reason, times: known.times + times, lastAt: Math.max(known.lastAt, last_at) })
  }
  return {
    countedAt: now,
    waiting: fresh.count + waiting.count,
    oldestAt: oldest.length === 0 ? null : Math.min(...oldest),
    isolated: isolated.count,
    due: Number(due.due),
    overdue: Number(due.overdue),
    syncRun:
      syncRun === undefined
        ? null
        : {
            startedAt: syncRun.started_at,
            endedAt: syncRun.ended_at,
            read: syncRun.read_count,
            changed: syncRun.changed,
            failed: syncRun.failed,
          },
    foreignSecretAt: foreign?.at ?? null,
    refused: [...byReason.values()],
  }
}

/** Counts the transactions of these merchants for which the payment service sent more than was received. */
export async function countMissingNotifications(
  { db }: Store,
  environment: EnvironmentName,
  merchants: readonly string[],
): Promise<number> {
  if (merchants.length === 0) return 0
  const { count } = await db
    .selectFrom('transactions')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('environment', '=', environment)
    .where('merchant', 'in', merchants)
    .whereRef('sent', '>', 'received')
    .executeTakeFirstOrThrow()
  return Number(count)
}
