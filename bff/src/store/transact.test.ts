import { sql, type Transaction } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { answeredWithin, callTime } from '../http/call-time.ts'
import { backings, type NewStore, newStore } from './new-store.test-kit.ts'
import type { Schema } from './schema.ts'
import { transact, transactInCall } from './transact.ts'

const gate = () => {
  let open = () => {}
  const opened = new Promise<void>((done) => {
    open = done
  })
  return { open, opened }
}

describe.each(backings)('what is written while somebody waits (%s)', (backing) => {
  let made: NewStore
  beforeAll(async () => {
    made = await newStore(backing)
  })
  afterAll(() => made.remove())
  beforeEach(() => made.store.db.deleteFrom('leases').execute())

  const insert = (trx: Transaction<Schema>, name: string) =>
    trx.insertInto('leases').values({ name, holder: 'x', term: 1, until: 1 }).execute()
  const names = async () =>
    (await made.store.db.selectFrom('leases').select('name').orderBy('name').execute()).map(
      ({ name }) => name,
    )
  const id = (thrown: unknown) => (thrown instanceof Error && 'id' in thrown ? thrown.id : thrown)

  it('is not committed once it was answered as given up', async () => {
    const { open, opened } = gate()
    const ends: Promise<unknown>[] = []
    const given = answeredWithin(50, () => {
      const work = transactInCall(made.store, 'a', async (trx) => {
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

  it('is not even begun where its turn comes after that', async () => {
    const { open, opened } = gate()
    const before = transactInCall(made.store, 'a', async () => opened)
    let begun = false
    const ends: Promise<unknown>[] = []
    const given = answeredWithin(50, () => {
      const work = transactInCall(made.store, 'a', async () => {
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

  it('that was committed before is answered, though the rest took too long', async () => {
    const given = await answeredWithin(2_000, async () => {
      await transactInCall(made.store, 'a', (trx) => insert(trx, 'first'))
      const time = callTime()
      await vi.waitFor(() => expect(time?.isOver).toBe(true), { interval: 5, timeout: 10_000 })
      return 'done'
    })
    expect(given).toBe('done')
    expect(await names()).toEqual(['first'])
  })

  it('of nobody’s call is not given up, and in time it is committed', async () => {
    await transactInCall(made.store, 'a', (trx) => insert(trx, 'own'))
    await answeredWithin(20_000, () => transactInCall(made.store, 'a', (trx) => insert(trx, 'in time')))
    expect(await names()).toEqual(['in time', 'own'])
  })

  it('about one thing goes one after another, whoever failed before; about another thing beside it', async () => {
    const { open, opened } = gate()
    const order: string[] = []
    const first = transactInCall(made.store, 'a', async () => {
      order.push('first')
      throw new Error('own')
    })
    const second = transactInCall(made.store, 'a', async () => {
      order.push('second')
    })
    await expect(first).rejects.toThrow('own')
    await second
    const held = transactInCall(made.store, 'b', () => opened)
    // The embedded database has one writer: there another thing waits for it all the same.
    if (backing === 'postgres') await transactInCall(made.store, 'c', async () => void order.push('beside'))
    open()
    await held
    expect(order).toEqual(['first', 'second', ...(backing === 'postgres' ? ['beside'] : [])])
  })
})

describe('a commit that takes long (postgres)', () => {
  let made: NewStore
  beforeAll(async () => {
    made = await newStore('postgres')
    await sql`create function slow() returns trigger language plpgsql as
      $$ begin perform pg_sleep(case new.name when 'lost' then 20 else 1.6 end); return null; end $$`.execute(
      made.store.db,
    )
    await sql`create constraint trigger slow_commit after insert on leases deferrable initially deferred
      for each row execute function slow()`.execute(made.store.db)
  })
  afterAll(() => made.remove())

  it('and had begun in time is answered as what it is', async () => {
    const row = { name: 'slow', holder: 'x', term: 1, until: 1 }
    const begun = performance.now()
    const given = await answeredWithin(1_000, async () => {
      await transactInCall(made.store, 'a', (trx) => trx.insertInto('leases').values(row).execute())
      return 'recorded'
    })
    expect(given).toBe('recorded')
    expect(performance.now() - begun).toBeGreaterThan(1_500)
    expect(await made.store.db.selectFrom('leases').select('name').execute()).toEqual([{ name: 'slow' }])
  })

  it('and never comes back is not said to have failed', async () => {
    const row = { name: 'lost', holder: 'x', term: 1, until: 1 }
    // There before: the commit lasts only so long.
    const other = await made.again()
    const ended = transactInCall(made.store, 'a', (trx) => trx.insertInto('leases').values(row).execute())
    await vi.waitFor(
      async () => {
        const { rows } = await sql`select pg_terminate_backend(pid) from pg_stat_activity
          where datname = current_database() and state = 'active' and query ilike 'commit%'`.execute(other.db)
        expect(rows).toHaveLength(1)
      },
      { interval: 5, timeout: 10_000 },
    )
    await expect(ended).rejects.toMatchObject({ id: 'maybe_recorded' })
    // Work of nobody who waits keeps its own failure.
    await expect(transact(made.store, () => Promise.reject(new Error('own')))).rejects.toThrow('own')
    await other.close()
  })
})
