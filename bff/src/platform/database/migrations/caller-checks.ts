import type { Kysely } from 'kysely'
import {
  type ColumnDefinition,
  type ColumnDialect,
  createTables,
  createTextType,
  notNull,
  timeType,
} from './columns.ts'

const tables = (
  identity: string,
  text: ReturnType<typeof createTextType>,
): Readonly<Record<string, readonly ColumnDefinition[]>> => ({
  caller_checks: [
    ['seq', identity],
    ['environment', text(20, notNull)],
    ['customer', text(40, notNull)],
    ['kind', text(16, notNull)],
    ['issuer', `text ${notNull}`],
    ['subject', `text ${notNull}`],
    ['at', `${timeType} ${notNull}`],
    ['status', text(8, notNull)],
  ],
})

const indexes: readonly string[] = [
  'create index caller_checks_of_customer on caller_checks (environment, customer, kind, at)',
  'create index caller_checks_of_person on caller_checks (subject, at)',
  // What is older than any limit is removed.
  'create index caller_checks_by_time on caller_checks (at)',
]

/** Part of migration 014: checks of callers are counted over all instances. */
export function createCallerCheckTable(db: Kysely<unknown>, words: ColumnDialect): Promise<void> {
  return createTables(db, tables(words.identity, createTextType(words)), indexes)
}
