import { type Kysely, sql } from 'kysely'
import { createTables, makeText, need, type Words } from './columns.ts'

/**
 * Migration 011: entries by person and by time, in the order in which they were written, and the identity
 * records of a customer.
 */
export async function createTrail(db: Kysely<unknown>, words: Words): Promise<void> {
  const text = makeText(words)
  await createTables(
    db,
    {
      identity_owners: [
        ['identity', text(24, 'primary key')],
        ['customer', text(24, need)],
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
