import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { DatabaseSchema } from '../database/schema/schema.ts'

/**
 * Clock skew (ms) allowed between instances: the numbers of entries, not their times, give the order of
 * writing.
 */
const maxClockSkewMs = 900_000

/**
 * Finds the range of entry numbers written in this time span (ms since 1970, both inclusive) by the index
 * over time; null if there are none. Clock skew widens the range.
 */
export async function findAuditEntryNumbersBetween(
  db: Kysely<DatabaseSchema>,
  { from, to }: { readonly from: number | null; readonly to: number | null },
): Promise<{ readonly first: number; readonly last: number } | null> {
  const number = async (query: RawBuilder<{ seq: number }>) => (await query.execute(db)).rows[0]?.seq
  const first =
    from === null
      ? 0
      : await number(
          sql`select seq from audit where time_ms >= ${from - maxClockSkewMs} order by time_ms limit 1`,
        )
  const last =
    to === null
      ? Number.MAX_SAFE_INTEGER
      : await number(
          sql`select seq from audit where time_ms <= ${to + maxClockSkewMs} order by time_ms desc limit 1`,
        )
  if (first === undefined || last === undefined) return null
  return { first: Number(first), last: Number(last) }
}
