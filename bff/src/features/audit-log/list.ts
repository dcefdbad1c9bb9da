import { setImmediate as nextTurn } from 'node:timers/promises'
import type { TrailFilter, TrailPage } from '@paydesk/shared/compliance/trail'
import { type SqlBool, sql } from 'kysely'
import { actionsOf } from '../../platform/audit/event-labels.ts'
import { numbersBetween } from '../../platform/audit/numbers.ts'
import type { Store } from '../../platform/database/database.ts'
import type { Seal } from '../../platform/database/field-cipher.ts'
import { openCursor, sealCursor } from '../../platform/list-query/cursor.ts'
import type { Person } from '../../platform/session/person.ts'
import { spanOf } from './days.ts'
import { personBehind } from './people.ts'
import {
  allOf,
  by,
  type Caller,
  type Condition,
  type EntryRow,
  kindOf,
  type Places,
  type Sees,
  seen,
  seesOf,
} from './rows.ts'

export interface ListNeeds {
  readonly store: Pick<Store, 'db' | 'dialect'>
  readonly seal: Seal
  readonly config: Places
}

export interface ListedEntries extends Pick<TrailPage, 'next'> {
  readonly sees: Sees
  readonly rows: readonly EntryRow[]
  /** ms since 1970; null where the page is full or nothing lies further back. */
  readonly lookedBackTo: number | null
}

const pageSize = 50
/** So many entries are looked at in one go: a few milliseconds. */
const windowSize = 20_000
/** For so long (ms) one call looks further back for entries that are rare. */
const lookMs = 800

const nowhere: Condition = sql`1 = 0`

/** What narrows the entries by an index: of one person, of one record. */
function narrowed({ subject }: TrailFilter, person: Person | null | undefined): Condition[] {
  return [
    ...(subject === undefined
      ? []
      : [sql<SqlBool>`a.subject_kind = ${kindOf(subject)} and a.subject_id = ${subject}`]),
    ...(person === undefined ? [] : [person === null ? nowhere : by(person)]),
  ]
}

function matching({ group, result, purpose, ticket, reference }: TrailFilter): Condition[] {
  return [
    ...(group === undefined ? [] : [sql<SqlBool>`a.action in (${sql.join(actionsOf(group))})`]),
    ...(result === undefined ? [] : [sql<SqlBool>`a.result = ${result}`]),
    ...(purpose === undefined ? [] : [sql<SqlBool>`a.purpose_code = ${purpose}`]),
    ...(ticket === undefined ? [] : [sql<SqlBool>`a.case_ref = ${ticket}`]),
    ...(reference === undefined ? [] : [sql<SqlBool>`a.reference = ${reference}`]),
  ]
}

interface Wanted {
  /** Conditions that an index answers, and those that are looked for entry by entry. */
  readonly narrow: readonly Condition[]
  readonly others: readonly Condition[]
  /** Entries from this number on, up to before that one. */
  readonly first: number
  readonly before: number
}

interface Found {
  readonly rows: EntryRow[]
  /** Number of the entry where the look ended before it was done; null where it was. */
  readonly stoppedAt: number | null
}

/** Goes back window by window until a page is full, everything was looked at, or the time for it is over. */
async function lookBack(
  { store: { db } }: ListNeeds,
  { narrow, others, first, before }: Wanted,
): Promise<Found> {
  const begun = performance.now()
  const rows: EntryRow[] = []
  let end = before
  for (;;) {
    const base = allOf([...narrow, sql<SqlBool>`a.seq < ${end} and a.seq >= ${first}`])
    const edge = await sql<{ seq: number }>`select a.seq from audit as a where ${base}
      order by a.seq desc limit 1 offset ${sql.lit(windowSize - 1)}`.execute(db)
    const start = edge.rows[0]?.seq ?? first
    const { rows: more } = await sql<EntryRow>`select a.* from audit as a
      where ${allOf([base, sql<SqlBool>`a.seq >= ${start}`, ...others])}
      order by a.seq desc limit ${sql.lit(pageSize + 1 - rows.length)}`.execute(db)
    rows.push(...more)
    if (rows.length > pageSize || edge.rows.length === 0) return { rows, stoppedAt: null }
    end = start
    if (performance.now() - begun > lookMs) return { rows, stoppedAt: start }
    await nextTurn()
  }
}

/**
 * One page of the entries that this person may see, the newest first by their number. Rare ones are looked for
 * a while; then the page says how far back it looked, and `next` goes on from there. Throws `bad_request` where
 * `after` is not of this list or `to` lies before `from`.
 */
export async function listEntries(
  { after, ...filter }: TrailFilter & { after?: string | undefined },
  caller: Caller,
  needs: ListNeeds,
): Promise<ListedEntries> {
  const { store, seal, config } = needs
  const sees = seesOf(caller, config)
  const bound = { list: 'trail' as const, filter, ...caller, seal }
  const place = after === undefined ? null : openCursor(after, bound).place
  const span = spanOf(config.zone, filter)
  const numbers = await numbersBetween(store.db, span)
  if (numbers === null) return { rows: [], next: null, lookedBackTo: null, sees }
  const { person } = filter
  const behind = person === undefined ? undefined : await personBehind(person, store.db, seal)
  const own = sees.which === 'own' ? [by(sees.me)] : []
  const { rows, stoppedAt } = await lookBack(needs, {
    narrow: [...own, ...narrowed(filter, behind)],
    others: [
      seen(sees),
      ...(span.from === null ? [] : [sql<SqlBool>`a.time_ms >= ${span.from}`]),
      ...(span.to === null ? [] : [sql<SqlBool>`a.time_ms <= ${span.to}`]),
      ...matching(filter),
    ],
    first: numbers.first,
    before: Math.min(place?.seq ?? Number.MAX_SAFE_INTEGER, numbers.last + 1),
  })
  const shown = rows.slice(0, pageSize)
  const last = rows.length > pageSize ? shown.at(-1)?.seq : (stoppedAt ?? undefined)
  return {
    rows: shown,
    next: last === undefined ? null : sealCursor({ value: null, seq: Number(last) }, Date.now(), bound),
    lookedBackTo: stoppedAt === null || rows.length > pageSize ? null : await timeOf(store, stoppedAt),
    sees,
  }
}

async function timeOf({ db }: ListNeeds['store'], seq: number): Promise<number> {
  const found = await db.selectFrom('audit').select('time_ms').where('seq', '=', seq).executeTakeFirst()
  return found?.time_ms ?? Date.now()
}
