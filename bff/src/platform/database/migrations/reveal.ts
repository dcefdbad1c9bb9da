import { type Kysely, sql } from 'kysely'
import { type Column, createTables, makeText, need, time, type Words } from './columns.ts'

const tables = (
  identity: string,
  text: ReturnType<typeof makeText>,
): Readonly<Record<string, readonly Column[]>> => ({
  reveals: [
    ['seq', identity],
    ['at', `${time} ${need}`],
    ['environment', text(20, need)],
    ['issuer', `text ${need}`],
    ['subject', `text ${need}`],
    ['about', text(64, need)],
  ],
  reveal_alerts: [
    ['id', text(24, 'primary key')],
    ['environment', text(20, need)],
    ['issuer', `text ${need}`],
    ['subject', `text ${need}`],
    ['why', text(16, need)],
    ['at', `${time} ${need}`],
    ['reveals', `integer ${need}`],
    ['customers', `integer ${need}`],
    ['seen_issuer', 'text'],
    ['seen_subject', 'text'],
    ['seen_at', time],
  ],
  kept_asks: [
    ['session_hash', text(64, need)],
    ['kind', text(16, need)],
    ['sealed', `text ${need}`],
    ['at', `${time} ${need}`],
    ['', 'constraint kept_asks_once primary key (session_hash, kind)'],
  ],
})

const indexes: readonly string[] = [
  // What one person saw within the hour, in every environment.
  'create index reveals_of_person on reveals (issuer, subject, at)',
  // What counts nowhere any more is removed at each reveal.
  'create index reveals_by_time on reveals (at)',
  // One open alert of a kind for a person: more of the same is no news.
  `create unique index reveal_alerts_one_open on reveal_alerts (environment, issuer, subject, why)
    where seen_at is null`,
  'create index reveal_alerts_newest on reveal_alerts (environment, at)',
]

/** Migration 013: reveals, alerts about them, and when somebody proved anew who they are. */
export async function createReveals(db: Kysely<unknown>, words: Words): Promise<void> {
  await createTables(db, tables(words.identity, makeText(words)), indexes)
  await sql.raw(`alter table sessions add column proved_at ${time}`).execute(db)
}
