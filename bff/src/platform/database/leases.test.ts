import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Store } from './database.ts'
import { createLeaseStore, type Lease } from './leases.ts'
import { createTestStore, databaseKinds, hasPostgres, type TestStore } from './test-store.test-kit.ts'

describe.each(databaseKinds)('leases (%s)', (backing) => {
  let made: TestStore
  let store: Store
  /** View of a second instance: on PostgreSQL, a separate connection. */
  let other: Store
  let nth = 0
  const newName = () => `lease-${++nth}`

  beforeAll(async () => {
    made = await createTestStore(backing)
    store = made.store
    other = backing === 'postgres' ? await made.openSecondStore() : store
  })
  afterAll(async () => {
    if (other !== store) await other.close()
    await made.remove()
  })

  async function taken(name: string, holder = 'one', ms = 60_000): Promise<Lease> {
    const lease = await createLeaseStore(store).acquire(name, holder, ms)
    if (lease === null) throw new Error('not taken')
    return lease
  }
  const runsOut = (name: string) =>
    store.db.updateTable('leases').set({ until: 1 }).where('name', '=', name).execute()
  const held = (lease: Lease, from = store) =>
    from.db.transaction().execute((trx) => createLeaseStore(from).isStillHeld(trx, lease))

  it('have one holder until they are released', async () => {
    const name = newName()
    const lease = await taken(name)
    expect(await createLeaseStore(other).acquire(name, 'two', 60_000)).toBeNull()
    // Not even the holder acquires the lease twice: a restart under the same name would fence off itself.
    expect(await createLeaseStore(store).acquire(name, 'one', 60_000)).toBeNull()
    await createLeaseStore(store).release(lease)
    expect(await createLeaseStore(other).acquire(name, 'two', 60_000)).toMatchObject({
      holder: 'two',
      term: 2,
    })
  })

  it('pass on when they expire, and fence off the former holder', async () => {
    const name = newName()
    const former = await taken(name, 'one', 60_000)
    expect(await held(former)).toBe(true)
    await runsOut(name)
    // Renewal succeeds: nobody acquired the expired lease.
    expect(await createLeaseStore(store).renew(former, 60_000)).toBe(true)
    await runsOut(name)
    const lease = await createLeaseStore(other).acquire(name, 'two', 60_000)
    expect(lease?.term).toBe(former.term + 1)
    expect(await held(former)).toBe(false)
    expect(await createLeaseStore(store).renew(former, 60_000)).toBe(false)
    await createLeaseStore(store).release(former)
    expect(lease !== null && (await held(lease, other))).toBe(true)
  })

  it('expire by the database clock, not by the clock of the process', async () => {
    const [name, short] = [newName(), newName()]
    await taken(name)
    const before = Date.now
    Date.now = () => before() + 3_600_000
    try {
      expect(await createLeaseStore(other).acquire(name, 'two', 60_000)).toBeNull()
    } finally {
      Date.now = before
    }
    await taken(short, 'one', 500)
    await expect.poll(() => createLeaseStore(other).acquire(short, 'two', 60_000)).not.toBeNull()
  })

  it('go to one of many concurrent callers', async () => {
    const name = newName()
    const all = await Promise.all(
      Array.from({ length: 20 }, (_, at) =>
        createLeaseStore(at % 2 ? store : other).acquire(name, `h${at}`, 60_000),
      ),
    )
    expect(all.filter((one) => one !== null)).toHaveLength(1)
  })
})

describe.runIf(hasPostgres)('leases of a PostgreSQL server', () => {
  it('do not pass on while a write under the lease is in progress', async () => {
    const made = await createTestStore('postgres')
    const { store } = made
    const other = await made.openSecondStore()
    const lease = await createLeaseStore(store).acquire('one', 'former', 1)
    if (lease === null) throw new Error('not taken')
    const order: string[] = []
    let taking: Promise<unknown> = Promise.resolve()
    await store.db.transaction().execute(async (trx) => {
      expect(await createLeaseStore(store).isStillHeld(trx, lease)).toBe(true)
      taking = createLeaseStore(other)
        .acquire('one', 'latter', 60_000)
        .then(() => order.push('taken'))
      // Ask the server that the other caller waits, outside of the transaction, which sees one moment only.
      const waits = sql`select 1 from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`
      await expect.poll(async () => (await waits.execute(store.db)).rows).toHaveLength(1)
      order.push('written')
    })
    await taking
    expect(order).toEqual(['written', 'taken'])
    await other.close()
    await made.remove()
  })
})
