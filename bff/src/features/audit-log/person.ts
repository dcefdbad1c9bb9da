import { sql } from 'kysely'
import { numbersBetween } from '../../platform/audit/numbers.ts'
import { ProblemError } from '../../platform/problem/problem.ts'
import type { Person } from '../../platform/session/person.ts'
import type { ZoneDay } from '../../records/zone-days.ts'
import type { ActRow } from './acts.ts'
import { daysAsked } from './days.ts'
import type { ListNeeds } from './list.ts'
import { personBehind } from './people.ts'
import { by, type Caller, type EntryRow, here, seesOf } from './rows.ts'

/** What one person did to one record on one day; `record` is null for deeds that name none. */
export interface RecordOfDay {
  readonly record: Pick<EntryRow, 'subject_kind' | 'subject_id'>
  readonly acts: readonly ActRow[]
  readonly times: number
  readonly last: number
}

export interface SawOnDay {
  readonly day: string
  readonly records: readonly RecordOfDay[]
}

export interface PersonDays {
  readonly person: Person
  readonly first: string
  readonly last: string
  readonly entries: number
  readonly days: readonly SawOnDay[]
  readonly more: boolean
}

/** So many entries of a person are grouped; of more, the newest. */
const most = 5_000

function actsOf(rows: readonly EntryRow[]): ActRow[] {
  const acts = new Map<string, ActRow>()
  for (const row of rows) {
    const { action, subject_kind: kind, field, purpose_code: purpose, case_ref: ticket, result } = row
    const key = [action, field, purpose, ticket, result].join('\n')
    const before = acts.get(key)
    acts.set(key, {
      ...{ action, kind, field, purpose, ticket, result, records: 1 },
      times: (before?.times ?? 0) + 1,
      first: Math.min(before?.first ?? row.time_ms, row.time_ms),
      last: Math.max(before?.last ?? row.time_ms, row.time_ms),
    })
  }
  return [...acts.values()].sort((one, other) => other.last - one.last)
}

function grouped<T>(all: readonly T[], keyOf: (one: T) => string): T[][] {
  const groups = new Map<string, T[]>()
  for (const one of all) {
    const key = keyOf(one)
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [one])
    else group.push(one)
  }
  return [...groups.values()]
}

function recordsOf(rows: readonly EntryRow[]): RecordOfDay[] {
  return grouped(rows, ({ subject_kind, subject_id }) => `${subject_kind}\n${subject_id}`).map((some) => ({
    record: { subject_kind: some[0]?.subject_kind ?? null, subject_id: some[0]?.subject_id ?? null },
    acts: actsOf(some),
    times: some.length,
    last: Math.max(...some.map(({ time_ms }) => time_ms)),
  }))
}

/** The days on which there was anything, the newest first. */
function byDay(rows: readonly EntryRow[], days: readonly ZoneDay[]): SawOnDay[] {
  return days.toReversed().flatMap(({ day, from }, at, all) => {
    const until = all[at - 1]?.from ?? Number.POSITIVE_INFINITY
    const some = rows.filter(({ time_ms }) => time_ms >= from && time_ms < until)
    return some.length === 0 ? [] : [{ day, records: recordsOf(some) }]
  })
}

/**
 * What one person had to do with on these days. Throws `not_found` where nobody of the trail has this handle,
 * `bad_request` where the days are too many or in the wrong order.
 */
export async function whatTheySaw(
  handle: string,
  asked: { readonly from?: string | undefined; readonly to?: string | undefined },
  caller: Caller,
  { store: { db }, seal, config }: ListNeeds,
): Promise<PersonDays> {
  const { first, last, days, from, to } = daysAsked(config.zone, asked, Date.now())
  const person = await personBehind(handle, db, seal)
  if (person === null) throw new ProblemError('not_found')
  const numbers = await numbersBetween(db, { from, to })
  const none = { person, first, last, entries: 0, days: [], more: false }
  if (numbers === null) return none
  const { rows } = await sql<EntryRow>`select a.* from audit as a where ${by(person)}
    and a.seq between ${numbers.first} and ${numbers.last} and a.time_ms between ${from} and ${to}
    and ${here(seesOf(caller, config))} order by a.seq desc limit ${sql.lit(most + 1)}`.execute(db)
  const told = rows.slice(0, most)
  return { ...none, entries: told.length, days: byDay(told, days), more: rows.length > most }
}
