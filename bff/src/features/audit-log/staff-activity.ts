import { sql } from 'kysely'
import { findAuditEntryNumbersBetween } from '../../platform/audit/entry-numbers.ts'
import type { ScopedActor } from '../../platform/http/route.ts'
import { ProblemError } from '../../platform/problem/problem.ts'
import type { Person } from '../../platform/session/person.ts'
import { loadStaffTimeZone } from '../../records/staff-settings.ts'
import type { TimeZoneDay } from '../../records/zone-days.ts'
import { resolveAuditDays } from './days.ts'
import type { AuditEventSummaryRow } from './event-summary.ts'
import type { AuditListDeps } from './list.ts'
import { findPersonByHandle } from './staff-directory.ts'
import {
  type AuditEntryRow,
  resolveAuditVisibility,
  whereAuditActor,
  whereInAuditScope,
} from './visibility.ts'

/** Actions of one person on one record on one day; `record` is null for actions without a record. */
export interface StaffActivityRecord {
  readonly record: Pick<AuditEntryRow, 'subject_kind' | 'subject_id'>
  readonly acts: readonly AuditEventSummaryRow[]
  readonly times: number
  readonly last: number
}

export interface StaffActivityDay {
  readonly day: string
  readonly records: readonly StaffActivityRecord[]
}

export interface StaffActivity {
  readonly person: Person
  readonly first: string
  readonly last: string
  readonly entries: number
  readonly days: readonly StaffActivityDay[]
  readonly more: boolean
}

/** Limit of entries grouped per person; if there are more, the newest are used. */
const maxEntries = 5_000

function summarizeEvents(rows: readonly AuditEntryRow[]): AuditEventSummaryRow[] {
  const acts = new Map<string, AuditEventSummaryRow>()
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

function groupBy<T>(all: readonly T[], keyOf: (one: T) => string): T[][] {
  const groups = new Map<string, T[]>()
  for (const one of all) {
    const key = keyOf(one)
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [one])
    else group.push(one)
  }
  return [...groups.values()]
}

function groupByRecord(rows: readonly AuditEntryRow[]): StaffActivityRecord[] {
  return groupBy(rows, ({ subject_kind, subject_id }) => `${subject_kind}\n${subject_id}`).map((some) => ({
    record: { subject_kind: some[0]?.subject_kind ?? null, subject_id: some[0]?.subject_id ?? null },
    acts: summarizeEvents(some),
    times: some.length,
    last: Math.max(...some.map(({ time_ms }) => time_ms)),
  }))
}

/** Groups entries by day, newest first; days without entries are left out. */
function groupByDay(rows: readonly AuditEntryRow[], days: readonly TimeZoneDay[]): StaffActivityDay[] {
  return days.toReversed().flatMap(({ day, from }, at, all) => {
    const until = all[at - 1]?.from ?? Number.POSITIVE_INFINITY
    const some = rows.filter(({ time_ms }) => time_ms >= from && time_ms < until)
    return some.length === 0 ? [] : [{ day, records: groupByRecord(some) }]
  })
}

/**
 * Loads the activity of one person on these days. Throws `not_found` if no person in the audit log has this
 * handle, `bad_request` if there are too many days or `to` lies before `from`.
 */
export async function loadStaffActivity(
  handle: string,
  range: { readonly from?: string | undefined; readonly to?: string | undefined },
  caller: ScopedActor,
  { store: { db }, cipher, config }: AuditListDeps,
): Promise<StaffActivity> {
  const zone = await loadStaffTimeZone(db, caller.actor.session, config.zone)
  const { first, last, days, from, to } = resolveAuditDays(zone, range, Date.now())
  const person = await findPersonByHandle(handle, db, cipher)
  if (person === null) throw new ProblemError('not_found')
  const numbers = await findAuditEntryNumbersBetween(db, { from, to })
  const none = { person, first, last, entries: 0, days: [], more: false }
  if (numbers === null) return none
  const { rows } = await sql<AuditEntryRow>`select a.* from audit as a where ${whereAuditActor(person)}
    and a.seq between ${numbers.first} and ${numbers.last} and a.time_ms between ${from} and ${to}
    and ${whereInAuditScope(resolveAuditVisibility(caller, config))} order by a.seq desc limit ${sql.lit(maxEntries + 1)}`.execute(
    db,
  )
  const told = rows.slice(0, maxEntries)
  return { ...none, entries: told.length, days: groupByDay(told, days), more: rows.length > maxEntries }
}
