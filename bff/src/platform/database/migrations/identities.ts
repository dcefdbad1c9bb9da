import type { Kysely } from 'kysely'
import { type Column, createTables, makeText, need, time, type Words } from './columns.ts'

const tables = (
  identity: string,
  text: ReturnType<typeof makeText>,
): Readonly<Record<string, readonly Column[]>> => ({
  identity_links: [
    ['identity', text(40, 'primary key')],
    ['environment', text(20, need)],
    ['merchant', text(64, need)],
    ['customer', text(40, need)],
    ['lookup', text(64, need)],
  ],
  identity_kyc: [
    ['seq', identity],
    ['environment', text(20, need)],
    ['identity', text(40, need)],
    ['kyc_state', text(64)],
    ['source', text(16, need)],
    ['first_at', `${time} ${need}`],
    ['last_at', `${time} ${need}`],
  ],
})

const indexes: readonly string[] = [
  'create index identity_links_by_id on identity_links (environment, lookup, merchant)',
  'create index identity_kyc_of on identity_kyc (environment, identity, seq)',
]

/** Part of migration 014: what was seen of identity records. */
export function createIdentities(db: Kysely<unknown>, words: Words): Promise<void> {
  return createTables(db, tables(words.identity, makeText(words)), indexes)
}
