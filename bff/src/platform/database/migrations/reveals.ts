import { type Kysely, sql } from 'kysely'
import {
  type ColumnDefinition,
  type ColumnDialect,
  createTables,
  createTextType,
  notNull,
  timeType,
} from './columns.ts'

const tables = (
  identity: string,
  text: ReturnType<typeof createTextType>,
): Readonly<Record<string, readonly ColumnDefinition[]>> => ({
  reveals: [
    ['seq', identity],
    ['at', `${timeType} ${notNull}`],
    ['environment', text(20, notNull)],
    ['issuer', `text ${notNull}`],
    ['subject', `text ${notNull}`],
    ['about', text(64, notNull)],
  ],
  reveal_alerts: [
    ['id', text(24, 'primary key')],
    ['environment', text(20, notNull)],
    ['issuer', `text ${notNull}`],
    ['subject', `text ${notNull}`],
    ['why', text(16, notNull)],
    ['at', `${timeType} ${notNull}`],
    ['reveals', `integer ${notNull}`],
    ['customers', `integer ${notNull}`],
    ['seen_issuer', 'text'],
    ['seen_subject', 'text'],
    ['seen_at', timeType],
  ],
  kept_asks: [
    ['session_hash', text(64, notNull)],
    ['kind', text(16, notNull)],
    ['sealed', `text ${notNull}`],
    ['at', `${timeType} ${notNull}`],
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
export async function createRevealTables(db: Kysely<unknown>, words: ColumnDialect): Promise<void> {
  await createTables(db, tables(words.identity, createTextType(words)), indexes)
  await sql.raw(`alter table sessions add column proved_at ${timeType}`).execute(db)
}
