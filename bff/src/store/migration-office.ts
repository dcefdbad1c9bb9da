import { type Kysely, sql } from 'kysely'
import { transactionIndexes } from './transaction-indexes.ts'

type Column = readonly [name: string, type: string]

/** The words in which the two databases differ. `binary`: by bytes, so that a range of texts is one of prefixes. */
interface Words {
  readonly identity: string
  readonly binary: string
}
const need = 'not null'
const time = 'bigint'
const flag = 'smallint'

/** Of every length that is bounded: ids, codes and handles, which no language puts in order. */
const makeText =
  ({ binary }: Words) =>
  (length: number, more = '') =>
    `varchar(${length}) ${binary} ${more}`.trim()

const tables = (
  identity: string,
  text: ReturnType<typeof makeText>,
): Readonly<Record<string, readonly Column[]>> => ({
  inbox: [
    ['seq', identity],
    ['environment', text(20, need)],
    ['digest', text(64, need)],
    ['received_at', `${time} ${need}`],
    ['last_at', `${time} ${need}`],
    ['repeats', `integer ${need} default 0`],
    ['repeats_seen', `integer ${need} default 0`],
    ['proof', text(16, need)],
    ['status', text(12, `${need} default 'new'`)],
    ['why', text(40)],
    ['tries', `integer ${need} default 0`],
    ['kind', text(20)],
    ['transaction_id', text(64)],
    ['merchant', text(64)],
    ['event', text(64)],
    ['state', text(64)],
    ['compound', text(100)],
    ['amount_minor', 'bigint'],
    ['currency', text(3)],
    ['tasks', 'integer'],
    ['secret_hash', text(64)],
    ['secret_matches', flag],
    ['late', `${flag} ${need} default 0`],
    ['effect', text(12)],
    ['confirmed_at', time],
    ['listed', flag],
    // Several thousand bytes: what stands behind it is read from other pages.
    ['sealed', `text ${need}`],
  ],
  transactions: [
    ['seq', identity],
    ['environment', text(20, need)],
    ['id', text(64, need)],
    ['merchant', text(64, need)],
    ['customer', text(40)],
    ['merchant_transaction_id', text(100)],
    ['reference', text(100)],
    ['workflow', text(64)],
    ['state', text(64, need)],
    ['compound', text(100)],
    ['reason', text(64)],
    ['final', `${flag} ${need}`],
    ['review', `${flag} ${need}`],
    ['test', flag],
    ['amount_minor', 'bigint'],
    ['currency', text(3)],
    ['amount_source', text(12)],
    ['expires_at', time],
    ['first_seen', `${time} ${need}`],
    ['first_source', text(12, need)],
    ['changed_from', time],
    ['changed_at', `${time} ${need}`],
    ['read_at', time],
    ['version', `integer ${need}`],
    ['secret_hash', text(64)],
    ['tasks', 'integer'],
    ['finality', text(12, need)],
    ['final_read_at', time],
    ['proof_inbox_seq', 'bigint'],
    ['proof_read_at', time],
    ['sent', 'integer'],
    ['received', `integer ${need} default 0`],
    ['listed_at', time],
    ['next_read_at', time],
    ['record_values', text(16)],
    ['list_values', text(16)],
    ['gone', `${flag} ${need} default 0`],
    ['', 'unique (environment, id)'],
  ],
  observations: [
    ['seq', identity],
    ['environment', text(20, need)],
    ['transaction_id', text(64, need)],
    ['version', `integer ${need}`],
    ['what', text(12, need)],
    ['source', text(12, need)],
    ['from_at', time],
    ['to_at', `${time} ${need}`],
    ['before_value', text(100)],
    ['after_value', text(100)],
    ['compound', text(100)],
    ['inbox_seq', 'bigint'],
  ],
  due_reads: [
    ['environment', text(20, need)],
    ['transaction_id', text(64, need)],
    ['priority', `${flag} ${need}`],
    ['due_at', `${time} ${need}`],
    ['asked', `integer ${need} default 1`],
    ['tries', `integer ${need} default 0`],
    ['missed', `integer ${need} default 0`],
    ['thrown', `integer ${need} default 0`],
    ['with_list', `${flag} ${need} default 0`],
    ['asked_at', `${time} ${need}`],
    ['', 'primary key (environment, transaction_id)'],
  ],
  sweeps: [
    ['seq', identity],
    ['environment', text(20, need)],
    ['holder', text(40, need)],
    ['started_at', `${time} ${need}`],
    ['ended_at', time],
    ['read_count', `integer ${need} default 0`],
    ['changed', `integer ${need} default 0`],
    ['failed', `integer ${need} default 0`],
  ],
  leases: [
    ['name', text(60, 'primary key')],
    ['holder', text(40, need)],
    ['term', `bigint ${need}`],
    ['until', `${time} ${need}`],
  ],
  changes: [
    ['seq', identity],
    ['at', `${time} ${need}`],
    ['environment', text(20, need)],
    ['merchant', text(64)],
    ['kind', text(12, need)],
    ['subject_id', text(64, need)],
    ['version', `integer ${need}`],
  ],
  unknown_values: [
    ['environment', text(20, need)],
    ['merchant', text(64, need)],
    ['place', text(20, need)],
    ['value', text(64, need)],
    ['first_seen', `${time} ${need}`],
    ['last_seen', `${time} ${need}`],
    ['times', `integer ${need}`],
    ['first_on', text(64)],
    ['', 'primary key (environment, merchant, place, value)'],
  ],
  refused_notifications: [
    ['environment', text(20, need)],
    ['day', text(10, need)],
    ['reason', text(20, need)],
    ['times', `bigint ${need}`],
    ['last_at', `${time} ${need}`],
    ['', 'primary key (environment, day, reason)'],
  ],
  imports: [
    ['id', text(24, 'primary key')],
    ['environment', text(20, need)],
    ['of', text(12, need)],
    ['made_by', text(8, need)],
    ['actor_subject', 'text'],
    ['status', text(8, need)],
    ['started_at', `${time} ${need}`],
    ['ended_at', time],
    ['lines', `integer ${need}`],
    ['done', `integer ${need} default 0`],
    ['added', `integer ${need} default 0`],
    ['refused', `integer ${need} default 0`],
  ],
  import_lines: [
    ['seq', identity],
    ['import_id', text(24, need)],
    ['line', `integer ${need}`],
    ['merchant', text(64)],
    ['sealed', 'text'],
    ['status', text(8, need)],
    ['why', text(24)],
  ],
  saved_views: [
    ['id', text(24, 'primary key')],
    ['issuer', `text ${need}`],
    ['subject', `text ${need}`],
    ['environment', text(20, need)],
    ['name', text(40, need)],
    ['filter', `text ${need}`],
    ['created_at', `${time} ${need}`],
  ],
  reprocessings: [
    ['seq', identity],
    ['environment', text(20, need)],
    ['inbox_seq', `bigint ${need}`],
    ['at', `${time} ${need}`],
    ['issuer', `text ${need}`],
    ['subject', `text ${need}`],
    ['reason', `text ${need}`],
    ['ticket', text(40)],
    ['before_effect', text(12)],
    ['after_effect', text(12)],
  ],
})

