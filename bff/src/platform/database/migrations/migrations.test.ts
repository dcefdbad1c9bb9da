import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Kysely, SqliteDialect, sql } from 'kysely'
import { Migrator } from 'kysely/migration'
import { describe, expect, it } from 'vitest'
import { openStore } from '../database.ts'
import { openPostgres } from '../postgres.ts'
import type { DatabaseSchema } from '../schema/schema.ts'
import { openSqlite } from '../sqlite.ts'
import { createDatabase, databaseKinds } from '../test-store.test-kit.ts'
import { listMigrations, type SqlDialect } from './migrations.ts'

const dialects: Readonly<Record<(typeof databaseKinds)[number], SqlDialect>> = {
  embedded: {
    name: 'sqlite',
    identity: 'integer primary key autoincrement',
    binary: 'collate binary',
  },
  postgres: { name: 'postgres', identity: 'bigserial primary key', binary: 'collate "C"' },
}
const person = { issuer: 'https://id.test', subject: 'ana' }

describe.each(databaseKinds)('a database of the release before (%s)', (backing) => {
  it('keeps its views, decisions and items, and takes what is new', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'paydesk-unit-'))
    const databaseUrl = backing === 'postgres' ? await createDatabase() : null
    const db =
      databaseUrl === null
        ? new Kysely<DatabaseSchema>({
            dialect: new SqliteDialect({ database: openSqlite(join(dataDir, 'paydesk.db')) }),
          })
        : openPostgres(databaseUrl)
    const provider = { getMigrations: async () => listMigrations(dialects[backing]) }
    const { error } = await new Migrator({ db, provider }).migrateTo('003_review')
    expect(error).toBeUndefined()
    const place = { environment: 'stage', merchant: 'demo-merchant', transaction_id: 't-1', ...person }
    // Of then: there was no column of pages.
    await sql`insert into saved_views (id, issuer, subject, environment, name, filter, created_at)
      values ('v_1', ${person.issuer}, ${person.subject}, 'stage', 'Mine', '{}', 1)`.execute(db)
    await db
      .insertInto('decisions')
      .values({
        ...{ ...place, id: 'd_1', concerns: '', verdict: 'accept', reason: 'x', sealed_text: 'x', name: 'x' },
        ...{ at: 1, state: 'MANUAL_REVIEW', print: 'x', needed: '', status: 'withdrawn', live: 0 },
        ...{ withdrawn_at: 2 },
      })
      .execute()
    await sql`insert into sessions (id_hash, issuer, subject, sealed, role, created_at, seen_at, ends_at)
      values ('hash-1', 'i', 's', 'x', 'support', 1, 1, 1), ('hash-2', 'i', 's', 'x', 'support', 1, 1, 1)`.execute(
      db,
    )
    await db.destroy()
    const store = await openStore({ dataDir, databaseUrl })
    const views = await store.db.selectFrom('saved_views').selectAll().execute()
    expect(views).toMatchObject([{ id: 'v_1', page: 'transactions' }])
    const decisions = await store.db.selectFrom('decisions').selectAll().execute()
    expect(decisions).toMatchObject([
      { id: 'd_1', withdrawn_at: 2, withdrawn_name: null, withdrawn_text: null, withdrawn_subject: null },
    ])
    // Each has a name of its own from then on, in which nothing of its hash is.
    const sessions = await store.db.selectFrom('sessions').select(['handle', 'glass_until']).execute()
    expect(sessions).toEqual(
      sessions.map(() => ({ handle: expect.stringMatching(/^w_[0-9a-z]{20}$/), glass_until: null })),
    )
    expect(new Set(sessions.map(({ handle }) => handle)).size).toBe(2)
    for (const table of ['drift_items', 'operator_actions', 'staff', 'review_mentions'] as const)
      expect(await store.db.selectFrom(table).selectAll().execute()).toEqual([])
    await store.close()
    rmSync(dataDir, { recursive: true })
  })
})
