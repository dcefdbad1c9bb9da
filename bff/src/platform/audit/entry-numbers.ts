import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { DatabaseSchema } from '../database/schema/schema.ts'

/** Times of instances may differ by so much (ms): numbers, not times, say in which order entries were written. */
const maxClockSkewMs = 900_000

/**
 * The numbers between which entries of this time (ms since 1970, both inclusive) were written, by the index over
 * time; null where there are none.
 */
export async function findEntryNumbersBetween(
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
