import type { AuditEventGroup, AuditLogFigures } from '@paydesk/shared/compliance/audit-log'
import { sql } from 'kysely'
import { globalAuditChain, toAuditChainName } from '../../platform/audit/canonical.ts'
import { classifyAuditEvent, listAuditActionsInGroup } from '../../platform/audit/event-groups.ts'
import type { ScopedActor } from '../../platform/http/route.ts'
import { whereColumnIn } from '../../platform/list-query/conditions.ts'
import type { Person } from '../../platform/session/person.ts'
import { listTimeZoneDays } from '../../records/zone-days.ts'
import type { AuditListDeps } from './list.ts'
import {
  type AuditVisibility,
  resolveAuditVisibility,
  whereAuditActor,
  whereAuditVisible,
  whereInAuditScope,
} from './visibility.ts'

type EventCounts = AuditLogFigures['today']

export interface AuditDayFigures {
  readonly day: string
  readonly visibility: AuditVisibility
  readonly today: EventCounts
  /** Most active person first. Entries without a person count in `today` only. */
  readonly people: readonly (Person & EventCounts)[]
  readonly coverage: readonly {
    readonly chain: string
    readonly entries: number
    readonly since: number | null
  }[]
}

interface Row {
  readonly action: string
  readonly result: string
  readonly issuer: string | null
  readonly subject: string | null
  readonly n: number
}

const noEvents: EventCounts = { entries: 0, reads: 0, reveals: 0, refused: 0, failed: 0 }

function addToCounts(to: EventCounts, group: AuditEventGroup, { result, n }: Row): EventCounts {
  const count = Number(n)
  const of = (is: boolean) => (is ? count : 0)
  return {
    ...to,
    entries: to.entries + count,
    reveals: to.reveals + of(result === 'allowed' && group === 'reveals'),
    refused: to.refused + of(result === 'refused'),
    failed: to.failed + of(result === 'failed'),
  }
}

/**
 * Counts the records that each person opened, each record once: a page that stays open reads its record
 * again by itself, which is no deed of the person.
 */
async function countOpenedRecords(
  from: number,
  visibility: AuditVisibility,
  { store: { db } }: AuditListDeps,
) {
  const { rows } = await sql<Pick<Row, 'issuer' | 'subject' | 'n'>>`select r.issuer, r.subject, count(*) as n
    from (select distinct a.actor_issuer as issuer, a.actor_subject as subject, a.subject_kind, a.subject_id
      from audit as a where a.time_ms >= ${from} and a.result = 'allowed' and a.subject_id is not null
        and ${whereColumnIn('a.action', listAuditActionsInGroup('reads'))} and ${whereAuditVisible(visibility)}) as r
    group by r.issuer, r.subject`.execute(db)
  return rows
}

/** Loads chain lengths for people who see every entry; otherwise the number of their own entries. */
async function loadCoverage(visibility: AuditVisibility, { store: { db } }: AuditListDeps) {
  if (visibility.which !== 'every' || visibility.merchants !== null) {
    const { rows } = await sql<{ entries: number; since: number | null }>`select count(*) as entries,
      min(a.time_ms) as since from audit as a where ${whereAuditActor(visibility.me)} and ${whereInAuditScope(visibility)}`.execute(
      db,
    )
    const [own] = rows
    return [{ chain: 'own', entries: Number(own?.entries ?? 0), since: own?.since ?? null }]
  }
  const chains = [toAuditChainName(visibility.environment), globalAuditChain]
  return Promise.all(
    chains.map(async (chain) => {
      const links = db.selectFrom('audit_links').where('chain', '=', chain)
      const last = await links.select('n').orderBy('n', 'desc').limit(1).executeTakeFirst()
      const first = await links
        .innerJoin('audit', 'audit.seq', 'audit_links.seq')
        .select('audit.time_ms')
        .orderBy('audit_links.n')
        .limit(1)
        .executeTakeFirst()
      return { chain, entries: last?.n ?? 0, since: first?.time_ms ?? null }
    }),
  )
}

/** Counts today's entries visible to this person, by kind and by actor, and the entries that exist in all. */
export async function loadTodayAuditFigures(
  caller: ScopedActor,
  deps: AuditListDeps,
): Promise<AuditDayFigures> {
  const visibility = resolveAuditVisibility(caller, deps.config)
  const [today = { day: '', from: 0 }] = listTimeZoneDays(deps.config.zone, Date.now(), 1)
  const { rows } = await sql<Row>`select a.action, a.result, a.actor_issuer as issuer,
    a.actor_subject as subject, count(*) as n from audit as a
    where a.time_ms >= ${today.from} and ${whereAuditVisible(visibility)}
    group by a.action, a.result, a.actor_issuer, a.actor_subject`.execute(deps.store.db)
  let all = noEvents
  const people = new Map<string, Person & EventCounts>()
  const count = (row: Pick<Row, 'issuer' | 'subject'>, add: (to: EventCounts) => EventCounts) => {
    all = add(all)
    if (row.issuer === null || row.subject === null) return
    const person = { issuer: row.issuer, subject: row.subject }
    const key = `${row.issuer}\n${row.subject}`
    people.set(key, { ...person, ...add(people.get(key) ?? noEvents) })
  }
  for (const row of rows) count(row, (to) => addToCounts(to, classifyAuditEvent(row.action).group, row))
  for (const row of await countOpenedRecords(today.from, visibility, deps))
    count(row, (to) => ({ ...to, reads: to.reads + Number(row.n) }))
  return {
    day: today.day,
    visibility,
    today: all,
    people: [...people.values()].sort((one, other) => other.entries - one.entries),
    coverage: await loadCoverage(visibility, deps),
  }
}
