import { copyFileSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Kysely, sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { runWithDeadline } from '../problem/request-deadline.ts'
import { isDatabaseFailure } from './database.ts'
import { EmbeddedDialect } from './embedded.ts'
import type { DatabaseSchema } from './schema/schema.ts'
import { withRequestTransaction } from './transaction.ts'
import { createSqliteWalSync, type SqliteWalSync, UnsyncedCommitError } from './wal-sync.ts'

interface Held {
  /** Syncs that were requested and have not finished yet. */
  readonly open: { done(): void; failed(error: Error): void }[]
  readonly log: SqliteWalSync
}

/** Fakes a disk that takes as long as the test wants. */
function holding(): Held {
  const open: Held['open'] = []
  const synced = () => new Promise<void>((done, failed) => open.push({ done, failed }))
  return { open, log: { waitUntilSynced: synced, failure: () => null, close: async () => undefined } }
}

let folder: string
let disk: Held
let db: Kysely<DatabaseSchema>

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'paydesk-embedded-'))
  disk = holding()
  db = new Kysely<DatabaseSchema>({ dialect: new EmbeddedDialect(join(folder, 'paydesk.db'), disk.log) })
  await ends(sql`create table leases (name text primary key, holder text, term integer, until integer)`)
})
afterEach(async () => {
  await db.destroy()
  rmSync(folder, { recursive: true })
})

/** Executes the statement with a disk that answers at once. */
async function ends(statement: ReturnType<typeof sql>): Promise<void> {
  const done = statement.execute(db)
  await expect.poll(() => disk.open).toHaveLength(1)
  disk.open.splice(0)[0]?.done()
  await done
}

const insert = (name: string, on: Kysely<DatabaseSchema> = db) =>
  on.insertInto('leases').values({ name, holder: 'x', term: 1, until: 1 })
const names = async (on: Kysely<DatabaseSchema> = db) =>
  (await on.selectFrom('leases').select('name').orderBy('name').execute()).map(({ name }) => name)
const settled = (promise: Promise<unknown>) => Promise.race([promise.then(() => true), turns(false)])
async function turns<T>(value: T): Promise<T> {
  for (let turn = 0; turn < 20; turn += 1) await new Promise(setImmediate)
  return value
}

describe('a write to the embedded database', () => {
  const ways: readonly [string, () => Promise<unknown>][] = [
    ['a statement', () => insert('a').execute()],
    ['a statement that gives rows', () => insert('a').returningAll().execute()],
    ['a transaction', () => db.transaction().execute((trx) => insert('a', trx).execute())],
    [
      'a statement with a common table expression',
      () =>
        sql`with some as (select 'a' as name) insert into leases (name) select name from some`.execute(db),
    ],
  ]
  it.each(ways)('is acknowledged once it is on disk: %s', async (_, write) => {
    const written = write()
    expect(await settled(written)).toBe(false)
    expect(disk.open).toHaveLength(1)
    disk.open[0]?.done()
    expect(await settled(written)).toBe(true)
    expect(await names()).toEqual(['a'])
  })

  it('does not block other statements during its sync', async () => {
    const first = db.transaction().execute((trx) => insert('a', trx).execute())
    await turns(null)
    expect(await names()).toEqual(['a'])
    const second = insert('b').execute()
    await turns(null)
    expect(await names()).toEqual(['a', 'b'])
    expect(disk.open).toHaveLength(2)
    for (const one of disk.open) one.done()
    await Promise.all([first, second])
  })

  it('syncs nothing for statements that only read', async () => {
    expect(await names()).toEqual([])
    await db.transaction().execute((trx) => names(trx))
    expect(disk.open).toEqual([])
  })

  it('is rolled back completely if its work fails, and other statements go on', async () => {
    const failed = db.transaction().execute(async (trx) => {
      await insert('a', trx).execute()
      throw new Error('no')
    })
    const after = names()
    await expect(failed).rejects.toThrow('no')
    expect(await after).toEqual([])
    await expect(sql`insert into nowhere values (1)`.execute(db)).rejects.toThrow('nowhere')
    expect(await names()).toEqual([])
    expect(disk.open).toEqual([])
  })

  it('fails as a database failure if the disk is full, in a transaction too', async () => {
    await sql`pragma max_page_count = 1`.execute(db)
    const filling = db.transaction().execute(async (trx) => {
      for (let nth = 0; nth < 2_000; nth += 1) await insert('x'.repeat(200) + nth, trx).execute()
    })
    expect(await filling.catch(isDatabaseFailure)).toBe(true)
    expect(await names()).toEqual([])
  })

  it('is rejected if it comes after the end of its transaction', async () => {
    let stray: Promise<unknown> | undefined
    const done = db.transaction().execute(async (trx) => {
      await insert('a', trx).execute()
      stray = turns(null).then(() => insert('b', trx).execute())
      stray.catch(() => undefined)
    })
    await expect.poll(() => disk.open).toHaveLength(1)
    await expect(stray).rejects.toThrow('committing')
    disk.open[0]?.done()
    await done
    expect(await names()).toEqual(['a'])
  })

  it('of one transaction is never mixed with another transaction', async () => {
    const seen: string[] = []
    const one = (name: string) =>
      db.transaction().execute(async (trx) => {
        seen.push(`${name} begins`)
        await turns(null)
        seen.push(`${name} ends`)
        return names(trx)
      })
    await Promise.all([one('a'), one('b'), one('c')])
    expect(seen).toEqual(['a begins', 'a ends', 'b begins', 'b ends', 'c begins', 'c ends'])
  })

  it('that did not reach the disk is a database failure, and may have been stored', async () => {
    const lost = insert('a').execute()
    const inTransaction = db.transaction().execute((trx) => insert('b', trx).execute())
    const store = { db, dialect: 'sqlite' as const }
    const inCall = runWithDeadline(20_000, () =>
      withRequestTransaction(store, 'c', (trx) => insert('c', trx).execute()),
    )
    await expect.poll(() => disk.open).toHaveLength(3)
    for (const one of disk.open) one.failed(new UnsyncedCommitError('no'))
    const thrown = await Promise.all([lost, inTransaction].map((one) => one.catch((error: unknown) => error)))
    expect(thrown.map(isDatabaseFailure)).toEqual([true, true])
    await expect(inCall).rejects.toMatchObject({ id: 'maybe_recorded' })
    expect(await names()).toEqual(['a', 'b', 'c'])
  })
})

