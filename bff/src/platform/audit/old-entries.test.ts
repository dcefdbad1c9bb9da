import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { sql } from 'kysely'
import { Migrator } from 'kysely/migration'
import { afterEach, describe, expect, it } from 'vitest'
import { openStore, type Store } from '../database/database.ts'
import { listMigrations } from '../database/migrations/migrations.ts'
import {
  createTestStore,
  type DatabaseKind,
  databaseKinds,
  type TestStore,
} from '../database/test-store.test-kit.ts'
import { pickByRunLength } from '../runtime/run-length.test-kit.ts'
import { createAuditLog } from './audit-log.ts'
import { addOldEntriesToChains } from './old-entries.ts'
import { createTestEntry } from './test-audit-log.test-kit.ts'
import { openAuditLogReader } from './verification/audit-log-reader.ts'
import { verifyAuditLog } from './verification/verify.ts'

const old = (nth: number) => ({
  time_ms: 1_748_772_000_000 + nth,
  instance: 'before',
  action: 'customer.viewed',
  result: 'allowed' as const,
  environment: nth % 5 === 0 ? null : nth % 3 === 0 ? 'live' : 'stage',
  reference: `PD-${String(nth).padStart(10, '0')}`,
})

const words = {
  embedded: { name: 'sqlite', identity: 'integer primary key autoincrement', binary: 'collate binary' },
  postgres: { name: 'postgres', identity: 'bigserial primary key', binary: 'collate "C"' },
} as const

/** A database as an older version left it: entries, and no table of chains. */
async function asBefore({ store: { db } }: TestStore, backing: DatabaseKind, entries: number): Promise<void> {
  if (backing === 'postgres') await sql`drop schema public cascade; create schema public`.execute(db)
  else {
    await sql`pragma foreign_keys = off`.execute(db)
    for (const { name } of await db.introspection.getTables({ withInternalKyselyTables: true }))
      await sql`drop table ${sql.table(name)}`.execute(db)
    await sql`pragma foreign_keys = on`.execute(db)
  }
  const { error } = await new Migrator({
    db,
    provider: { getMigrations: async () => listMigrations(words[backing]) },
  }).migrateTo('008_withdrawn_by')
  if (error) throw error
  for (let from = 0; from < entries; from += 1_000) {
    const rows = Array.from({ length: Math.min(1_000, entries - from) }, (_, at) => old(from + at + 1))
    await db.insertInto('audit').values(rows).execute()
  }
}

const linksIn = (store: Store) =>
  store.db
    .selectFrom('audit_links')
    .select((of) => of.fn.countAll<number>().as('links'))
    .executeTakeFirstOrThrow()
    .then(({ links }) => Number(links))

async function verified(made: TestStore) {
  const source = await openAuditLogReader(made)
  const { findings, ...rest } = await verifyAuditLog(source, { heads: new Map(), bad: [] })
  await source.close()
  return { ...rest, findings: findings.filter(({ what }) => what !== 'no head') }
}

/** Adopts, and kills itself before the statement after so many. */
const adopter = `
  const { openStore } = await import(process.env.STORE)
  const { addOldEntriesToChains } = await import(process.env.ADOPT)
  const store = await openStore({ dataDir: process.env.DATA_DIR, databaseUrl: process.env.URL || null })
  let left = Number(process.env.STATEMENTS)
  const mortal = {
    transformQuery({ node }) {
      if (left === 0) process.kill(process.pid, 'SIGKILL')
      left -= 1
      return node
    },
    transformResult: async ({ result }) => result,
  }
  await addOldEntriesToChains({ ...store, db: store.db.withPlugin(mortal) })
  await store.close()`

function startAdopting({ dataDir, databaseUrl }: TestStore, statements: number) {
  const at = (file: string) => join(import.meta.dirname, file)
  const env = {
    PATH: process.env.PATH,
    STORE: at('../database/database.ts'),
    ADOPT: at('old-entries.ts'),
    DATA_DIR: dataDir,
    URL: databaseUrl ?? '',
    STATEMENTS: String(statements),
  }
  return spawn(process.execPath, ['--input-type=module', '-e', adopter], {
    env,
    stdio: ['ignore', 'inherit', 'inherit'],
  })
}

describe.each(databaseKinds)(
  'entries from before there were chains (%s)',
  { timeout: 120_000 },
  (backing) => {
    let made: TestStore
    afterEach(() => made.remove())

    it('get their places in the order in which they were written, and the chain says so', async () => {
      made = await createTestStore(backing)
      const entries = pickByRunLength(1_100, 2_500)
      await asBefore(made, backing, entries)
      const store = await made.openSecondStore()
      await addOldEntriesToChains(store)
      const log = createAuditLog(store, 'after')
      await log.append(createTestEntry(1))
      expect(await verified(made)).toMatchObject({ entries: entries + 2, findings: [] })
      const [stated] = await store.db
        .selectFrom('audit')
        .selectAll()
        .where('instance', '!=', 'before')
        .execute()
      expect(stated).toMatchObject({ action: 'trail.adopted', reason: `rows:${entries}`, environment: null })
      const { rows } = await sql<{
        n: number
      }>`select n from audit_links where chain = 'stage' order by seq`.execute(store.db)
      expect(rows.map(({ n }) => n)).toEqual(rows.map((_, at) => at + 1))
      await store.close()
    })

    it('are adopted once: what is found without a place later is reported', async () => {
      made = await createTestStore(backing)
      await asBefore(made, backing, 10)
      const store = await made.openSecondStore()
      await addOldEntriesToChains(store)
      await store.db.insertInto('audit').values(old(11)).execute()
      await addOldEntriesToChains(store)
      expect((await verified(made)).findings).toMatchObject([{ what: 'outside', chain: 'stage' }])
      await store.close()
    })

    it('are not looked for in a database that began with chains', async () => {
      made = await createTestStore(backing)
      await made.store.db.insertInto('audit').values(old(1)).execute()
      const store = await made.openSecondStore()
      await addOldEntriesToChains(store)
      expect(await linksIn(store)).toBe(0)
      expect((await verified(made)).findings).toMatchObject([{ what: 'outside' }])
      await store.close()
    })

    it('are adopted to the end whenever that was killed', { timeout: 600_000 }, async () => {
      made = await createTestStore(backing)
      const entries = pickByRunLength(2_100, 20_000)
      await asBefore(made, backing, entries)
      const reached: number[] = []
      // In the middle of the second transaction, each time; in the long form before every one of its statements.
      for (const statements of pickByRunLength([9, 9], [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13])) {
        const [, signal] = await once(startAdopting(made, statements), 'exit')
        expect(signal).toBe('SIGKILL')
        reached.push(await linksIn(made.store))
      }
      const store = await openStore(made)
      await Promise.all([addOldEntriesToChains(store)])
      expect(reached).toEqual(reached.toSorted((a, b) => a - b))
      expect(reached.at(-1), String(reached)).toBeGreaterThan(0)
      expect(reached.at(-1), String(reached)).toBeLessThan(entries)
      expect(await verified(made)).toMatchObject({ entries: entries + 1, findings: [] })
      await store.close()
    })
  },
)
