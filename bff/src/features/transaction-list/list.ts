import type { TransactionListFilter } from '@paydesk/shared/payments/transaction-list'
import type { Store } from '../../platform/database/database.ts'
import type { FieldCipher } from '../../platform/database/field-cipher.ts'
import type { Scope, ScopedActor } from '../../platform/http/route.ts'
import {
  buildPageRows,
  type ListCount,
  pageReadLimit,
  resolveListPage,
} from '../../platform/list-query/page.ts'
import { attachCustomerRids } from '../../records/attach-rids.ts'
import type { HandleStore } from '../../records/handles.ts'
import type { DayRangeDeps } from '../../records/zone-days.ts'
import type { TransactionFilterChoices } from './choices.ts'
import { type CurrencySum, countTransactions, sumAmounts } from './counting.ts'
import { getTransactionCursorPosition, readTransactionRows } from './pages.ts'
import type { RecordedTransactionWithRid } from './present.ts'
import { type ResolvedTransactionFilter, resolveTransactionListFilter } from './resolve-filter.ts'

export interface TransactionPageDeps extends DayRangeDeps {
  readonly store: Store
  readonly cipher: FieldCipher
  readonly handles: HandleStore
  choices(scope: Scope): Promise<TransactionFilterChoices>
}

export interface TransactionPage {
  readonly lines: readonly RecordedTransactionWithRid[]
  readonly next: string | null
  readonly count: number
  readonly more: boolean
  readonly choices: TransactionFilterChoices
}

/** Returns true if nothing can match: no merchant of the scope is left, or values exclude each other. */
export function isUnsatisfiableFilter({ merchants, facets }: ResolvedTransactionFilter): boolean {
  return merchants.length === 0 || facets.some(({ values }) => values.length === 0)
}

/**
 * Counts the transactions on the list of a filter, with their amounts if this person sees amounts in full.
 * Throws `bad_request` as the list does.
 */
export async function countTransactionList(
  filter: TransactionListFilter,
  { actor, scope }: ScopedActor,
  { store, config }: Pick<TransactionPageDeps, 'store' | 'config'>,
): Promise<ListCount & { readonly amounts: readonly CurrencySum[] | null }> {
  const resolvedTransactionFilter = await resolveTransactionListFilter(
    filter,
    { actor, scope },
    { store, config },
    Date.now(),
  )
  if (isUnsatisfiableFilter(resolvedTransactionFilter)) return { count: 0, more: false, amounts: null }
  const { count, more, accessPath } = await countTransactions(resolvedTransactionFilter, store)
  const byAmount = actor.fieldAccess.canSeeAll(['transaction.amount', 'transaction.currency'])
  // Without an access path the rows are too many to add up: a part of a sum would be a wrong sum.
  const amounts =
    byAmount && !more && accessPath !== null
      ? await sumAmounts(resolvedTransactionFilter, accessPath, store)
      : null
  return { count, more, amounts }
}

/**
 * Loads one page of our records within the caller's merchants. Throws `bad_request` naming the field if the
 * filter reveals a value that the role sees masked, or if `after` is no cursor of this list.
 */
export async function loadTransactionPage(
  { after, ...filter }: TransactionListFilter & { after?: string | undefined },
  { actor, scope }: ScopedActor,
  { store, cipher, handles, choices, config }: TransactionPageDeps,
  clock: () => number = Date.now,
): Promise<TransactionPage> {
  const page = resolveListPage({ list: 'transactions', filter, actor, scope, cipher }, after, clock())
  const resolvedTransactionFilter = await resolveTransactionListFilter(
    filter,
    { actor, scope },
    { store, config },
    page.now,
  )
  const offered = await choices(scope)
  if (isUnsatisfiableFilter(resolvedTransactionFilter))
    return { lines: [], next: null, count: 0, more: false, choices: offered }
  const { count, more, accessPath } = await countTransactions(resolvedTransactionFilter, store)
  const options = { after: page.position, limit: pageReadLimit, accessPath }
  const read = count === 0 ? [] : await readTransactionRows(resolvedTransactionFilter, options, store)
  const { rows, next } = buildPageRows(page, read, (last) =>
    getTransactionCursorPosition(last, resolvedTransactionFilter),
  )
  return {
    lines: await attachCustomerRids(rows, scope.environment, handles),
    next,
    count,
    more,
    choices: offered,
  }
}
