import { type Kysely, sql } from 'kysely'
import { generateId } from '../../runtime/generate-id.ts'
import {
  type ColumnDefinition,
  type ColumnDialect,
  createTables,
  createTextType,
  notNull,
  timeType,
} from './columns.ts'

/** What a session is called where it is listed, where it was used last, and who ended it before its time. */
const sessionColumns = (text: ReturnType<typeof createTextType>): readonly ColumnDefinition[] => [
  ['handle', text(24)],
  ['source_address', text(64)],
  ['browser', text(60)],
  ['ended_at', timeType],
  ['ended_by', text(16)],
  ['glass_until', timeType],
]

const tables = (
  text: ReturnType<typeof createTextType>,
): Readonly<Record<string, readonly ColumnDefinition[]>> => ({
  glass_breaks: [
    ['id', text(24, 'primary key')],
    ['issuer', `text ${notNull}`],
    ['subject', `text ${notNull}`],
    ['name', `text ${notNull}`],
    ['session_hash', text(64, notNull)],
    ['role', text(16, notNull)],
    ['purpose_code', text(40, notNull)],
    ['case_ref', text(40, notNull)],
    ['sealed_text', `text ${notNull}`],
    ['at', `${timeType} ${notNull}`],
    ['until', `${timeType} ${notNull}`],
    ['acknowledged_issuer', 'text'],
    ['acknowledged_subject', 'text'],
    ['acknowledged_name', 'text'],
    ['acknowledged_at', timeType],
    ['sealed_report', 'text'],
    ['reported_at', timeType],
    ['version', `integer ${notNull} default 1`],
  ],
})

const indexes: readonly string[] = [
  'create unique index sessions_by_handle on sessions (handle)',
  'create index glass_of_person on glass_breaks (issuer, subject, at)',
  // A person has one without a report at most.
  'create unique index glass_one_owed on glass_breaks (issuer, subject) where reported_at is null',
  'create index glass_by_time on glass_breaks (at)',
]

/** Migration 017: sessions that can be named, and broken glass. */
export async function createBreakGlassTable(db: Kysely<unknown>, words: ColumnDialect): Promise<void> {
  const text = createTextType(words)
  for (const [name, type] of sessionColumns(text))
    await sql.raw(`alter table sessions add column ${name} ${type}`).execute(db)
  const { rows } = await sql<{ id_hash: string }>`select id_hash from sessions`.execute(db)
  for (const { id_hash } of rows)
    await sql`update sessions set handle = ${generateId('w')} where id_hash = ${id_hash}`.execute(db)
  await createTables(db, tables(text), indexes)
}
