import { setImmediate as nextTurn } from 'node:timers/promises'
import type { AuditEntryList, AuditLogFilter } from '@paydesk/shared/compliance/audit-log'
import { sql } from 'kysely'
import { guardValue } from '../../platform/access/guarded.ts'
import { findAuditEntryNumbersBetween } from '../../platform/audit/entry-numbers.ts'
import { listAuditActionsInGroup, listRoutineAuditActions } from '../../platform/audit/event-groups.ts'
import type { Store } from '../../platform/database/database.ts'
import type { FieldCipher } from '../../platform/database/field-cipher.ts'
import type { ScopedActor } from '../../platform/http/route.ts'
import {
  combineSqlConditions,
  matchNothingSqlCondition,
  type SqlConditionParts,
  whereColumnIn,
  whereColumnInRange,
} from '../../platform/list-query/conditions.ts'
import { encryptCursor } from '../../platform/list-query/cursor.ts'
import { buildPageRows, countRows, pageReadLimit, resolveListPage } from '../../platform/list-query/page.ts'
import { ProblemError } from '../../platform/problem/problem.ts'
import type { Person } from '../../platform/session/person.ts'
import { loadDayRange } from '../../records/zone-days.ts'
import { findPersonByHandle } from './staff-directory.ts'
import {
  type AuditEntryRow,
  type AuditLogConfig,
  type AuditVisibility,
  classifyAuditSubjectId,
  resolveAuditVisibility,
  whereAuditActor,
  whereAuditVisible,
} from './visibility.ts'

export interface AuditListDeps {
  readonly store: Pick<Store, 'db' | 'dialect'>
  readonly cipher: FieldCipher
  readonly config: AuditLogConfig
}

/** Newest of `times` equal entries; `since` is the time of the oldest (ms since 1970). */
export interface FoldedAuditEntry {
  readonly row: AuditEntryRow
  readonly times: number
  readonly since: number
}

export interface AuditEntryPage extends Pick<AuditEntryList, 'next'> {
  readonly visibility: AuditVisibility
  readonly rows: readonly FoldedAuditEntry[]
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
      : sql`a.subject_kind = ${classifyAuditSubjectId(subject)} and a.subject_id = ${subject}`,
    person === undefined ? null : person === null ? matchNothingSqlCondition : whereAuditActor(person),
  ]
}

function buildFilterConditions({ view, group, result, purpose, ticket, reference }: AuditLogFilter) {
  const isEqual = (column: string, value: string | undefined) =>
    value === undefined ? null : sql`${sql.ref(`a.${column}`)} = ${value}`
  return [
    // Refused and failed views stay: they tell more than the allowed ones.
    view === 'activity'
      ? sql`(a.result <> 'allowed' or not ${whereColumnIn('a.action', listRoutineAuditActions())})`
      : null,
    group === undefined ? null : whereColumnIn('a.action', listAuditActionsInGroup(group)),
    isEqual('result', result),
    isEqual('purpose_code', purpose),
    isEqual('case_ref', ticket),
    isEqual('reference', reference),
  ]
}

/** Search for the entries of a filter that a person may see. */
interface AuditSearch {
  /** Conditions answered by an index (`narrow`), and conditions checked entry by entry (`others`). */
  readonly narrow: SqlConditionParts
  readonly others: SqlConditionParts
  /** Entry numbers to search: from `first` (inclusive) to `before` (exclusive). */
  readonly first: number
  readonly before: number
}

interface LookBackQuery extends AuditSearch {
  readonly limit: number
}

const isInWindow = (start: number, end: number) => sql`a.seq < ${end} and a.seq >= ${start}`

interface LookBackResult {
  readonly rows: AuditEntryRow[]
  /** Number of the entry at which the search ran out of time; null if the search finished. */
  readonly stoppedAt: number | null
}

/**
 * Finds the first number of the window of entries that ends before `before`; undefined if the window has no full
 * size, so that it is the last one.
 */
async function findWindowStart(
  { narrow, first, before }: AuditSearch,
  { db }: Pick<AuditListDeps['store'], 'db'>,
): Promise<number | undefined> {
  const { rows } = await sql<{ seq: number }>`select a.seq from audit as a
    where ${combineSqlConditions([...narrow, isInWindow(first, before)])}
    order by a.seq desc limit 1 offset ${sql.lit(maxWindowEntries - 1)}`.execute(db)
  return rows[0]?.seq
}

/**
 * Searches back window by window until the page is full, no entries are left, or the time limit is reached.
 */
async function lookBack(
  { store: { db } }: Pick<AuditListDeps, 'store'>,
  { limit, ...search }: LookBackQuery,
): Promise<LookBackResult> {
  const begun = performance.now()
  const rows: AuditEntryRow[] = []
  let end = search.before
  for (;;) {
    const edge = await findWindowStart({ ...search, before: end }, { db })
    const start = edge ?? search.first
    const { rows: more } = await sql<AuditEntryRow>`select a.* from audit as a
      where ${combineSqlConditions([...search.narrow, isInWindow(start, end), ...search.others])}
      order by a.seq desc limit ${sql.lit(limit - rows.length)}`.execute(db)
    rows.push(...more)
    if (rows.length === limit || edge === undefined) return { rows, stoppedAt: null }
    end = start
    if (performance.now() - begun > maxLookBackMs) return { rows, stoppedAt: start }
    await nextTurn()
  }
}

