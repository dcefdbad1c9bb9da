import { type Kysely, sql } from 'kysely'
import { type ColumnDialect, createTables, createTextType, notNull } from './columns.ts'

/**
 * Migration 011: entries by person and by time, in the order in which they were written, and the identity
 * records of a customer.
 */
export async function extendAuditLog(db: Kysely<unknown>, words: ColumnDialect): Promise<void> {
  const text = createTextType(words)
  await createTables(
    db,
    {
      identity_owners: [
        ['identity', text(24, 'primary key')],
        ['customer', text(24, notNull)],
      ],
    },
    [
      'create index identity_owners_of on identity_owners (customer)',
      // In the place of the one by person and time: an entry costs one index more, not two.
      'create index audit_by_person on audit (actor_subject, actor_issuer, seq)',
      'create index audit_by_time on audit (time_ms)',
    ],
  )
  await sql.raw('drop index audit_by_actor').execute(db)
}
