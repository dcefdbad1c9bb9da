import { type RawBuilder, sql } from 'kysely'
import type { Store } from './database.ts'

const clockByDialect = {
  sqlite: sql<number>`cast(unixepoch('subsec') * 1000 as integer)`,
  postgres: sql<number>`(extract(epoch from clock_timestamp()) * 1000)::bigint`,
}

/** The database's own clock in ms since 1970: clocks of instances may differ by minutes, it has one. */
export function getDatabaseClock(dialect: Store['dialect']): RawBuilder<number> {
  return clockByDialect[dialect]
}
