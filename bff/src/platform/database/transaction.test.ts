import { sql, type Transaction } from 'kysely'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  getCurrentRequestDeadline,
  type RequestDeadline,
  runWithDeadline,
} from '../problem/request-deadline.ts'
import type { DatabaseSchema } from './schema/schema.ts'
import { createTestStore, databaseKinds, hasPostgres, type TestStore } from './test-store.test-kit.ts'
import { withRequestTransaction, withTransaction } from './transaction.ts'

const gate = () => {
  let open = () => {}
  const opened = new Promise<void>((done) => {
    open = done
  })
  return { open, opened }
}

/** Stops the clock until the test advances it, so that the time that the database takes does not count. */
const holdTime = () =>
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldClearNativeTimers: true })
const turn = () => new Promise((done) => setImmediate(done))

async function isOver(time: RequestDeadline | null): Promise<void> {
  while (time?.isExpired !== true) await turn()
}

describe.each(databaseKinds)('a transaction of a request (%s)', (backing) => {
  let made: TestStore
  beforeAll(async () => {
    made = await createTestStore(backing)
  })
  afterAll(() => made.remove())
  beforeEach(() => made.store.db.deleteFrom('leases').execute())
  afterEach(() => vi.useRealTimers())

  const insert = (trx: Transaction<DatabaseSchema>, name: string) =>
    trx.insertInto('leases').values({ name, holder: 'x', term: 1, until: 1 }).execute()
  const names = async () =>
    (await made.store.db.selectFrom('leases').select('name').orderBy('name').execute()).map(
      ({ name }) => name,
    )
  const id = (thrown: unknown) => (thrown instanceof Error && 'id' in thrown ? thrown.id : thrown)

  it('is not committed after the request was answered with a timeout', async () => {
    const { open, opened } = gate()
    const ends: Promise<unknown>[] = []
    const given = runWithDeadline(50, () => {
      const work = withRequestTransaction(made.store, 'a', async (trx) => {
        await insert(trx, 'late')
        await opened
      })
      ends.push(work.catch(id))
      return work
    })
    expect(id(await given.catch((thrown: unknown) => thrown))).toBe('upstream_timeout')
    open()
    expect(await Promise.all(ends)).toEqual(['upstream_timeout'])
    expect(await names()).toEqual([])
  })

  it('is not begun if it gets the lock after the timeout', async () => {
    const { open, opened } = gate()
    const before = withRequestTransaction(made.store, 'a', async () => opened)
    let begun = false
    const ends: Promise<unknown>[] = []
    const given = runWithDeadline(50, () => {
      const work = withRequestTransaction(made.store, 'a', async () => {
        begun = true
      })
      ends.push(work.catch(id))
      return work
    })
    expect(id(await given.catch((thrown: unknown) => thrown))).toBe('upstream_timeout')
    open()
    await before
    expect(await Promise.all(ends)).toEqual(['upstream_timeout'])
    expect(begun).toBe(false)
  })

  it('gives its result if it was committed in time, though the rest took too long', async () => {
    holdTime()
    const given = await runWithDeadline(2_000, async () => {
      await withRequestTransaction(made.store, 'a', (trx) => insert(trx, 'first'))
      vi.advanceTimersByTime(2_000)
      await isOver(getCurrentRequestDeadline())
      return 'done'
    })
    expect(given).toBe('done')
    expect(await names()).toEqual(['first'])
  })

  it('is committed without a deadline, and within the deadline', async () => {
    await withRequestTransaction(made.store, 'a', (trx) => insert(trx, 'own'))
    holdTime()
    await runWithDeadline(20_000, () =>
      withRequestTransaction(made.store, 'a', (trx) => insert(trx, 'in time')),
    )
    expect(await names()).toEqual(['in time', 'own'])
  })

  it('waits for earlier work under the same key, even if that work failed, and not for other keys', async () => {
    const { open, opened } = gate()
    const order: string[] = []
    const first = withRequestTransaction(made.store, 'a', async () => {
      order.push('first')
      throw new Error('own')
    })
    const second = withRequestTransaction(made.store, 'a', async () => {
      order.push('second')
    })
    await expect(first).rejects.toThrow('own')
    await second
    const held = withRequestTransaction(made.store, 'b', () => opened)
    // Skip the embedded database: its single writer makes other keys wait as well.
    if (backing === 'postgres')
      await withRequestTransaction(made.store, 'c', async () => void order.push('beside'))
    open()
    await held
    expect(order).toEqual(['first', 'second', ...(backing === 'postgres' ? ['beside'] : [])])
  })
})

describe.runIf(hasPostgres)('a slow commit (postgres)', () => {
  let made: TestStore
  beforeAll(async () => {
    made = await createTestStore('postgres')
    await sql`create function slow() returns trigger language plpgsql as
      $$ begin perform pg_advisory_xact_lock(1); return null; end $$`.execute(made.store.db)
    await sql`create constraint trigger slow_commit after insert on leases deferrable initially deferred
      for each row execute function slow()`.execute(made.store.db)
  })
  afterAll(() => made.remove())
  afterEach(() => vi.useRealTimers())

  /** Blocks every commit until `letGo` is called; `reached` resolves when a commit waits. */
  async function holdCommits() {
    const other = new pg.Client({ connectionString: made.databaseUrl ?? '' })
    await other.connect()
    await other.query('select pg_advisory_lock(1)')
    const commits = `select pid from pg_stat_activity where datname = current_database()
      and wait_event = 'advisory' and query ilike 'commit%'`
    return {
      async reached(): Promise<void> {
        while ((await other.query(commits)).rows.length === 0) await turn()
      },
      cut: () => other.query(`select pg_terminate_backend(pid) from (${commits}) as waiting`),
      letGo: () => other.end(),
    }
  }

  it('is answered with its result if it began in time', async () => {
    const row = { name: 'slow', holder: 'x', term: 1, until: 1 }
    const held = await holdCommits()
    holdTime()
    let time: RequestDeadline | null = null
    const given = runWithDeadline(1_000, async () => {
      time = getCurrentRequestDeadline()
      await withRequestTransaction(made.store, 'a', (trx) => trx.insertInto('leases').values(row).execute())
      return 'recorded'
    })
    await held.reached()
    vi.advanceTimersByTime(1_000)
    await isOver(time)
    await held.letGo()
    expect(await given).toBe('recorded')
    expect(await made.store.db.selectFrom('leases').select('name').execute()).toEqual([{ name: 'slow' }])
  })

  it('is reported as maybe recorded if its connection is lost', async () => {
    const row = { name: 'lost', holder: 'x', term: 1, until: 1 }
    const held = await holdCommits()
    const ended = withRequestTransaction(made.store, 'a', (trx) =>
      trx.insertInto('leases').values(row).execute(),
    )
    // Expect the rejection before the cut: it may arrive before the cut is confirmed.
    const rejected = expect(ended).rejects.toMatchObject({ id: 'maybe_recorded' })
    await held.reached()
    await held.cut()
    await rejected
    // A transaction outside of a request keeps its own error.
    await expect(withTransaction(made.store, () => Promise.reject(new Error('own')))).rejects.toThrow('own')
    await held.letGo()
  })
})
