import type { Kysely } from 'kysely'
import { type Column, createTables, makeText, need, time, type Words } from './columns.ts'

const tables = (text: ReturnType<typeof makeText>): Readonly<Record<string, readonly Column[]>> => ({
  payment_requests: [
    ['id', text(24, 'primary key')],
    ['environment', text(20, need)],
    ['merchant', text(64, need)],
    ['customer', text(24, need)],
    ['form', text(64, need)],
    ['status', text(12, need)],
    ['merchant_transaction_id', text(40, need)],
    ['reference', text(100, need)],
    ['workflow', text(100, need)],
    ['amount_minor', `bigint ${need}`],
    ['currency', text(3, need)],
    ['sealed_typed', 'text'],
    ['reviewed', text(43, need)],
    ['maker', text(8, need)],
    ['issuer', `text ${need}`],
    ['subject', `text ${need}`],
    ['name', `text ${need}`],
    ['made_at', `${time} ${need}`],
    ['sent_at', time],
    ['ended_at', time],
    ['due_at', time],
    ['looked', `integer ${need} default 0`],
    ['transaction_id', text(64)],
    ['http_status', 'integer'],
    ['why', text(40)],
    ['members', 'text'],
    ['sealed_address', 'text'],
    ['sealed_secret', 'text'],
    ['expires_at', time],
    ['return_lookup', text(64, need)],
    ['version', `integer ${need} default 1`],
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
export function createPaymentRequests(db: Kysely<unknown>, words: Words): Promise<void> {
  return createTables(db, tables(makeText(words)), indexes)
}
