import { setImmediate as nextTurn } from 'node:timers/promises'
import {
  type EnvironmentLastDay,
  type HealthLastDay,
  measuredServiceOperations,
} from '@paydesk/shared/administration/health-last-day'
import type { EnvironmentName, MerchantId } from '@paydesk/shared/core/ids'
import {
  type CallHistory,
  historySlotMs,
  listHistorySlots,
} from '../../payment-service/transport/call-history.ts'
import type { Store } from '../../platform/database/database.ts'

/** Figures of one environment; the presenter chooses which of them are shown. */
export interface EnvironmentLastDayFigures {
  readonly name: EnvironmentName
  readonly merchants: readonly MerchantId[]
  readonly calls: CallHistory
  readonly notifications: readonly number[]
  readonly syncLagMs: readonly (number | null)[]
}

export interface LastDayFigures {
  /** Starts of the slots, in ms since 1970. */
  readonly slots: readonly number[]
  readonly environments: readonly EnvironmentLastDayFigures[]
}

export interface LastDayDeps {
  readonly store: Pick<Store, 'db'>
  readonly environments: readonly {
    readonly name: EnvironmentName
    readonly merchantIds: readonly MerchantId[]
  }[]
  service(environment: EnvironmentName): { callHistory(now: number): CallHistory }
  readonly now?: () => number
}

/** Time after its end from which a slot is not counted again: a notification takes a moment until it is stored. */
const settleMs = 60_000

/**
 * Creates the counter of the notifications that an environment received in each slot. A slot that is over is counted
 * once, and the others one after another: the embedded database answers nobody else while it counts.
 */
export function createNotificationCounter({ db }: Pick<Store, 'db'>, environment: EnvironmentName) {
  const settled = new Map<number, number>()

  async function countSlot(from: number): Promise<number> {
    const { count } = await db
      .selectFrom('notification_queue')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('environment', '=', environment)
      .where('received_at', '>=', from)
      .where('received_at', '<', from + historySlotMs)
      .executeTakeFirstOrThrow()
    return Number(count)
  }

  return async (slots: readonly number[], now: number): Promise<number[]> => {
    for (const from of settled.keys()) if (!slots.includes(from)) settled.delete(from)
    const counts: number[] = []
    for (const from of slots) {
      const known = settled.get(from)
      const count = known ?? (await countSlot(from))
      counts.push(count)
      if (known !== undefined) continue
      if (from + historySlotMs + settleMs <= now) settled.set(from, count)
      await nextTurn()
    }
    return counts
  }
}

export interface EndedSyncRun {
  readonly startedAt: number
  readonly endedAt: number
}

/**
 * Computes how far our records lagged behind in each slot: the longest time since the newest sync that had ended at that
 * moment began. Null while none had ended. All times in ms since 1970; the last slot ends at `now`.
 */
export function computeSyncLagMs(
  runs: readonly EndedSyncRun[],
  slots: readonly number[],
  now: number,
): (number | null)[] {
  const inOrder = runs.toSorted((one, other) => one.endedAt - other.endedAt)
  let next = 0
  let newestStart: number | null = null
  return slots.map((from) => {
    const to = Math.min(from + historySlotMs, Math.max(now, from))
    let longest: number | null = null
    for (let run = inOrder[next]; run !== undefined && run.endedAt <= to; run = inOrder[next]) {
      // The lag is longest just before a sync ends.
      if (newestStart !== null && run.endedAt > from)
        longest = Math.max(longest ?? 0, run.endedAt - newestStart)
      newestStart = Math.max(newestStart ?? 0, run.startedAt)
      next += 1
    }
    return newestStart === null ? null : Math.max(longest ?? 0, to - newestStart)
  })
}

/** Sync runs that are read at most, newest first: more than a day of them at any interval from 45 seconds on. */
const maxSyncRuns = 2_000

/** Selects the newest sync runs of an environment. */
export const selectNewestSyncRuns = (db: Store['db'], environment: EnvironmentName) =>
  db
    .selectFrom('sync_runs')
    .select(['started_at', 'ended_at'])
    .where('environment', '=', environment)
    .orderBy('seq', 'desc')
    .limit(maxSyncRuns)

async function loadEndedSyncRuns(
  { db }: Pick<Store, 'db'>,
  environment: EnvironmentName,
): Promise<EndedSyncRun[]> {
  const rows = await selectNewestSyncRuns(db, environment).execute()
  return rows.flatMap(({ started_at, ended_at }) =>
    ended_at === null ? [] : [{ startedAt: started_at, endedAt: ended_at }],
  )
}

/** Creates the loader of the figures of the last 24 hours. Callers at the same time share one run (single flight). */
export function createLastDayLoader(deps: LastDayDeps): () => Promise<LastDayFigures> {
  const { store, environments, service, now = Date.now } = deps
  const counters = environments.map((environment) => ({
    ...environment,
    countNotifications: createNotificationCounter(store, environment.name),
  }))

  async function load(): Promise<LastDayFigures> {
    const at = now()
    const slots = listHistorySlots(at)
    const loaded: EnvironmentLastDayFigures[] = []
    for (const { name, merchantIds: merchants, countNotifications } of counters) {
      const notifications = await countNotifications(slots, at)
      const syncLagMs = computeSyncLagMs(await loadEndedSyncRuns(store, name), slots, at)
      loaded.push({ name, merchants, calls: service(name).callHistory(at), notifications, syncLagMs })
    }
    return { slots, environments: loaded }
  }

  let running: Promise<LastDayFigures> | null = null
  return () => {
    running ??= load().finally(() => {
      running = null
    })
    return running
  }
}

/**
 * Presents the figures of one environment. `isWhole`: this person sees all its merchants; others get no counts, which
 * would tell how much work there is for the rest.
 */
export function presentEnvironmentLastDay(
  { name, calls, notifications, syncLagMs }: EnvironmentLastDayFigures,
  isWhole: boolean,
): EnvironmentLastDay {
  return {
    environment: name,
    since: new Date(calls.since).toISOString(),
    service: measuredServiceOperations.map((operation) => {
      const { ended, failed, p95Ms, total } = calls.operations[operation]
      const counts = isWhole ? { ended: [...ended], failed: [...failed] } : null
      return { operation, calls: counts, p95Ms: [...p95Ms], total }
    }),
    notifications: isWhole ? [...notifications] : null,
    syncLagMs: [...syncLagMs],
  }
}

export const presentSlotTimes = (slots: LastDayFigures['slots']): HealthLastDay['slots'] =>
  slots.map((start) => new Date(start).toISOString())
