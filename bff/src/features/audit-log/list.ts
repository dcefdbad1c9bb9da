import { setImmediate as nextTurn } from 'node:timers/promises'
import type { AuditEntryList, AuditLogFilter } from '@paydesk/shared/compliance/audit-log'
import { sql } from 'kysely'
import { guardValue } from '../../platform/access/guarded.ts'
import { findEntryNumbersBetween } from '../../platform/audit/entry-numbers.ts'
import { listActionsInGroup, listRoutineActions } from '../../platform/audit/event-groups.ts'
import type { Store } from '../../platform/database/database.ts'
import type { FieldCipher } from '../../platform/database/field-cipher.ts'
import type { ScopedActor } from '../../platform/http/route.ts'
import {
  type ConditionParts,
  combineConditions,
  isOneOf,
  isWithinRange,
  matchNothing,
} from '../../platform/list-query/conditions.ts'
import { sealCursor } from '../../platform/list-query/cursor.ts'
import { closePage, openPage, pageReadLimit } from '../../platform/list-query/page.ts'
import { ProblemError } from '../../platform/problem/problem.ts'
import type { Person } from '../../platform/session/person.ts'
import { loadDayRange } from '../../records/zone-days.ts'
import { findPersonByHandle } from './staff-directory.ts'
import {
  type AuditEntryRow,
  type AuditLogConfig,
  type AuditVisibility,
  detectRecordKind,
  resolveAuditVisibility,
  whereAuditActor,
  whereAuditVisible,
} from './visibility.ts'

export interface AuditListDeps {
  readonly store: Pick<Store, 'db' | 'dialect'>
  readonly seal: FieldCipher
  readonly config: AuditLogConfig
}

/** Newest of `times` equal entries; `since` is the time of the oldest (ms since 1970). */
export interface FoldedEntry {
  readonly row: AuditEntryRow
  readonly times: number
  readonly since: number
}

export interface AuditEntryPage extends Pick<AuditEntryList, 'next'> {
  readonly visibility: AuditVisibility
  readonly rows: readonly FoldedEntry[]
  /**
   * Time (ms since 1970) back to which entries were searched; null if the page is full or no entries are
   * left.
   */
  readonly lookedBackTo: number | null
}

/** Entries searched per query; takes a few milliseconds. */
const maxWindowEntries = 20_000
/** Time limit (ms) for one call that searches back for rare entries. */
const maxLookBackMs = 800

/** Conditions answered by an index: one person, one record. */
function buildIndexConditions({ subject }: AuditLogFilter, person: Person | null | undefined) {
  return [
    subject === undefined
      ? null
      : sql`a.subject_kind = ${detectRecordKind(subject)} and a.subject_id = ${subject}`,
    person === undefined ? null : person === null ? matchNothing : whereAuditActor(person),
  ]
}

function buildFilterConditions({ view, group, result, purpose, ticket, reference }: AuditLogFilter) {
  const isEqual = (column: string, value: string | undefined) =>
    value === undefined ? null : sql`${sql.ref(`a.${column}`)} = ${value}`
  return [
    // Refused and failed views stay: they tell more than the allowed ones.
    view === 'activity'
      ? sql`(a.result <> 'allowed' or not ${isOneOf('a.action', listRoutineActions())})`
      : null,
    group === undefined ? null : isOneOf('a.action', listActionsInGroup(group)),
    isEqual('result', result),
    isEqual('purpose_code', purpose),
    isEqual('case_ref', ticket),
    isEqual('reference', reference),
  ]
}

interface LookBackQuery {
  /** Conditions answered by an index (`narrow`), and conditions checked entry by entry (`others`). */
  readonly narrow: ConditionParts
  readonly others: ConditionParts
  /** Entry numbers to search: from `first` (inclusive) to `before` (exclusive). */
  readonly first: number
  readonly before: number
}

interface LookBackResult {
  readonly rows: AuditEntryRow[]
  /** Number of the entry at which the search ran out of time; null if the search finished. */
  readonly stoppedAt: number | null
}

/**
 * Searches back window by window until the page is full, no entries are left, or the time limit is reached.
 */
