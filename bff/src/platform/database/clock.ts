import { type RawBuilder, sql } from 'kysely'
import type { Store } from './database.ts'

const clockByDialect = {
  sqlite: sql<number>`cast(unixepoch('subsec') * 1000 as integer)`,
  postgres: sql<number>`(extract(epoch from clock_timestamp()) * 1000)::bigint`,
}

/** Returns the database clock in ms since 1970: the clocks of instances may differ by minutes. */
export function getDatabaseClock(dialect: Store['dialect']): RawBuilder<number> {
  return clockByDialect[dialect]
}
