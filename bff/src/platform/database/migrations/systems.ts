import type { Kysely } from 'kysely'
import { type Column, createTables, makeText, need, time, type Words } from './columns.ts'

const tables = (text: ReturnType<typeof makeText>): Readonly<Record<string, readonly Column[]>> => ({
  systems: [
    ['id', text(24, 'primary key')],
    ['environment', text(20, need)],
    ['merchant', text(64, need)],
    ['label', text(60, need)],
    ['scopes', `text ${need}`],
    ['lookup', text(64, need)],
    ['begins', text(16, need)],
    ['issuer', `text ${need}`],
    ['subject', `text ${need}`],
    ['name', `text ${need}`],
    ['made_at', `${time} ${need}`],
    ['ends_at', `${time} ${need}`],
    ['used_at', time],
    ['revoked_at', time],
    ['revoked_issuer', 'text'],
    ['revoked_subject', 'text'],
    ['revoked_name', 'text'],
  ],
  system_calls: [
    ['system', text(24, need)],
    ['lookup', text(64, need)],
    ['digest', text(64, need)],
    ['request', text(24)],
    ['nth', `integer ${need}`],
    ['at', `${time} ${need}`],
    ['', 'primary key (system, lookup)'],
  ],
})

const indexes: readonly string[] = [
  'create unique index systems_key on systems (lookup)',
  'create index systems_listed on systems (environment, made_at)',
]

/** Migration 019: keys of the merchant's own systems, and what they asked for with them. */
export function createSystems(db: Kysely<unknown>, words: Words): Promise<void> {
  return createTables(db, tables(makeText(words)), indexes)
}
