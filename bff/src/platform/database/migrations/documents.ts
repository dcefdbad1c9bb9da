import type { Kysely } from 'kysely'
import { type Column, createTables, makeText, need, time, type Words } from './columns.ts'

const file = (text: ReturnType<typeof makeText>): readonly Column[] => [
  ['environment', text(20, need)],
  ['merchant', text(64, need)],
  ['identity', text(24, need)],
  ['document', text(32, need)],
  ['file', `integer ${need}`],
]

const tables = (text: ReturnType<typeof makeText>): Readonly<Record<string, readonly Column[]>> => ({
  document_views: [
    ['id', text(24, 'primary key')],
    ...file(text),
    ['session_hash', text(64, need)],
    ['sha256', text(64, need)],
    ['opened_at', `${time} ${need}`],
    ['until', `${time} ${need}`],
    ['fetched', `integer ${need}`],
    ['closed_at', time],
  ],
  download_requests: [
    ['id', text(24, 'primary key')],
    ...file(text),
    ['issuer', `text ${need}`],
    ['subject', `text ${need}`],
    ['name', `text ${need}`],
    ['purpose', text(40, need)],
    ['case_ref', text(40, need)],
    ['sealed_text', `text ${need}`],
    ['at', `${time} ${need}`],
    ['until', `${time} ${need}`],
    ['answer', text(8)],
    ['answered_issuer', 'text'],
    ['answered_subject', 'text'],
    ['answered_name', 'text'],
    ['sealed_answer', 'text'],
    ['answered_at', time],
    ['fetch_until', time],
    ['fetched_at', time],
  ],
})

const indexes: readonly string[] = [
  'create index document_views_over on document_views (until)',
  // Newest first, within a person's merchants.
  'create index download_requests_listed on download_requests (environment, merchant, at)',
]

/** Migration 015: views of documents, and requests to take one out. */
export function createDocuments(db: Kysely<unknown>, words: Words): Promise<void> {
  return createTables(db, tables(makeText(words)), indexes)
}
