import type { Kysely } from 'kysely'
import { type ColumnDialect, createTables, createTextType, notNull, timeType } from './columns.ts'

/** Part of migration 012: requests for what a customer may ask for. */
export function createSubjectRequestTable(db: Kysely<unknown>, words: ColumnDialect): Promise<void> {
  const text = createTextType(words)
  return createTables(
    db,
    {
      subject_requests: [
        ['id', text(24, 'primary key')],
        ['environment', text(20, notNull)],
        ['merchant', text(64, notNull)],
        ['customer', text(40, notNull)],
        ['ticket', text(40, notNull)],
        ['issuer', `text ${notNull}`],
        ['subject', `text ${notNull}`],
        ['name', `text ${notNull}`],
        ['at', `${timeType} ${notNull}`],
        ['until', `${timeType} ${notNull}`],
        ['status', text(12, `${notNull} default 'waiting'`)],
        ['second_issuer', 'text'],
        ['second_subject', 'text'],
        ['second_name', 'text'],
        ['second_at', timeType],
        ['second_text', 'text'],
        ['taken_at', timeType],
        ['second_taken_at', timeType],
      ],
    },
    [
      // One at a time about a customer.
      `create unique index subject_requests_one_open on subject_requests (environment, customer)
        where status = 'waiting'`,
      'create index subject_requests_newest on subject_requests (environment, merchant, at)',
    ],
  )
}
