import type { Kysely } from 'kysely'
import {
  type ColumnDefinition,
  type ColumnDialect,
  createTables,
  createTextType,
  notNull,
  timeType,
} from './columns.ts'

const fileColumns = (text: ReturnType<typeof createTextType>): readonly ColumnDefinition[] => [
  ['environment', text(20, notNull)],
  ['merchant', text(64, notNull)],
  ['identity', text(24, notNull)],
  ['document', text(32, notNull)],
  ['file', `integer ${notNull}`],
]

const tables = (
  text: ReturnType<typeof createTextType>,
): Readonly<Record<string, readonly ColumnDefinition[]>> => ({
  document_views: [
    ['id', text(24, 'primary key')],
    ...fileColumns(text),
    ['session_hash', text(64, notNull)],
    ['sha256', text(64, notNull)],
    ['opened_at', `${timeType} ${notNull}`],
    ['until', `${timeType} ${notNull}`],
    ['fetched', `integer ${notNull}`],
    ['closed_at', timeType],
  ],
  download_requests: [
    ['id', text(24, 'primary key')],
    ...fileColumns(text),
    ['issuer', `text ${notNull}`],
    ['subject', `text ${notNull}`],
    ['name', `text ${notNull}`],
    ['purpose', text(40, notNull)],
    ['case_ref', text(40, notNull)],
    ['sealed_text', `text ${notNull}`],
    ['at', `${timeType} ${notNull}`],
    ['until', `${timeType} ${notNull}`],
    ['answer', text(8)],
    ['answered_issuer', 'text'],
    ['answered_subject', 'text'],
    ['answered_name', 'text'],
    ['sealed_answer', 'text'],
    ['answered_at', timeType],
    ['fetch_until', timeType],
    ['fetched_at', timeType],
  ],
})

const indexes: readonly string[] = [
  'create index document_views_over on document_views (until)',
  // Newest first, within a person's merchants.
  'create index download_requests_listed on download_requests (environment, merchant, at)',
]

/** Migration 015: views of documents, and requests to take one out. */
export function createDocumentTables(db: Kysely<unknown>, words: ColumnDialect): Promise<void> {
  return createTables(db, tables(createTextType(words)), indexes)
}
