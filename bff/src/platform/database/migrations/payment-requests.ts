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
  payment_requests: [
    ['id', text(24, 'primary key')],
    ['environment', text(20, notNull)],
    ['merchant', text(64, notNull)],
    ['customer', text(24, notNull)],
    ['form', text(64, notNull)],
    ['status', text(12, notNull)],
    ['merchant_transaction_id', text(40, notNull)],
    ['reference', text(100, notNull)],
    ['workflow', text(100, notNull)],
    ['amount_minor', `bigint ${notNull}`],
    ['currency', text(3, notNull)],
    ['sealed_typed', 'text'],
    ['reviewed', text(43, notNull)],
    ['maker', text(8, notNull)],
    ['issuer', `text ${notNull}`],
    ['subject', `text ${notNull}`],
    ['name', `text ${notNull}`],
    ['made_at', `${timeType} ${notNull}`],
    ['sent_at', timeType],
    ['ended_at', timeType],
    ['due_at', timeType],
    ['looked', `integer ${notNull} default 0`],
    ['transaction_id', text(64)],
    ['http_status', 'integer'],
    ['why', text(40)],
    ['members', 'text'],
    ['sealed_address', 'text'],
    ['sealed_secret', 'text'],
    ['expires_at', timeType],
    ['return_lookup', text(64, notNull)],
    ['version', `integer ${notNull} default 1`],
  ],
})

const indexes: readonly string[] = [
  'create unique index payment_requests_form on payment_requests (environment, form)',
  'create unique index payment_requests_order on payment_requests (environment, merchant_transaction_id)',
  // A reference belongs to whatever may have left with it; one that provably did not can be used again.
  `create unique index payment_requests_reference on payment_requests (environment, reference)
    where status in ('sending', 'created', 'unknown')`,
  'create unique index payment_requests_return on payment_requests (return_lookup)',
  'create unique index payment_requests_transaction on payment_requests (environment, transaction_id) where transaction_id is not null',
  'create index payment_requests_listed on payment_requests (environment, merchant, made_at)',
  'create index payment_requests_customer on payment_requests (environment, customer, made_at)',
  `create index payment_requests_open on payment_requests (environment, status, due_at)
    where status in ('draft', 'sending', 'unknown', 'absent')`,
]

/** Migration 018: payments that this office asks the service for. */
export function createPaymentRequestTable(db: Kysely<unknown>, words: ColumnDialect): Promise<void> {
  return createTables(db, tables(createTextType(words)), indexes)
}
