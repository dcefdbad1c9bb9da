import type { Kysely } from 'kysely'
import { type Column, createTables, makeText, need, time, type Words } from './columns.ts'

const tables = (
  identity: string,
  text: ReturnType<typeof makeText>,
): Readonly<Record<string, readonly Column[]>> => ({
  caller_checks: [
    ['seq', identity],
    ['environment', text(20, need)],
    ['customer', text(40, need)],
    ['kind', text(16, need)],
    ['issuer', `text ${need}`],
    ['subject', `text ${need}`],
    ['at', `${time} ${need}`],
    ['status', text(8, need)],
  ],
})

const indexes: readonly string[] = [
  'create index caller_checks_of_customer on caller_checks (environment, customer, kind, at)',
  'create index caller_checks_of_person on caller_checks (subject, at)',
  // What is older than any limit is removed.
  'create index caller_checks_by_time on caller_checks (at)',
]

/** Part of migration 014: checks of callers are counted over all instances. */
export function createCallers(db: Kysely<unknown>, words: Words): Promise<void> {
  return createTables(db, tables(words.identity, makeText(words)), indexes)
}