const readActions: ReadonlySet<string> = new Set(listAuditActionsInGroup('reads'))

/**
 * Folds reads of the same record by the same session into the newest one: an open page reads its record
 * again by itself. Everything else stays as it is.
 */
export function foldRepeatedReads(rows: readonly AuditEntryRow[]): FoldedAuditEntry[] {
  const folded = new Map<string, FoldedAuditEntry>()
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
 * Plans the search for the entries of a filter; null if there are none in its days. Throws `bad_request` for days as
 * `resolveDayRange` does, and for an ID that this role sees masked.
 */
async function planAuditSearch(
  filter: AuditLogFilter,
  caller: ScopedActor,
  deps: AuditListDeps,
): Promise<AuditSearch | null> {
  const { store, cipher, config } = deps
  const visibility = resolveAuditVisibility(caller, config)
  refuseMaskedSubject(filter, visibility, caller)
  const span = (await loadDayRange(filter, caller.actor.session, deps)) ?? { from: null, to: null }
  const numbers = await findAuditEntryNumbersBetween(store.db, span)
  if (numbers === null) return null
  const { person } = filter
  const behind = person === undefined ? undefined : await findPersonByHandle(person, store.db, cipher)
  return {
    narrow: [
      visibility.which === 'own' ? whereAuditActor(visibility.me) : null,
      ...buildIndexConditions(filter, behind),
    ],
    others: [
      whereAuditVisible(visibility),
      whereColumnInRange('a.time_ms', span),
      ...buildFilterConditions(filter),
    ],
    first: numbers.first,
    before: numbers.last + 1,
  }
}

/** Rows of an export: those written until `until` (ms since 1970), so that it ends where it began. */
interface AuditExportRange {
  readonly until: number
}

async function planAuditExport(
  filter: AuditLogFilter,
  caller: ScopedActor,
  { until }: AuditExportRange,
  deps: AuditListDeps,
): Promise<AuditSearch | null> {
  const search = await planAuditSearch(filter, caller, deps)
  return search === null ? null : { ...search, others: [...search.others, sql`a.time_ms <= ${until}`] }
}

const exportBatchEntries = 500

/** Reads all entries of a filter, newest first, in batches. Throws the problems of the list. */
export async function* readAuditEntries(
  filter: AuditLogFilter,
  caller: ScopedActor,
  { until, gone }: AuditExportRange & { readonly gone: AbortSignal },
  deps: AuditListDeps,
): AsyncGenerator<readonly AuditEntryRow[]> {
  const search = await planAuditExport(filter, caller, { until }, deps)
  let before = search?.before ?? null
  while (search !== null && before !== null && !gone.aborted) {
    const { rows, stoppedAt } = await lookBack(deps, { ...search, before, limit: exportBatchEntries })
    if (rows.length > 0) yield rows
    before = rows.length === exportBatchEntries ? Number(rows.at(-1)?.seq) : stoppedAt
    // Yield to the event loop: the embedded database answers synchronously, so that other requests would wait.
    await nextTurn()
  }
}

/** Counts the entries of an export, up to `max`, window by window. Throws the problems of the list. */
export async function countAuditEntries(
  filter: AuditLogFilter,
  caller: ScopedActor,
  { until, max }: AuditExportRange & { readonly max: number },
  deps: AuditListDeps,
): Promise<number> {
  const search = await planAuditExport(filter, caller, { until }, deps)
  let count = 0
  let before = search?.before
  while (search !== null && before !== undefined && count < max) {
    const start = await findWindowStart({ ...search, before }, deps.store)
    const window = isInWindow(start ?? search.first, before)
    const where = combineSqlConditions([...search.narrow, window, ...search.others])
    count += await countRows(sql`select 1 as x from audit as a where ${where}`, deps.store)
    before = start
    await nextTurn()
  }
  return Math.min(count, max)
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
  const { store, cipher, config } = deps
  const visibility = resolveAuditVisibility(caller, config)
  const page = resolveListPage({ list: 'audit_log', filter, ...caller, cipher }, after)
  const search = await planAuditSearch(filter, caller, deps)
  if (search === null) return { rows: [], next: null, lookedBackTo: null, visibility }
  const before = Math.min(page.position?.seq ?? Number.MAX_SAFE_INTEGER, search.before)
  const { rows: read, stoppedAt } = await lookBack(deps, { ...search, before, limit: pageReadLimit })
  const toPlace = (seq: number) => ({ value: null, seq: Number(seq) })
  const { rows: listed, next } = buildPageRows(page, read, ({ seq }) => toPlace(seq))
  const rows =
    filter.view === 'activity'
      ? foldRepeatedReads(listed)
      : listed.map((row) => ({ row, times: 1, since: row.time_ms }))
  if (stoppedAt === null) return { rows, next, lookedBackTo: null, visibility }
  return {
    rows,
    next: encryptCursor(toPlace(stoppedAt), page.now, page.binding),
    lookedBackTo: await loadEntryTime(store, stoppedAt),
    visibility,
  }
}

async function loadEntryTime({ db }: AuditListDeps['store'], seq: number): Promise<number> {
  const found = await db.selectFrom('audit').select('time_ms').where('seq', '=', seq).executeTakeFirst()
  return found?.time_ms ?? Date.now()
}