/** What each index is for stands beside it: every one costs a write at each change. */
const indexes: readonly string[] = [
  'create unique index inbox_once on inbox (environment, digest)',
  // The turn of whoever looks at them, how many wait, and the ledger: all of it, and by status.
  'create index inbox_by_status on inbox (environment, status, seq, merchant)',
  // The ledger of one transaction, and what its re-read settles. Not before somebody looked at it: until
  // then each of these would only make the sender wait longer.
  'create index inbox_by_transaction on inbox (environment, transaction_id, seq) where transaction_id is not null',
  // The ledger by what is filtered, and by a person's merchants, in order of arrival. A merchant behind the
  // order is looked at in the index, so that nobody walks over the rows of others.
  'create index inbox_by_event on inbox (environment, event, seq, merchant) where event is not null',
  'create index inbox_by_effect on inbox (environment, effect, seq, merchant) where effect is not null',
  'create index inbox_by_merchant on inbox (environment, merchant, seq) where merchant is not null',
  "create index inbox_of_kind on inbox (environment, kind, seq, merchant) where kind <> 'transaction'",
  'create index inbox_late on inbox (environment, seq, merchant) where late = 1',
  'create index inbox_again on inbox (environment, seq, merchant) where repeats > 0',
  // The turn of whoever looks at what was said again.
  'create index inbox_said_again on inbox (environment, seq) where repeats > repeats_seen',
  // The ledger's figures: how many a day, how many of them repeated, and where some did not arrive.
  'create index inbox_by_time on inbox (environment, received_at, merchant)',
  'create index inbox_repeated on inbox (environment, received_at, merchant) where repeats > 0',
  'create index transactions_with_gap on transactions (environment, listed_at) where sent > received',
  ...transactionIndexes,
  'create index observations_by_transaction on observations (environment, transaction_id, seq)',
  'create index due_reads_in_turn on due_reads (environment, priority, due_at)',
  'create index import_lines_waiting on import_lines (import_id, status, line)',
  'create index saved_views_by_person on saved_views (subject, environment)',
  'create index reprocessings_by_notification on reprocessings (environment, inbox_seq)',
]

/** Migration 002: inbox, index, observations, work to do and what the live stream tells. */
export async function createOffice(db: Kysely<unknown>, words: Words): Promise<void> {
  for (const [table, columns] of Object.entries(tables(words.identity, makeText(words)))) {
    const parts = columns.map(([name, type]) => (name === '' ? type : `"${name}" ${type}`))
    await sql.raw(`create table ${table} (${parts.join(', ')})`).execute(db)
  }
  for (const index of indexes) await sql.raw(index).execute(db)
}
