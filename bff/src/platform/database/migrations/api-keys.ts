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
  text: ReturnType<typeof createTextType>,
): Readonly<Record<string, readonly ColumnDefinition[]>> => ({
  systems: [
    ['id', text(24, 'primary key')],
    ['environment', text(20, notNull)],
    ['merchant', text(64, notNull)],
    ['label', text(60, notNull)],
    ['scopes', `text ${notNull}`],
    ['lookup', text(64, notNull)],
    ['begins', text(16, notNull)],
    ['issuer', `text ${notNull}`],
    ['subject', `text ${notNull}`],
    ['name', `text ${notNull}`],
    ['made_at', `${timeType} ${notNull}`],
    ['ends_at', `${timeType} ${notNull}`],
    ['used_at', timeType],
    ['revoked_at', timeType],
    ['revoked_issuer', 'text'],
    ['revoked_subject', 'text'],
    ['revoked_name', 'text'],
  ],
  system_calls: [
    ['system', text(24, notNull)],
    ['lookup', text(64, notNull)],
    ['digest', text(64, notNull)],
    ['request', text(24)],
    ['nth', `integer ${notNull}`],
    ['at', `${timeType} ${notNull}`],
    ['', 'primary key (system, lookup)'],
  ],
})

const indexes: readonly string[] = [
  'create unique index systems_key on systems (lookup)',
  'create index systems_listed on systems (environment, made_at)',
]

/** Migration 019: keys of the merchant's own systems, and what they asked for with them. */
export function createApiKeyTables(db: Kysely<unknown>, words: ColumnDialect): Promise<void> {
  return createTables(db, tables(createTextType(words)), indexes)
}
