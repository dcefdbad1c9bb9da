import type { TransactionId } from '@paydesk/shared/core/ids'
import { endpoints } from '@paydesk/shared/endpoints'
import type { ReprocessingNote } from '@paydesk/shared/payments/ledger'
import { sql } from 'kysely'
import { subject } from '../../platform/audit/entry.ts'
import type { Seal } from '../../platform/database/field-cipher.ts'
import type { Allowance } from '../../platform/http/rate-limiter.ts'
import { route, type Scope } from '../../platform/http/route.ts'
import { askLedger } from './ledger-ways.ts'
import { presentReceived, type ReceivedRow } from './present-received.ts'
import { type LedgerNeeds, limitOf, rowsInScope, shownColumns } from './received-rows.ts'
import { workedOnAgain } from './worked-on-again.ts'

/** Shown of one transaction at most. */
const shown = 200
const pageSize = 50
/** Counted exactly up to here. */
const countedTo = 10_000

interface Page {
  readonly rows: readonly ReceivedRow[]
  readonly more: boolean
}

async function isKnown({ store }: LedgerNeeds, id: TransactionId, scope: Scope): Promise<boolean> {
  const row = await store.db
    .selectFrom('transactions')
    .select('id')
    .where('environment', '=', scope.environment)
    .where('id', '=', id)
    .where('merchant', 'in', scope.merchants)
    .executeTakeFirst()
  return row !== undefined
}

export const listReceivedNotifications = route(endpoints.listReceivedNotifications, {
  permission: 'notification.read',
  audit: ({ params }, read: Page | undefined) => ({
    action: 'transaction.received.viewed',
    // An id under which nothing was received can be any text.
    about: subject('transaction', params.transaction, merchantOf(read)),
  }),
  async handle({ params, scope, actor }, needs: LedgerNeeds & { readonly misses: Pick<Allowance, 'take'> }) {
    const rows = await rowsInScope(needs, scope)
      .select(shownColumns)
      .where('inbox.transaction_id', '=', params.transaction)
      .orderBy('inbox.seq', 'desc')
      .limit(shown + 1)
      .execute()
    // Guessing ids must not pay here either; one that staff open for the first time counts once.
    if (rows.length === 0 && !(await isKnown(needs, params.transaction, scope)))
      needs.misses.take(actor.session.subject, params.transaction)
    return { rows: rows.slice(0, shown).reverse(), more: rows.length > shown }
  },
  present: ({ rows, more }) => ({ entries: rows.map(presentReceived), more }),
})

function merchantOf(read: Page | undefined): { merchant: string } | undefined {
  const merchant = read?.rows.find((row) => row.merchant !== null)?.merchant
  return merchant == null ? undefined : { merchant }
}

interface LedgerPage extends Page {
  readonly again: readonly ReprocessingNote[]
  readonly count: number
}

export const listLedger = route(endpoints.listLedger, {
  permission: 'ledger.read',
  audit: () => ({ action: 'ledger.listed' }),
  async handle(
    { query: { before, ...filter }, scope },
    needs: LedgerNeeds & { readonly seal: Seal },
  ): Promise<LedgerPage> {
    const { numbers, count } = await askLedger(
      {
        environment: scope.environment,
        merchants: limitOf(needs, scope),
        filter,
        before: before === undefined ? null : Number(before),
      },
      { limit: pageSize + 1, countedTo: countedTo + 1 },
      needs.store,
    )
    const rows = await needs.store.db
      .selectFrom('inbox')
      .select(shownColumns)
      .where(sql<boolean>`inbox.seq in (${numbers})`)
      .orderBy('inbox.seq', 'desc')
      .execute()
    const shown = rows.slice(0, pageSize)
    const again = await workedOnAgain(
      scope,
      shown.map(({ seq }) => seq),
      needs,
    )
    return { rows: shown, more: rows.length > pageSize, count, again }
  },
  present: ({ rows, more, count, again }) => ({
    entries: rows.map(presentReceived),
    again: [...again],
    next: more ? String(rows.at(-1)?.seq) : null,
    count: Math.min(count, countedTo),
    more: count > countedTo,
  }),
})
