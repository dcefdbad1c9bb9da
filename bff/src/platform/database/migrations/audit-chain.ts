import { type Kysely, sql } from 'kysely'
import { type ColumnDialect, createTables, createTextType, notNull } from './columns.ts'

/** Both tables only ever grow, as `audit` does: the database refuses the rest. */
async function enforceAppendOnly(db: Kysely<unknown>, table: string, isEmbedded: boolean): Promise<void> {
  if (isEmbedded) {
    for (const deed of ['update', 'delete'])
      await sql
        .raw(
          `create trigger ${table}_no_${deed} before ${deed} on ${table} begin select raise(abort, 'audit is append-only'); end`,
        )
        .execute(db)
    return
  }
  // The function is the one of migration 001.
  for (const [name, deeds, each] of [
    [`${table}_append_only`, 'update or delete', 'row'],
    [`${table}_no_truncate`, 'truncate', 'statement'],
  ])
    await sql
      .raw(
        `create trigger ${name} before ${deeds} on ${table} for each ${each} execute function audit_refuse()`,
      )
      .execute(db)
}

/**
 * A place in a chain for every entry. What is in `audit` already stays as it is and gets its place at the
 * next start (audit/adopt.ts): that may take longer than a migration should.
 */
export async function createAuditChainTables(
  db: Kysely<unknown>,
  dialect: ColumnDialect & { readonly name: 'sqlite' | 'postgres' },
): Promise<void> {
  const text = createTextType(dialect)
  await createTables(
    db,
    {
      audit_links: [
        ['chain', text(20, notNull)],
        ['n', `bigint ${notNull}`],
        ['seq', `bigint ${notNull}`],
        ['prev', text(64, notNull)],
        ['hash', text(64, notNull)],
      ],
      audit_adoption: [['entries', `bigint ${notNull}`]],
    },
    [
      'create unique index audit_links_once on audit_links (chain, n)',
      'create unique index audit_links_of on audit_links (seq)',
    ],
  )
  await sql
    .raw('insert into audit_adoption (entries) select count(*) from audit having count(*) > 0')
    .execute(db)
  for (const table of ['audit_links', 'audit_adoption'])
    await enforceAppendOnly(db, table, dialect.name === 'sqlite')
}