async function lookBack(
  { store: { db } }: AuditListDeps,
  { narrow, others, first, before }: LookBackQuery,
): Promise<LookBackResult> {
  const begun = performance.now()
  const rows: AuditEntryRow[] = []
  let end = before
  for (;;) {
    const base = combineConditions([...narrow, sql`a.seq < ${end} and a.seq >= ${first}`])
    const edge = await sql<{ seq: number }>`select a.seq from audit as a where ${base}
      order by a.seq desc limit 1 offset ${sql.lit(maxWindowEntries - 1)}`.execute(db)
    const start = edge.rows[0]?.seq ?? first
    const { rows: more } = await sql<AuditEntryRow>`select a.* from audit as a
      where ${combineConditions([base, sql`a.seq >= ${start}`, ...others])}
      order by a.seq desc limit ${sql.lit(pageReadLimit - rows.length)}`.execute(db)
    rows.push(...more)
    if (rows.length === pageReadLimit || edge.rows.length === 0) return { rows, stoppedAt: null }
    end = start
    if (performance.now() - begun > maxLookBackMs) return { rows, stoppedAt: start }
    await nextTurn()
  }
}

const readActions: ReadonlySet<string> = new Set(listActionsInGroup('reads'))

/**
 * Folds reads of the same record by the same session into the newest one: an open page reads its record
 * again by itself. Everything else stays as it is.
 */
export function foldRepeatedReads(rows: readonly AuditEntryRow[]): FoldedEntry[] {
  const folded = new Map<string, FoldedEntry>()
  for (const row of rows) {
    const { seq, action, result, session_hash, subject_kind, subject_id, purpose_code, reason } = row
    const isRead = result === 'allowed' && readActions.has(action) && subject_id !== null
    const key = JSON.stringify(
      isRead ? [action, session_hash, subject_kind, subject_id, purpose_code, reason] : seq,
    )
    const newest = folded.get(key) ?? { row, times: 0, since: row.time_ms }
    folded.set(key, { row: newest.row, times: newest.times + 1, since: row.time_ms })
  }
  return [...folded.values()]
}

/**
 * Refuses to filter by an ID that this role sees masked: a match would tell the whole ID. Throws
 * `bad_request`.
 */
function refuseMaskedSubject(
  { subject }: AuditLogFilter,
  { which }: AuditVisibility,
  { actor: { fieldAccess } }: ScopedActor,
): void {
  if (subject === undefined || which === 'own') return
  if (fieldAccess.mask(guardValue('audit.subject_id', subject)).visibility === 'clear') return
  throw new ProblemError('bad_request', { fields: [{ name: 'subject', rule: 'no_filter_by_record' }] })
}

/**
 * Loads one page of entries visible to this person, newest first by number. The search for rare entries stops
 * at a time limit; the page then says how far back it searched, and `next` continues from there. Throws
 * `bad_request` if `after` is not a cursor of this list or `to` lies before `from`.
 */
export async function loadAuditEntryPage(
  { after, ...filter }: AuditLogFilter & { after?: string | undefined },
  caller: ScopedActor,
  deps: AuditListDeps,
): Promise<AuditEntryPage> {
  const { store, seal, config } = deps
  const sees = resolveAuditVisibility(caller, config)
  refuseMaskedSubject(filter, sees, caller)
  const page = openPage({ list: 'audit_log', filter, ...caller, seal }, after)
  const span = (await loadDayRange(filter, caller.actor.session, deps)) ?? { from: null, to: null }
  const numbers = await findEntryNumbersBetween(store.db, span)
  if (numbers === null) return { rows: [], next: null, lookedBackTo: null, visibility: sees }
  const { person } = filter
  const behind = person === undefined ? undefined : await findPersonByHandle(person, store.db, seal)
  const { rows: read, stoppedAt } = await lookBack(deps, {
    narrow: [sees.which === 'own' ? whereAuditActor(sees.me) : null, ...buildIndexConditions(filter, behind)],
    others: [whereAuditVisible(sees), isWithinRange('a.time_ms', span), ...buildFilterConditions(filter)],
    first: numbers.first,
    before: Math.min(page.place?.seq ?? Number.MAX_SAFE_INTEGER, numbers.last + 1),
  })
  const toPlace = (seq: number) => ({ value: null, seq: Number(seq) })
  const { rows: listed, next } = closePage(page, read, ({ seq }) => toPlace(seq))
  const rows =
    filter.view === 'activity'
      ? foldRepeatedReads(listed)
      : listed.map((row) => ({ row, times: 1, since: row.time_ms }))
  if (stoppedAt === null) return { rows, next, lookedBackTo: null, visibility: sees }
  return {
    rows,
    next: sealCursor(toPlace(stoppedAt), page.now, page.binding),
    lookedBackTo: await loadEntryTime(store, stoppedAt),
    visibility: sees,
  }
}

async function loadEntryTime({ db }: AuditListDeps['store'], seq: number): Promise<number> {
  const found = await db.selectFrom('audit').select('time_ms').where('seq', '=', seq).executeTakeFirst()
  return found?.time_ms ?? Date.now()
}
