import type { Kysely } from 'kysely'
import { type Column, createTables, makeText, need, time, type Words } from './columns.ts'

const tables = (text: ReturnType<typeof makeText>): Readonly<Record<string, readonly Column[]>> => ({
  handovers: [
    ['id', text(24, 'primary key')],
    ['environment', text(20, need)],
    ['merchant', text(64, need)],
    ['subject_kind', text(16, need)],
    ['subject_id', text(64, need)],
    ['desk', text(16, need)],
    ['issuer', `text ${need}`],
    ['subject', `text ${need}`],
    ['name', `text ${need}`],
    ['sealed_question', `text ${need}`],
    ['at', `${time} ${need}`],
    ['answer', text(4)],
    ['sealed_answer', 'text'],
    ['answered_issuer', 'text'],
    ['answered_subject', 'text'],
    ['answered_name', 'text'],
    ['answered_at', time],
    ['seen_at', time],
    ['version', `integer ${need} default 1`],
  ],
})

const indexes: readonly string[] = [
  // One question of a person about one subject at a time.
  `create unique index handovers_one_open on handovers (environment, subject_kind, subject_id, issuer, subject)
    where answered_at is null`,
  // What a role is to answer, within a person's merchants.
  'create index handovers_to_answer on handovers (environment, desk, merchant, at) where answered_at is null',
  'create index handovers_asked on handovers (environment, subject, at)',
]

/** Part of migration 003: questions from one role to another. */
export function createHandovers(db: Kysely<unknown>, words: Words): Promise<void> {
  return createTables(db, tables(makeText(words)), indexes)
}
