import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { Store } from './database.ts'
import { createTestStore, databaseKinds, hasPostgres, type TestStore } from './test-store.test-kit.ts'

describe.each(databaseKinds)('wakes (%s)', (backing) => {
  let made: TestStore
  beforeAll(async () => {
    made = await createTestStore(backing)
  })
  afterAll(() => made.remove())

  it('reach listeners of the same instance at once, and only listeners of the channel', () => {
    const [queue, due] = [vi.fn(), vi.fn()]
    const stops = [made.store.onWake('notifications', queue), made.store.onWake('reads', due)]
    made.store.wake('notifications')
    expect(queue).toHaveBeenCalledTimes(1)
    expect(due).not.toHaveBeenCalled()
    for (const stop of stops) stop()
    made.store.wake('notifications')
    expect(queue).toHaveBeenCalledTimes(1)
  })

  it('repeat every second, so that a lost wake costs no more', async () => {
    const mock = vi.fn()
    const stop = made.store.onWake('changes', mock)
    await expect.poll(() => mock.mock.calls.length, { timeout: 60_000 }).toBeGreaterThanOrEqual(2)
    stop()
  })
})

describe.runIf(hasPostgres)('wakes of a PostgreSQL server', () => {
  let made: TestStore
  let other: Store
  beforeAll(async () => {
    made = await createTestStore('postgres')
    other = await made.openSecondStore()
  })
  afterAll(async () => {
    await other.close()
    await made.remove()
  })

  /** Sends wakes until the listener receives one; the listener's own polling is switched off. */
  async function heardFrom(sender: Store, listener: Store): Promise<void> {
    const mock = vi.fn()
    const never = vi.spyOn(globalThis, 'setInterval').mockImplementation(() => setTimeout(() => undefined, 0))
    const stop = listener.onWake('reads', mock)
    never.mockRestore()
    await expect
      .poll(
        () => {
          sender.wake('reads')
          return mock.mock.calls.length
        },
        { timeout: 60_000 },
      )
      .toBeGreaterThan(0)
    stop()
  }

  it('reach the other instance', async () => {
    await heardFrom(made.store, other)
    await heardFrom(other, made.store)
  })

  it('reach the other instance again after its connection was cut', async () => {
    await heardFrom(made.store, other)
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and query = 'listen paydesk_wake'`.execute(made.store.db)
    await heardFrom(made.store, other)
  })
})
