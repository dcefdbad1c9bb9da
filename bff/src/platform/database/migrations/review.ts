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
  review_items: [
    ['seq', identity],
    ['environment', text(20, notNull)],
    ['transaction_id', text(64, notNull)],
    ['merchant', text(64, notNull)],
    ['customer', text(40)],
    ['kind', text(8, notNull)],
    ['concerns', text(20, notNull)],
    ['state', text(64, notNull)],
    ['compound', text(100)],
    ['amount_minor', 'bigint'],
    ['currency', text(3)],
    ['test', 'smallint'],
    ['expires_at', timeType],
    ['kyc', text(64)],
    ['since_from', timeType],
    ['since_to', `${timeType} ${notNull}`],
    ['due_at', `${timeType} ${notNull}`],
    ['second', text(80, notNull)],
    ['version', `integer ${notNull} default 1`],
    ['owner_issuer', 'text'],
    ['owner_subject', 'text'],
    ['owner_name', 'text'],
    ['owner_until', `${timeType} ${notNull} default 0`],
    ['snoozed_until', `${timeType} ${notNull} default 0`],
    ['last_note', 'bigint'],
    ['decision', text(24)],
    ['decision_status', text(12)],
    ['ended_at', timeType],
    ['ended_state', text(64)],
  ],
  review_notes: [
    ['seq', identity],
    ['environment', text(20, notNull)],
    ['transaction_id', text(64, notNull)],
    ['at', `${timeType} ${notNull}`],
    ['issuer', `text ${notNull}`],
    ['subject', `text ${notNull}`],
    ['name', `text ${notNull}`],
    ['what', text(12, notNull)],
    ['sealed', `text ${notNull}`],
  ],
  review_desks: [
    ['environment', text(20, notNull)],
    ['transaction_id', text(64, notNull)],
    ['issuer', `text ${notNull}`],
    ['subject', `text ${notNull}`],
    ['opened_at', `${timeType} ${notNull}`],
    ['print', text(16, notNull)],
    ['sealed_record', `text ${notNull}`],
    ['draft', 'text'],
    ['', 'primary key (environment, transaction_id, issuer, subject)'],
  ],
  decisions: [
    ['id', text(24, 'primary key')],
    ['environment', text(20, notNull)],
    ['transaction_id', text(64, notNull)],
    ['merchant', text(64, notNull)],
    ['concerns', text(20, notNull)],
    ['verdict', text(8, notNull)],
    ['reason', text(40, notNull)],
    ['sealed_text', `text ${notNull}`],
    ['ticket', text(40)],
    ['issuer', `text ${notNull}`],
    ['subject', `text ${notNull}`],
    ['name', `text ${notNull}`],
    ['at', `${timeType} ${notNull}`],
    ['state', text(64, notNull)],
    ['print', text(16, notNull)],
    ['sealed_record', 'text'],
    ['needed', text(80, notNull)],
    ['status', text(12, notNull)],
    ['live', `smallint ${notNull}`],
    ['expires_at', timeType],
    ['second_issuer', 'text'],
    ['second_subject', 'text'],
    ['second_name', 'text'],
    ['second_at', timeType],
    ['second_answer', text(12)],
    ['second_text', 'text'],
    ['withdrawn_at', timeType],
    ['follow_up', text(12)],
    ['outcome_from', timeType],
    ['outcome_to', timeType],
    ['outcome_state', text(64)],
    ['version', `integer ${notNull} default 1`],
  ],
})

/** What each index is for stands beside it: every one costs a write at each change. */
const indexes: readonly string[] = [
  // A transaction is in the queue once.
  'create unique index review_items_once on review_items (environment, transaction_id) where ended_at is null',
  // The stays of one transaction, ended ones too: its notes and drafts are shown to whoever could see it then.
  'create index review_items_by_transaction on review_items (environment, transaction_id, seq)',
  // The queue by age within a person's merchants; it answers every filter, order and figure without a row.
  `create index review_items_queue on review_items (environment, merchant, since_to, seq, due_at, expires_at,
    amount_minor, owner_until, snoozed_until, decision_status, kind, concerns, second) where ended_at is null`,
  // What somebody holds: let go of at sign-out.
  'create index review_items_owned on review_items (owner_subject, owner_until) where owner_until > 0',
  // What left the queue by time, for the figures: where its decision stood they ask `decisions_by_transaction`.
  `create index review_items_ended on review_items (environment, ended_at, merchant, concerns, since_to, due_at,
    transaction_id) where ended_at is not null`,
  'create index review_notes_by_transaction on review_notes (environment, transaction_id, seq)',
  // What nobody came back to is forgotten by its time.
  'create index review_desks_by_time on review_desks (opened_at)',
  // Never two decisions at once about one transaction.
  'create unique index decisions_one_live on decisions (environment, transaction_id) where live = 1',
  'create index decisions_by_transaction on decisions (environment, transaction_id, at)',
  'create index decisions_by_time on decisions (environment, at, id)',
  'create index decisions_by_status on decisions (environment, status, at, id)',
  // Records that are kept of ended decisions, until they may be kept no longer.
  'create index decisions_with_record on decisions (environment, at) where live = 0 and sealed_record is not null',
  'create index decisions_by_person on decisions (environment, subject, at, id)',
]

/** Migration 003: the review queue, what is written beside its items, and decisions. */
export function createReviewTables(db: Kysely<unknown>, words: ColumnDialect): Promise<void> {
  return createTables(db, tables(words.identity, createTextType(words)), indexes)
}
