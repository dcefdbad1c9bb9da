import type { Kysely } from 'kysely'
import { type Column, createTables, makeText, need, time, type Words } from './columns.ts'

const tables = (
  identity: string,
  text: ReturnType<typeof makeText>,
): Readonly<Record<string, readonly Column[]>> => ({
  staff: [
    ['handle', text(24, 'primary key')],
    ['issuer', `text ${need}`],
    ['subject', `text ${need}`],
    ['name', `text ${need}`],
    ['roles', text(80, need)],
    ['merchants', 'text'],
    ['seen_at', `${time} ${need}`],
    ['', 'constraint staff_once unique (issuer, subject)'],
  ],
  review_mentions: [
    ['seq', identity],
    ['environment', text(20, need)],
    ['item', `bigint ${need}`],
    ['note', `bigint ${need}`],
    ['issuer', `text ${need}`],
    ['subject', `text ${need}`],
    ['name', `text ${need}`],
    ['at', `${time} ${need}`],
    ['seen_at', time],
  ],
})

const indexes: readonly string[] = [
  // What waits for one person: asked at each reading of the queue.
  'create index review_mentions_unseen on review_mentions (environment, subject, item) where seen_at is null',
  // Whom the notes name that are shown beside an item.
  'create index review_mentions_by_note on review_mentions (note)',
]

/** Migration 007: colleagues who are named in notes. */
export function createMentions(db: Kysely<unknown>, words: Words): Promise<void> {
  return createTables(db, tables(words.identity, makeText(words)), indexes)
}
