import { endpoints } from '@paydesk/shared/endpoints'
import type { LedgerFilter } from '@paydesk/shared/ledger'
import { subject } from '../audit/entry.ts'
import { route, type Scope } from '../http/route.ts'
import { presentReceived, type ReceivedRow } from './present-received.ts'
import { type LedgerNeeds, rowsInScope, shownColumns } from './received-rows.ts'

/** Shown of one transaction at most. */
const shown = 200
const pageSize = 50
/** Counted exactly up to here. */
const countedTo = 10_000

interface Page {
  readonly rows: readonly ReceivedRow[]
  readonly more: boolean
}

export const listReceivedNotifications = route(endpoints.listReceivedNotifications, {
  permission: 'notification.read',
  audit: ({ params }, read: Page | undefined) => ({
    action: 'transaction.received.viewed',
    // An id under which nothing was received can be any text.
    about: subject('transaction', params.transaction, merchantOf(read)),
  }),
  async handle({ params, scope }, needs: LedgerNeeds): Promise<Page> {
    const rows = await rowsInScope(needs, scope)
      .select(shownColumns)
      .where('inbox.transaction_id', '=', params.transaction)
      .orderBy('inbox.seq', 'desc')
      .limit(shown + 1)
      .execute()
    return { rows: rows.slice(0, shown).reverse(), more: rows.length > shown }
  },
  present: ({ rows, more }) => ({ entries: rows.map(presentReceived), more }),
})

function merchantOf(read: Page | undefined): { merchant: string } | undefined {
  const merchant = read?.rows.find((row) => row.merchant !== null)?.merchant
  return merchant == null ? undefined : { merchant }
}

function filtered(needs: LedgerNeeds, scope: Scope, filter: LedgerFilter) {
  let rows = rowsInScope(needs, scope)
  if (filter.status !== undefined) rows = rows.where('inbox.status', '=', filter.status)
  if (filter.effect !== undefined) rows = rows.where('inbox.effect', '=', filter.effect)
  if (filter.kind !== undefined) rows = rows.where('inbox.kind', '=', filter.kind)
  if (filter.event !== undefined) rows = rows.where('inbox.event', '=', filter.event)
  if (filter.repeated !== undefined) rows = rows.where('inbox.repeats', '>', 0)
  if (filter.late !== undefined) rows = rows.where('inbox.late', '=', 1)
  return rows
}

interface LedgerPage extends Page {
  readonly count: number
}

/** How many match, counted exactly up to ten thousand and one. */
async function countOf(needs: LedgerNeeds, scope: Scope, filter: LedgerFilter): Promise<number> {
  const some = filtered(needs, scope, filter)
    .select('inbox.seq')
    .limit(countedTo + 1)
  const { rows } = await needs.store.db
    .selectFrom(some.as('some'))
    .select(({ fn }) => fn.countAll<number>().as('rows'))
    .executeTakeFirstOrThrow()
  return Number(rows)
}

export const listLedger = route(endpoints.listLedger, {
  permission: 'ledger.read',
  audit: () => ({ action: 'ledger.listed' }),
  async handle({ query: { before, ...filter }, scope }, needs: LedgerNeeds): Promise<LedgerPage> {
    const wanted = filtered(needs, scope, filter).select(shownColumns).orderBy('inbox.seq', 'desc')
    const page = before === undefined ? wanted : wanted.where('inbox.seq', '<', Number(before))
    const [rows, count] = await Promise.all([
      page.limit(pageSize + 1).execute(),
      countOf(needs, scope, filter),
    ])
    return { rows: rows.slice(0, pageSize), more: rows.length > pageSize, count }
  },
  present: ({ rows, more, count }) => ({
    entries: rows.map(presentReceived),
    next: more ? String(rows.at(-1)?.seq) : null,
    count: Math.min(count, countedTo),
    more: count > countedTo,
  }),
})
