import { environmentNameSchema } from '@paydesk/shared/core/ids'
import { CompiledQuery, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  createCallHistory,
  historySlotMs,
  listHistorySlots,
} from '../../payment-service/transport/call-history.ts'
import {
  createTestStore,
  databaseKinds,
  type TestStore,
} from '../../platform/database/test-store.test-kit.ts'
import {
  computeSyncLagMs,
  createNotificationCounter,
  presentEnvironmentLastDay,
  selectNewestSyncRuns,
} from './last-day.ts'

const minute = 60_000
const slot = Date.parse('2026-03-12T09:00:00Z')
const now = slot + 10 * minute
const slots = listHistorySlots(now)
const stage = environmentNameSchema.parse('stage')

describe('the lag of the sync', () => {
  /** Lags in minutes of the last slots, from sync runs by the minute they began and ended, counted from the last slot. */
  const lags = (runs: readonly (readonly [started: number, ended: number])[], count = 3, at = now) =>
    computeSyncLagMs(
      runs.map(([started, ended]) => ({
        startedAt: slot + started * minute,
        endedAt: slot + ended * minute,
      })),
      slots,
      at,
    )
      .slice(-count)
      .map((ms) => (ms === null ? null : ms / minute))

  it('is not known before a sync ended', () => {
    expect(lags([])).toEqual([null, null, null])
    expect(lags([[-7, -5]])).toEqual([null, 7, 17])
  })

  it('is the longest in the slot: just before a sync ends, or at the end of the slot', () => {
    expect(
      lags([
        [-32, -31],
        [-20, -12],
      ]),
    ).toEqual([17, 20, 30])
    expect(
      lags([
        [-30, -29],
        [-12, -2],
        [2, 3],
      ]),
    ).toEqual([15, 28, 15])
  })

  it('ends now in the slot that is not over, and grows while no sync ends', () => {
    expect(lags([[0, 1]], 1)).toEqual([10])
    expect(lags([[-60, -59]])).toEqual([45, 60, 70])
  })

  it('counts a sync that ends with its slot to that slot only', () => {
    expect(
      lags([
        [-40, -39],
        [-5, 0],
      ]),
    ).toEqual([25, 40, 15])
  })

  it('takes the start of the newest sync, also if an older one ends after it', () => {
    expect(
      lags([
        [-30, -1],
        [-10, -5],
      ]),
    ).toEqual([null, 10, 20])
  })

  it('ignores an end that is still to come, after the clock was set back', () => {
    expect(
      lags([
        [-20, -19],
        [100, 101],
      ]),
    ).toEqual([5, 20, 30])
    expect(lags([[-20, -19]], 1, slot - minute)).toEqual([20])
  })
})

describe('the figures of an environment', () => {
  const calls = createCallHistory(() => now)
  calls.note('state', 'failed', 5)
  calls.note('state', 'found', 40)
  const figures = {
    name: stage,
    merchants: [],
    calls: calls.read(now),
    notifications: slots.map(() => 7),
    syncLagMs: slots.map(() => null),
  }

  it('have the counts of calls and notifications for a person who sees all merchants', () => {
    const { notifications, service } = presentEnvironmentLastDay(figures, true)
    expect(notifications?.at(-1)).toBe(7)
    expect([service[0]?.calls?.ended.at(-1), service[0]?.calls?.failed.at(-1)]).toEqual([2, 1])
  })

  it('have latencies and no count for others: counts would tell of the work for other merchants', () => {
    const { notifications, service } = presentEnvironmentLastDay(figures, false)
    expect(notifications).toBeNull()
    expect(service.map((one) => one.calls)).toEqual(service.map(() => null))
    expect(service[0]?.p95Ms.at(-1)).toBeGreaterThan(30)
    expect(service[0]?.total.p95Ms).toBeGreaterThan(30)
  })
})

describe.each(databaseKinds)('notifications of 24 hours (%s)', (backing) => {
  let made: TestStore
  let nth = 0
  const insert = (receivedAt: number, environment = 'stage') => {
    nth += 1
    const digest = String(nth).padStart(64, '0')
    return made.store.db
      .insertInto('notification_queue')
      .values({
        ...{ environment, digest, received_at: receivedAt, last_at: receivedAt, repeats: 3 },
        ...{ proof: 'checksum', sealed: 'x' },
      })
      .execute()
  }
  beforeAll(async () => {
    made = await createTestStore(backing)
  })
  afterAll(() => made.remove())

  it('are counted by quarter of an hour and environment, each notification once', async () => {
    const first = slots[0] ?? 0
    for (const at of [first - 1, first, first + 1, slot - 1, slot, slot + 9 * minute]) await insert(at)
    await insert(slot, 'production')
    const counts = await createNotificationCounter(made.store, stage)(slots, now)
    expect(counts).toHaveLength(96)
    expect([counts[0], counts[1], counts.at(-2), counts.at(-1)]).toEqual([2, 0, 1, 2])
  })

  it('are counted again until a minute after the end of their slot', async () => {
    const count = createNotificationCounter(made.store, stage)
    const last = async (at: number, ago: number) => (await count(listHistorySlots(at), at)).at(-1 - ago)
    const end = slot + historySlotMs
    const before = (await last(end - 1, 0)) ?? 0
    await insert(end - 1)
    expect(await last(end + minute - 1, 1)).toBe(before + 1)
    await insert(end - 1)
    expect(await last(end + minute, 1)).toBe(before + 2)
    // Counted for the last time: no notification of that time is on its way any more.
    await insert(end - 1)
    expect(await last(end + 2 * minute, 1)).toBe(before + 2)
  })
})

it.each(databaseKinds)('the sync runs of a day are read by an index (%s)', async (backing) => {
  const made = await createTestStore(backing)
  const { db, dialect } = made.store
  const plan = await db.connection().execute(async (one) => {
    // The planner reads and sorts a table as small as this one whole.
    if (dialect === 'postgres')
      for (const step of ['seqscan', 'bitmapscan', 'sort'])
        await sql`set ${sql.raw(`enable_${step}`)} = off`.execute(one)
    const { sql: text, parameters } = selectNewestSyncRuns(one, stage).compile()
    const words = dialect === 'postgres' ? 'explain' : 'explain query plan'
    return JSON.stringify(
      (await one.executeQuery(CompiledQuery.raw(`${words} ${text}`, [...parameters]))).rows,
    )
  })
  expect(plan).toContain('sync_runs_by_environment')
  // Rows come in the order of the index, so that the limit ends the read.
  expect(plan).not.toMatch(/sort|temp b-tree/i)
  await made.remove()
})
