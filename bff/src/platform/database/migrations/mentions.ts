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
  staff: [
    ['handle', text(24, 'primary key')],
    ['issuer', `text ${notNull}`],
    ['subject', `text ${notNull}`],
    ['name', `text ${notNull}`],
    ['roles', text(80, notNull)],
    ['merchants', 'text'],
    ['seen_at', `${timeType} ${notNull}`],
    ['', 'constraint staff_once unique (issuer, subject)'],
  ],
  review_mentions: [
    ['seq', identity],
    ['environment', text(20, notNull)],
    ['item', `bigint ${notNull}`],
    ['note', `bigint ${notNull}`],
    ['issuer', `text ${notNull}`],
    ['subject', `text ${notNull}`],
    ['name', `text ${notNull}`],
    ['at', `${timeType} ${notNull}`],
    ['seen_at', timeType],
  ],
})

const indexes: readonly string[] = [
  // What waits for one person: asked at each reading of the queue.
  'create index review_mentions_unseen on review_mentions (environment, subject, item) where seen_at is null',
  // Whom the notes name that are shown beside an item.
  'create index review_mentions_by_note on review_mentions (note)',
]

/** Migration 007: colleagues who are named in notes. */
export function createMentionTables(db: Kysely<unknown>, words: ColumnDialect): Promise<void> {
  return createTables(db, tables(words.identity, createTextType(words)), indexes)
}
