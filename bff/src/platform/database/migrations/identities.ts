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
  identity_links: [
    ['identity', text(40, 'primary key')],
    ['environment', text(20, notNull)],
    ['merchant', text(64, notNull)],
    ['customer', text(40, notNull)],
    ['lookup', text(64, notNull)],
  ],
  identity_kyc: [
    ['seq', identity],
    ['environment', text(20, notNull)],
    ['identity', text(40, notNull)],
    ['kyc_state', text(64)],
    ['source', text(16, notNull)],
    ['first_at', `${timeType} ${notNull}`],
    ['last_at', `${timeType} ${notNull}`],
  ],
})

const indexes: readonly string[] = [
  'create index identity_links_by_id on identity_links (environment, lookup, merchant)',
  'create index identity_kyc_of on identity_kyc (environment, identity, seq)',
]

/** Part of migration 014: what was seen of identity records. */
export function createIdentityTables(db: Kysely<unknown>, words: ColumnDialect): Promise<void> {
  return createTables(db, tables(words.identity, createTextType(words)), indexes)
}
