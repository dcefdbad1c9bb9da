import { type Kysely, sql } from 'kysely'
import { type ColumnDialect, createTables, createTextType, notNull } from './columns.ts'

/** True for an entry of `audit` or of `audit_links` that a checkpoint covers. */
const coverageConditions = {
  audit: `exists (select 1 from audit_links l join audit_checkpoints c on c.chain = l.chain and c.n >= l.n
    where l.seq = old.seq)`,
  audit_links: 'exists (select 1 from audit_checkpoints c where c.chain = old.chain and c.n >= old.n)',
} as const

async function createEmbeddedTriggers(db: Kysely<unknown>): Promise<void> {
  const refuse = `begin select raise(abort, 'audit is append-only'); end`
  for (const deed of ['update', 'delete'])
    await sql
      .raw(`create trigger audit_checkpoints_no_${deed} before ${deed} on audit_checkpoints ${refuse}`)
      .execute(db)
  for (const [table, condition] of Object.entries(coverageConditions)) {
    await sql.raw(`drop trigger ${table}_no_delete`).execute(db)
    await sql
      .raw(`create trigger ${table}_no_delete before delete on ${table} when not ${condition} ${refuse}`)
      .execute(db)
  }
}

async function createPostgresTriggers(db: Kysely<unknown>): Promise<void> {
  for (const [name, deeds, each] of [
    ['audit_checkpoints_append_only', 'update or delete', 'row'],
    ['audit_checkpoints_no_truncate', 'truncate', 'statement'],
  ])
    await sql
      .raw(
        `create trigger ${name} before ${deeds} on audit_checkpoints for each ${each} execute function audit_refuse()`,
      )
      .execute(db)
  for (const [table, condition] of Object.entries(coverageConditions))
    for (const statement of [
      `create function ${table}_refuse_uncovered() returns trigger language plpgsql as $$ begin
        if ${condition} then return old; end if;
        raise exception 'audit is append-only'; end $$`,
      `drop trigger ${table}_append_only on ${table}`,
      `create trigger ${table}_append_only before update on ${table} for each row execute function audit_refuse()`,
      `create trigger ${table}_cut_only before delete on ${table} for each row
        execute function ${table}_refuse_uncovered()`,
    ])
      await sql.raw(statement).execute(db)
}

/**
 * Migration 012: what a cut by retention leaves. From now on the databases refuse a deletion unless a
 * checkpoint that is committed covers the entry; whether that is signed, verification asks.
 */
export async function createAuditCheckpointTable(
  db: Kysely<unknown>,
  dialect: ColumnDialect & { readonly name: 'sqlite' | 'postgres' },
): Promise<void> {
  const text = createTextType(dialect)
  await createTables(
    db,
    {
      audit_checkpoints: [
        ['id', dialect.identity],
        ['chain', text(20, notNull)],
        ['n', `bigint ${notNull}`],
        ['line', `text ${notNull}`],
      ],
    },
    ['create unique index audit_checkpoints_once on audit_checkpoints (chain, n)'],
  )
  await (dialect.name === 'sqlite' ? createEmbeddedTriggers(db) : createPostgresTriggers(db))
}
