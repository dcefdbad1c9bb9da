import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { migrateDatabase, openStore } from './database.ts'
import { planMigrations, SchemaTooNewError } from './migrations/migrations.ts'
import { patientLimits } from './patient-limits.test-kit.ts'
import { createTestStore, databaseKinds, type TestStore } from './test-store.test-kit.ts'
import { upgradeDatabase } from './upgrade.ts'

const adding: Migration = {
  up: (db) => sql`alter table leases add column note text`.execute(db).then(() => undefined),
}
const failing: Migration = {
  async up(db) {
    await sql`alter table leases add column note text`.execute(db)
    await sql`insert into leases (name, holder, term, until) values ('half', 'x', 1, 1)`.execute(db)
    throw new Error('the second step fails')
  },
}

/** SHA-256 of the files of released migrations, which a database in use was made with. */
const released = {
  'baseline.sql': '5c852f49b7eff0085170ea18fd73223b2bfbb0dd83a67ae776056e601ee91b94',
  'baseline.postgres.sql': 'c1adf81e7dd50bb5b0815489673adf824ea62ca70681db0d36a501a9fef9c0ca',
  'baseline.sqlite.sql': '6b26688a7836578424e6e626fd6f990e7c83f4f45bc6545cb5a2bbf5a6632ce6',
}

it.each(Object.entries(released))('%s of a released version never changes', (file, digest) => {
  const bytes = readFileSync(new URL(`./migrations/${file}`, import.meta.url))
  expect(createHash('sha256').update(bytes).digest('hex')).toBe(digest)
})

describe('planMigrations', () => {
  const known = ['001_baseline', '002_notes']

  it('lists what the database lacks, and tolerates steps of a newer version', () => {
    expect(planMigrations(known, [])).toEqual({ pending: known, later: [] })
    expect(planMigrations(known, ['001_baseline'])).toEqual({ pending: ['002_notes'], later: [] })
    const later = ['003_more', '004_drop_notes_needs_002']
    expect(planMigrations(known, [...known, ...later])).toEqual({ pending: [], later })
  })

  it('refuses a database from which a newer version took away what this one uses', () => {
    expect(() => planMigrations(known, [...known, '003_more', '004_drop_needs_003'])).toThrow(
      SchemaTooNewError,
    )
  })
})

describe.each(databaseKinds)('an upgrade (%s)', (kind) => {
  let made: TestStore
  let copyTo: string
  beforeEach(async () => {
    made = await createTestStore(kind)
    await made.store.db
      .insertInto('leases')
      .values({ name: 'kept', holder: 'me', term: 1, until: 1 })
      .execute()
    copyTo = join(mkdtempSync(join(tmpdir(), 'paydesk-upgrade-')), 'copy')
  })
  afterEach(() => made.remove())
  const where = () => {
    const { dataDir, databaseUrl } = made
    return { dataDir, databaseUrl, databaseLimits: patientLimits }
  }
  /** Closes the store, as an operator stops the embedded Paydesk before an upgrade. */
  const stop = () => (kind === 'embedded' ? made.store.close() : Promise.resolve())
  /** Rows and columns as the version before finds them. */
  async function readLeases(): Promise<readonly Record<string, unknown>[]> {
    const store = await openStore(where())
    try {
      return (await sql<Record<string, unknown>>`select * from leases order by name`.execute(store.db)).rows
    } finally {
      await store.close()
    }
  }

  it('migrates, and the version before runs on beside the new column', async () => {
    await stop()
    const result = await upgradeDatabase(where(), {
      copyTo,
      selfCheck: async () => undefined,
      added: { '900_notes': adding },
    })
    expect(result).toEqual({ outcome: 'upgraded', migrated: ['900_notes'] })
    expect(await readLeases()).toMatchObject([{ name: 'kept', note: null }])
    expect(await migrateDatabase(where())).toEqual([])
  })

  it('leaves nothing of a migration that fails in its middle', async () => {
    await stop()
    await expect(migrateDatabase(where(), { '900_notes': failing })).rejects.toThrow('the second step fails')
    const rows = await readLeases()
    expect(rows.map((row) => [row.name, 'note' in row])).toEqual([['kept', false]])
  })

  it('leaves the database as it was if a migration fails in its middle', async () => {
    await stop()
    const result = await upgradeDatabase(where(), {
      copyTo,
      selfCheck: async () => undefined,
      added: { '900_notes': failing },
    })
    expect(result).toMatchObject({ outcome: 'failed', step: 'migration', isBack: true })
    const rows = await readLeases()
    expect(rows.map((row) => [row.name, 'note' in row])).toEqual([['kept', false]])
  })

  it('has a way back if the new version does not work on the new tables', async () => {
    await stop()
    const result = await upgradeDatabase(where(), {
      copyTo,
      selfCheck: () => Promise.reject(new Error('not ready')),
      added: { '900_notes': adding },
    })
    expect(result).toMatchObject({ outcome: 'failed', step: 'self-check', isBack: kind === 'embedded' })
    const rows = await readLeases()
    expect(rows.map((row) => [row.name, 'note' in row])).toEqual([['kept', kind === 'postgres']])
  })
})
