import { type Kysely, sql } from 'kysely'
import { newId } from '../../runtime/new-id.ts'
import { type Column, createTables, makeText, need, time, type Words } from './columns.ts'

/** What a session is called where it is listed, where it was used last, and who ended it before its time. */
const columns = (text: ReturnType<typeof makeText>): readonly Column[] => [
  ['handle', text(24)],
  ['source_address', text(64)],
  ['browser', text(60)],
  ['ended_at', time],
  ['ended_by', text(16)],
  ['glass_until', time],
]

const tables = (text: ReturnType<typeof makeText>): Readonly<Record<string, readonly Column[]>> => ({
  glass_breaks: [
    ['id', text(24, 'primary key')],
    ['issuer', `text ${need}`],
    ['subject', `text ${need}`],
    ['name', `text ${need}`],
    ['session_hash', text(64, need)],
    ['role', text(16, need)],
    ['purpose_code', text(40, need)],
    ['case_ref', text(40, need)],
    ['sealed_text', `text ${need}`],
    ['at', `${time} ${need}`],
    ['until', `${time} ${need}`],
    ['acknowledged_issuer', 'text'],
    ['acknowledged_subject', 'text'],
    ['acknowledged_name', 'text'],
    ['acknowledged_at', time],
    ['sealed_report', 'text'],
    ['reported_at', time],
    ['version', `integer ${need} default 1`],
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
export async function createPeople(db: Kysely<unknown>, words: Words): Promise<void> {
  const text = makeText(words)
  for (const [name, type] of columns(text))
    await sql.raw(`alter table sessions add column ${name} ${type}`).execute(db)
  const { rows } = await sql<{ id_hash: string }>`select id_hash from sessions`.execute(db)
  for (const { id_hash } of rows)
    await sql`update sessions set handle = ${newId('w')} where id_hash = ${id_hash}`.execute(db)
  await createTables(db, tables(text), indexes)
}
