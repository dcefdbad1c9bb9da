import { environmentNameSchema } from '@paydesk/shared/core/ids'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { historySlotMs, listHistorySlots } from '../../payment-service/transport/call-history.ts'
import {
  createTestStore,
  databaseKinds,
  type TestStore,
} from '../../platform/database/test-store.test-kit.ts'
import { computeSyncLagMs, createNotificationCounter } from './last-day.ts'

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
