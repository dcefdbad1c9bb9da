import { statSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isDatabaseFailure, openStore, type Store } from './database.ts'
import { patientLimits } from './patient-limits.test-kit.ts'
import { createTestStore, databaseKinds, hasPostgres, type TestStore } from './test-store.test-kit.ts'
import { withTransaction } from './transaction.ts'

describe.each(databaseKinds)('openStore (%s)', (backing) => {
  let made: TestStore
  beforeAll(async () => {
    made = await createTestStore(backing)
  })
  afterAll(() => made.remove())

  it('answers, and opens its own database again', async () => {
    expect(made.store.dialect).toBe(backing === 'embedded' ? 'sqlite' : 'postgres')
    await made.store.ping()
    const again = await made.openSecondStore()
    expect(await again.db.selectFrom('audit').selectAll().execute()).toEqual([])
    await again.close()
  })

  it('reports a database failure once it is closed', async () => {
    const closed = await made.openSecondStore()
    await closed.close()
    const error = await closed.ping().catch((thrown: unknown) => thrown)
    expect(isDatabaseFailure(error)).toBe(true)
  })

  it('distinguishes a failed database from a wrong statement', async () => {
    const wrong = [
      sql`selekt 1`,
      sql`select * from nowhere`,
      sql`insert into audit (time_ms) values (1)`,
      sql`insert into handles (handle, kind, environment, merchant, lookup, sealed, created_at) values ('x', 'y', 'z', 'm', 'l', 's', null)`,
    ]
    for (const statement of wrong) {
      const error = await statement.execute(made.store.db).catch((thrown: unknown) => thrown)
      expect(error).toBeInstanceOf(Error)
      expect(isDatabaseFailure(error)).toBe(false)
    }
  })
})

describe('the embedded database', () => {
  it('uses a write-ahead log and recursive triggers, and belongs to its owner only', async () => {
    const made = await createTestStore('embedded')
    const pragma = async (name: string) =>
      (await sql.raw<Record<string, unknown>>(`pragma ${name}`).execute(made.store.db)).rows[0]
    expect(await pragma('journal_mode')).toEqual({ journal_mode: 'wal' })
    // 1 is NORMAL: Paydesk syncs the log itself (embedded.test.ts).
    expect(await pragma('synchronous')).toEqual({ synchronous: 1 })
    expect(await pragma('recursive_triggers')).toEqual({ recursive_triggers: 1 })
    expect(statSync(made.dataDir).mode & 0o777).toBe(0o700)
    await made.remove()
  })

  it('gives up soon if another process holds a lock, and reports a database failure', async () => {
    const made = await createTestStore('embedded')
    const other = new DatabaseSync(join(made.dataDir, 'paydesk.db'))
    other.exec('begin immediate')
    const error = await made.store.db
      .deleteFrom('sessions')
      .execute()
      .catch((thrown: unknown) => thrown)
    // The statement gave up while the other process still holds the lock.
    expect(isDatabaseFailure(error)).toBe(true)
    other.exec('rollback')
    other.close()
    await made.remove()
  })

  it('reports a database failure if it is read-only, full or missing', async () => {
    const made = await createTestStore('embedded')
    for (const pragma of ['query_only = on', 'max_page_count = 1']) {
      await sql.raw(`pragma ${pragma}`).execute(made.store.db)
      const filling = sql`insert into sessions
        (id_hash, cookie_hash, issuer, subject, sealed, role, created_at, last_used_at, expires_at, authority_at, rights_version)
        select hex(randomblob(8)), hex(randomblob(8)), 'x', 'x', hex(randomblob(9000)), 'x', 0, 0, 0, 0, 0`
      const error = await filling.execute(made.store.db).catch((thrown: unknown) => thrown)
      expect(isDatabaseFailure(error), pragma).toBe(true)
      await sql.raw('pragma query_only = off').execute(made.store.db)
    }
    await made.remove()
    await expect(openStore({ dataDir: '/dev/null/x', databaseUrl: null })).rejects.toThrow()
  })
})

