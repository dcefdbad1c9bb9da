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
  handovers: [
    ['id', text(24, 'primary key')],
    ['environment', text(20, notNull)],
    ['merchant', text(64, notNull)],
    ['subject_kind', text(16, notNull)],
    ['subject_id', text(64, notNull)],
    ['desk', text(16, notNull)],
    ['issuer', `text ${notNull}`],
    ['subject', `text ${notNull}`],
    ['name', `text ${notNull}`],
    ['sealed_question', `text ${notNull}`],
    ['at', `${timeType} ${notNull}`],
    ['answer', text(4)],
    ['sealed_answer', 'text'],
    ['answered_issuer', 'text'],
    ['answered_subject', 'text'],
    ['answered_name', 'text'],
    ['answered_at', timeType],
    ['seen_at', timeType],
    ['version', `integer ${notNull} default 1`],
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
export function createQuestionTable(db: Kysely<unknown>, words: ColumnDialect): Promise<void> {
  return createTables(db, tables(createTextType(words)), indexes)
}
