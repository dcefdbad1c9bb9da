import type { TransactionListFilter } from '@paydesk/shared/payments/transaction-list'
import type { Store } from '../../platform/database/database.ts'
import type { FieldCipher } from '../../platform/database/field-cipher.ts'
import type { Actor, Scope } from '../../platform/http/route.ts'
import { openCursor, sealCursor } from '../../platform/list-query/cursor.ts'
import { attachRids } from '../../records/attach-rids.ts'
import type { HandleStore } from '../../records/handles.ts'
import type { TransactionFilterChoices } from './choices.ts'
import { countTransactions } from './counting.ts'
import { getKeysetPlace, readTransactionRows } from './pages.ts'
import type { TransactionLine } from './present.ts'
import {
  type ResolvedTransactionFilter,
  rejectHiddenFilters,
  resolveTransactionFilter,
} from './resolve-filter.ts'

export interface TransactionPageDeps {
  readonly store: Store
  readonly seal: FieldCipher
  readonly handles: HandleStore
  choices(scope: Scope): Promise<TransactionFilterChoices>
}

export interface TransactionPage {
  readonly lines: readonly TransactionLine[]
  readonly next: string | null
  readonly count: number
  readonly more: boolean
  readonly choices: TransactionFilterChoices
}

const pageSize = 50

/** Returns true if nothing can match: no merchant of the scope is left, or values exclude each other. */
export function isUnsatisfiableFilter({ merchants, facets }: ResolvedTransactionFilter): boolean {
  return merchants.length === 0 || facets.some(({ values }) => values.length === 0)
}

/**
 * Loads one page of our records within the caller's merchants. Throws `bad_request` naming the field if the
 * filter reveals a value that the role sees masked, or if `after` is no cursor of this list.
 */
export async function loadTransactionPage(
  { after, ...filter }: TransactionListFilter & { after?: string | undefined },
  { actor, scope }: { actor: Actor; scope: Scope },
  { store, seal, handles, choices }: TransactionPageDeps,
  clock: () => number = Date.now,
): Promise<TransactionPage> {
  rejectHiddenFilters(filter, actor.fieldAccess)
  const bound = { list: 'transactions' as const, filter, actor, scope, seal }
  const begun = after === undefined ? { place: null, now: clock() } : openCursor(after, bound)
  const wanted = resolveTransactionFilter(filter, scope, begun.now)
  const offered = await choices(scope)
  if (isUnsatisfiableFilter(wanted)) return { lines: [], next: null, count: 0, more: false, choices: offered }
  const { count, more, accessPath } = await countTransactions(wanted, store)
  // Read one more row to learn whether there is another page.
  const read =
    count === 0
      ? []
      : await readTransactionRows(wanted, { after: begun.place, limit: pageSize + 1, accessPath }, store)
  const rows = read.slice(0, pageSize)
  const last = read.length > pageSize ? rows.at(-1) : undefined
  return {
    lines: await attachRids(rows, scope.environment, handles),
    next: last === undefined ? null : sealCursor(getKeysetPlace(last, wanted), begun.now, bound),
    count,
    more,
    choices: offered,
  }
}