describe('the sync of the write-ahead log', () => {
  it('runs once for all callers that wait during a running sync, after their writes', async () => {
    const waiting: ((error: NodeJS.ErrnoException | null) => void)[] = []
    const log = createSqliteWalSync(join(folder, 'paydesk.db-wal'), (_, done) => waiting.push(done))
    const first = log.waitUntilSynced()
    const others = Promise.all([log.waitUntilSynced(), log.waitUntilSynced(), log.waitUntilSynced()])
    expect(waiting).toHaveLength(1)
    waiting[0]?.(null)
    await first
    expect(await settled(others)).toBe(false)
    const later = log.waitUntilSynced()
    expect(waiting).toHaveLength(2)
    waiting[1]?.(null)
    await others
    expect(await settled(later)).toBe(false)
    const closed = log.close()
    expect(await settled(closed)).toBe(false)
    waiting[2]?.(null)
    await Promise.all([later, closed])
  })

  it('is never tried again after a failure', async () => {
    const waiting: ((error: Error) => void)[] = []
    const log = createSqliteWalSync(join(folder, 'paydesk.db-wal'), (_, done) => waiting.push(done))
    const both = [log.waitUntilSynced(), log.waitUntilSynced()]
    waiting[0]?.(new Error('EIO'))
    for (const one of both) await expect(one).rejects.toBeInstanceOf(UnsyncedCommitError)
    await expect(log.waitUntilSynced()).rejects.toBeInstanceOf(UnsyncedCommitError)
    expect(waiting).toHaveLength(1)
    expect(log.failure()).toBeInstanceOf(UnsyncedCommitError)
    await log.close()
  })

  it('may be tried again if it could not begin, and times out if it does not end', async () => {
    const path = join(folder, 'late')
    const waiting: ((error: null) => void)[] = []
    const log = createSqliteWalSync(path, (_, done) => waiting.push(done), 10_000)
    await expect(log.waitUntilSynced()).rejects.toBeInstanceOf(UnsyncedCommitError)
    writeFileSync(path, '')
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    try {
      for (let time = 0; time < 2; time += 1) {
        const given = expect(log.waitUntilSynced()).rejects.toThrow('does not answer')
        await vi.advanceTimersByTimeAsync(10_000)
        await given
      }
    } finally {
      vi.useRealTimers()
    }
    expect(log.failure()).toBeNull()
    waiting[0]?.(null)
    await turns(null)
    const synced = log.waitUntilSynced()
    waiting[1]?.(null)
    await turns(null)
    waiting[2]?.(null)
    await synced
    await log.close()
  })
})

describe('after a failed sync', () => {
  it('rejects writes and reads until the next start, which begins with an empty log', async () => {
    const path = join(folder, 'failing.db')
    const open = (sync: (file: number, done: (error: Error | null) => void) => void) => {
      const log = createSqliteWalSync(`${path}-wal`, sync)
      return new Kysely<DatabaseSchema>({ dialect: new EmbeddedDialect(path, log) })
    }
    const failing = open((_, done) => done(new Error('EIO')))
    const table = sql`create table leases (name text, holder text, term integer, until integer)`
    await expect(table.execute(failing)).rejects.toBeInstanceOf(UnsyncedCommitError)
    await expect(names(failing)).rejects.toBeInstanceOf(UnsyncedCommitError)
    await expect(failing.transaction().execute(names)).rejects.toBeInstanceOf(UnsyncedCommitError)
    expect(statSync(`${path}-wal`).size).toBeGreaterThan(0)
    // Keep the log as it is, as after a kill.
    copyFileSync(path, join(folder, 'next.db'))
    copyFileSync(`${path}-wal`, join(folder, 'next.db-wal'))
    await failing.destroy()
    const next = new Kysely<DatabaseSchema>({
      dialect: new EmbeddedDialect(join(folder, 'next.db'), createSqliteWalSync(join(folder, 'next.db-wal'))),
    })
    expect(await names(next)).toEqual([])
    expect(statSync(join(folder, 'next.db-wal')).size).toBe(0)
    await next.destroy()
  })
})
