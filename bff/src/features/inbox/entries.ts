import {
  type InboxEntryId,
  type InboxEntryList,
  inboxEntryIdSchema,
  type inboxQuerySchema,
} from '@paydesk/shared/cases/inbox'
import { customerHandleSchema, transactionIdSchema } from '@paydesk/shared/core/ids'
import type { z } from 'zod'
import { guardValue } from '../../platform/access/guarded.ts'
import type { Store } from '../../platform/database/database.ts'
import type { FieldCipher } from '../../platform/database/field-cipher.ts'
import type { ScopedActor } from '../../platform/http/route.ts'
import { buildPageRows, pageReadLimit, resolveListPage } from '../../platform/list-query/page.ts'
import { attachCustomerRids } from '../../records/attach-rids.ts'
import type { HandleStore } from '../../records/handles.ts'
import type { InboxEntryRow, InboxSource } from '../../records/inbox/entry-rows.ts'
import { inboxPeriodMs, loadInboxMarks, loadInboxUnreadSince } from '../../records/inbox/marks.ts'
import {
  loadTransactionFacts,
  presentTransactionFacts,
} from '../../records/observations/transaction-facts.ts'
import { presentColleague } from '../../records/staff-texts.ts'

export interface InboxDeps {
  readonly store: Store
  readonly cipher: FieldCipher
  readonly handles: Pick<HandleStore, 'resolveAll'>
  readonly inboxSources: readonly InboxSource[]
}

export interface InboxEntryWithReadState extends InboxEntryRow {
  readonly entry: InboxEntryId
  readonly isRead: boolean
}

/**
 * Loads all entries of this person, newest first: some hundreds at most, because each source has a limit. An entry
 * without a mark is read once its record was seen, and if it is older than the day before the first sign-in.
 */
export async function loadInboxEntries(
  caller: ScopedActor,
  { store, inboxSources }: Pick<InboxDeps, 'store' | 'inboxSources'>,
  now: number,
): Promise<InboxEntryWithReadState[]> {
  const { actor, scope } = caller
  if (scope.merchants.length === 0) return []
  const [marks, unreadSince, ...lists] = await Promise.all([
    loadInboxMarks(store.db, scope.environment, actor.session),
    loadInboxUnreadSince(store.db, actor.session),
    ...inboxSources.map((list) => list(caller, now - inboxPeriodMs)),
  ])
  return lists
    .flat()
    .map((row) => {
      const entry = inboxEntryIdSchema.parse(`${row.kind}.${row.id}`)
      return { ...row, entry, isRead: marks.get(entry) ?? (row.isSeen === true || row.at < unreadSince) }
    })
    .sort((one, other) => other.at - one.at || (one.entry < other.entry ? -1 : 1))
}

/** Counts the unread entries, with the time of the newest one of each kind. */
export function countUnreadInboxEntries(entries: readonly InboxEntryWithReadState[]) {
  const unread = entries.filter(({ isRead }) => !isRead)
  const newest: Partial<Record<InboxEntryRow['kind'], string>> = {}
  for (const { kind, at } of unread) newest[kind] ??= new Date(at).toISOString()
  return { unread: unread.length, newest }
}

/** Loads and presents one page of the inbox. Throws `bad_request` if `after` is not of this list. */
export async function loadInboxPage(
  { after, ...filter }: z.output<typeof inboxQuerySchema>,
  caller: ScopedActor,
  deps: InboxDeps,
): Promise<InboxEntryList> {
  const page = resolveListPage({ list: 'inbox', filter, ...caller, cipher: deps.cipher }, after)
  const all = await loadInboxEntries(caller, deps, page.now)
  const { unread } = countUnreadInboxEntries(all)
  const listed = all.filter(
    ({ kind, isRead }) =>
      (filter.kind === undefined || kind === filter.kind) && (filter.show === undefined || !isRead),
  )
  // The place is an instant, and the number of entries of that instant that were listed before.
  const { value, seq } = page.position ?? { value: null, seq: 0 }
  const following = value === null ? listed : listed.filter(({ at }) => at <= value).slice(seq)
  const { rows, next } = buildPageRows(page, following.slice(0, pageReadLimit), ({ at }, markedEntries) => ({
    value: at,
    seq: markedEntries.filter((one) => one.at === at).length + (at === value ? seq : 0),
  }))
  return { entries: await presentEntries(rows, caller, deps), next, unread }
}

async function presentEntries(
  rows: readonly InboxEntryWithReadState[],
  { actor, scope }: ScopedActor,
  deps: InboxDeps,
): Promise<InboxEntryList['entries']> {
  const { fieldAccess, session } = actor
  const named = rows.flatMap(({ customer }) => customer ?? [])
  const [facts, customers] = await Promise.all([
    loadTransactionFacts(
      rows.flatMap(({ transaction }) => transaction ?? []),
      scope,
      deps,
    ),
    attachCustomerRids(named, scope.environment, deps.handles),
  ])
  const rids = new Map(customers.map(({ row, rid }) => [row.customer, rid]))
  const time = (at: number) => new Date(at).toISOString()
  return rows.map((row) => ({
    entry: row.entry,
    kind: row.kind,
    at: time(row.at),
    isRead: row.isRead,
    by: presentColleague(row.by, { session, cipher: deps.cipher }),
    target: row.target,
    outcome: row.outcome ?? null,
    until: row.until == null ? null : time(row.until),
    transaction: row.transaction === undefined ? null : transactionIdSchema.parse(row.transaction),
    facts:
      row.transaction === undefined ? null : presentTransactionFacts(row.transaction, facts, fieldAccess),
    customer: row.customer
      ? {
          customer: customerHandleSchema.parse(row.customer.customer),
          rid: fieldAccess.mask(guardValue('rid', rids.get(row.customer.customer) ?? null)),
          merchant: fieldAccess.mask(guardValue('original.merchant_id', row.customer.merchant)),
        }
      : null,
    rows: row.rows ?? null,
  }))
}