describe('a PostgreSQL server', () => {
  it.runIf(hasPostgres)('is rejected at the start if it acknowledges before syncing', async () => {
    const made = await createTestStore('postgres')
    const client = new pg.Client({ connectionString: made.databaseUrl ?? '' })
    await client.connect()
    const name = new URL(made.databaseUrl ?? '').pathname.slice(1)
    await client.query(`alter database ${name} set synchronous_commit = off`)
    await expect(made.openSecondStore()).rejects.toThrow('synchronous_commit = off')
    await client.query(`alter database ${name} set synchronous_commit = local`)
    await (await made.openSecondStore()).close()
    await client.end()
    await made.remove()
  })

  it.runIf(hasPostgres)(
    'compares texts of our records by bytes, independent of the language of the database',
    async () => {
      const made = await createTestStore('postgres')
      const language = await sql<{ large: boolean }>`select 'b' < 'B' and 'B' < 'c' as large`.execute(
        made.store.db,
      )
      // Precondition: the server's own order differs from the order of bytes.
      expect(language.rows).toEqual([{ large: true }])
      const { rows } = await sql<{ column: string; collation: string | null }>`
      select table_name || '.' || column_name as column, collation_name as collation
      from information_schema.columns
      where table_schema = 'public' and data_type = 'character varying'
        and table_name not in ('handles', 'sessions', 'audit') and table_name not like 'kysely%'`.execute(
        made.store.db,
      )
      expect(rows.length).toBeGreaterThan(30)
      expect(rows.filter(({ collation }) => collation !== 'C')).toEqual([])
      await made.remove()
    },
  )

  it.runIf(hasPostgres)(
    'prepares recurring statements, and prepares them again after another instance changed the table',
    async () => {
      const made = await createTestStore('postgres')
      const { db } = made.store
      const of = (trx: Store['db']) =>
        trx.selectFrom('sessions').selectAll().where('id_hash', '=', 'none').execute()
      const prepared = () =>
        sql<{
          name: string
        }>`select name from pg_prepared_statements where ${true} and statement like '%sessions%'`
          .execute(db)
          .then(({ rows }) => rows.length)
      for (let time = 0; time < 8; time += 1) expect(await of(db)).toEqual([])
      expect(await prepared()).toBe(1)
      for (let length = 1; length < 30; length += 1)
        await db.selectFrom('sessions').select('role').where('role', 'in', Array(length).fill('x')).execute()
      expect(await prepared()).toBe(1)
      await sql`alter table sessions add column later text`.execute(db)
      const failed = await of(db).catch((thrown: unknown) => thrown)
      // A stale statement is reported as a temporary database failure, not as a bug.
      expect(isDatabaseFailure(failed)).toBe(true)
      expect(await of(db)).toEqual([])
      for (let time = 0; time < 8; time += 1) await of(db)
      await sql`alter table sessions drop column later`.execute(db)
      // A transaction retries, so its work succeeds.
      expect(await withTransaction(made.store, of)).toEqual([])
      await made.remove()
    },
  )

  it('fails at the start if it cannot be reached', async () => {
    const open = openStore({ dataDir: '', databaseUrl: 'postgres://paydesk@127.0.0.1:1/none' })
    const error = await open.catch((thrown: unknown) => thrown)
    expect(isDatabaseFailure(error)).toBe(true)
  })

  it.runIf(hasPostgres)(
    'cancels a statement by itself before the client times out, so that nothing is executed later',
    async () => {
      const made = await createTestStore('postgres')
      const { dataDir, databaseUrl } = made
      const databaseLimits = { ...patientLimits, statementMs: 200 }
      const limited = await openStore({ dataDir, databaseUrl, databaseLimits })
      const error = await sql`select pg_sleep(600)`.execute(limited.db).catch((thrown: unknown) => thrown)
      // Check only that the server no longer executes the statement.
      const sleeping = () =>
        sql`select query from pg_stat_activity where datname = current_database()
        and state = 'active' and query like '%pg_sleep(600)'`.execute(made.store.db)
      await expect.poll(async () => (await sleeping()).rows).toEqual([])
      expect(isDatabaseFailure(error)).toBe(true)
      await limited.close()
      await made.remove()
    },
  )

  it.each([
    ['08006', true],
    ['25006', true],
    ['28P01', true],
    ['40001', true],
    ['40P01', true],
    ['53100', true],
    ['53300', true],
    ['55000', true],
    ['55P03', true],
    ['57P01', true],
    ['58030', true],
    ['ECONNREFUSED', true],
    ['ECONNRESET', true],
    ['EPIPE', true],
    ['EAI_AGAIN', true],
    ['ENOTFOUND', true],
    ['23505', false],
    ['22001', false],
    ['42703', false],
    ['25001', false],
    ['ERR_INVALID_ARG_TYPE', false],
    ['53', false],
  ])('reports error code %s as a database failure: %s', (code, failure) => {
    expect(isDatabaseFailure(Object.assign(new Error('x'), { code }))).toBe(failure)
  })

  it('does not report a value without an error code as a database failure', () => {
    for (const thrown of [null, undefined, '53100', { code: '53100' }, new Error('x')])
      expect(isDatabaseFailure(thrown)).toBe(false)
  })
})
