import type { Kysely } from 'kysely'
import { createTables, makeText, need, time, type Words } from './columns.ts'

/** Part of migration 012: requests for what a customer may ask for. */
export function createSubjectRequests(db: Kysely<unknown>, words: Words): Promise<void> {
  const text = makeText(words)
  return createTables(
    db,
    {
      subject_requests: [
        ['id', text(24, 'primary key')],
        ['environment', text(20, need)],
        ['merchant', text(64, need)],
        ['customer', text(40, need)],
        ['ticket', text(40, need)],
        ['issuer', `text ${need}`],
        ['subject', `text ${need}`],
        ['name', `text ${need}`],
        ['at', `${time} ${need}`],
        ['until', `${time} ${need}`],
        ['status', text(12, `${need} default 'waiting'`)],
        ['second_issuer', 'text'],
        ['second_subject', 'text'],
        ['second_name', 'text'],
        ['second_at', time],
        ['second_text', 'text'],
        ['taken_at', time],
        ['second_taken_at', time],
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
