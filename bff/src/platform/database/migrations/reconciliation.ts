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
  drift_items: [
    ['seq', identity],
    ['id', text(24, notNull)],
    ['environment', text(20, notNull)],
    ['transaction_id', text(64, notNull)],
    ['merchant', text(64, notNull)],
    ['customer', text(40)],
    ['kind', text(40, notNull)],
    ['state', text(64, notNull)],
    ['compound', text(100)],
    ['amount_minor', 'bigint'],
    ['currency', text(3)],
    ['known_as', text(40)],
    ['opened_from', timeType],
    ['opened_to', `${timeType} ${notNull}`],
    ['closed_at', timeType],
    ['explained', `integer ${notNull} default 0`],
    ['version', `integer ${notNull} default 1`],
  ],
  drift_explanations: [
    ['seq', identity],
    ['item', text(24, notNull)],
    ['environment', text(20, notNull)],
    ['nth', `integer ${notNull}`],
    ['at', `${timeType} ${notNull}`],
    ['issuer', `text ${notNull}`],
    ['subject', `text ${notNull}`],
    ['name', `text ${notNull}`],
    ['reason', text(40, notNull)],
    ['sealed_text', 'text'],
    ['ticket', text(40)],
  ],
})

/** What each index is for stands beside it: every one costs a write at each change. */
const indexes: readonly string[] = [
  // A difference is open once; it also finds what is open of a transaction that was read.
  `create unique index drift_items_once on drift_items (environment, transaction_id, kind)
    where closed_at is null`,
  'create unique index drift_items_by_id on drift_items (id)',
  // What is open by age; it answers every filter, order and figure without a row.
  `create index drift_items_open on drift_items (environment, opened_to, seq, merchant, kind, explained,
    amount_minor, currency) where closed_at is null`,
  // What was closed by time: the list of it, and the sheet of a day.
  `create index drift_items_closed on drift_items (environment, closed_at, seq, merchant, kind, opened_to,
    amount_minor, currency) where closed_at is not null`,
  // Nothing that was said is overwritten.
  'create unique index drift_explanations_once on drift_explanations (item, nth)',
  'create index drift_explanations_first on drift_explanations (environment, at, item) where nth = 1',
]

/** Migration 004: differences and what was said of them. */
export function createReconciliationTables(db: Kysely<unknown>, words: ColumnDialect): Promise<void> {
  return createTables(db, tables(words.identity, createTextType(words)), indexes)
}
