import type { DiscrepancyFilter, DiscrepancyKind } from '@paydesk/shared/cases/reconciliation'
import { sql } from 'kysely'
import type { Store } from '../../platform/database/database.ts'
import type { Actor, Scope } from '../../platform/http/route.ts'
import {
  buildIndexHintedTableSql,
  combineSqlConditions,
  parseTimeSpanMs,
  type SqlCondition,
  whereColumnIn,
} from '../../platform/list-query/conditions.ts'
import type { KeysetOrder } from '../../platform/list-query/page.ts'
import { ProblemError } from '../../platform/problem/problem.ts'
import { discrepancyRules, listVisibleDiscrepancyKinds } from '../../records/rules/discrepancy-kinds.ts'

/** Scope of a query: environment, merchants, kinds of discrepancies, and the customer if it is about one alone. */
export interface DiscrepancyScope {
  readonly environment: string
  readonly merchants: readonly string[]
  readonly kinds: readonly DiscrepancyKind[]
  readonly customer?: string | undefined
  readonly dialect: Store['dialect']
}

/** Derives the scope from the person's merchants, permissions and field access. */
export function getDiscrepancyScope(
  { actor, scope }: { readonly actor: Pick<Actor, 'permissions' | 'fieldAccess'>; readonly scope: Scope },
  { dialect }: Pick<Store, 'dialect'>,
): DiscrepancyScope {
  const { environment, merchants } = scope
  const kinds = listVisibleDiscrepancyKinds(actor.fieldAccess, actor.permissions.has('reconciliation.every'))
  return { environment, merchants, kinds, dialect }
}

/** Reads the discrepancies through the index of the customer, of the open or of the closed ones. */
export const buildDiscrepancyIndexSql = ({ dialect, customer }: DiscrepancyScope, which: 'open' | 'closed') =>
  buildIndexHintedTableSql(
    'discrepancies as i',
    `discrepancies_${customer === undefined ? which : 'by_customer'}`,
    dialect,
  )

/** Restricts a statement to the discrepancies this person may see. First condition of every statement. */
export function whereDiscrepancyVisible(
  { environment, merchants, kinds, customer }: DiscrepancyScope,
  which: 'open' | 'closed',
): SqlCondition {
  return combineSqlConditions([
    sql`i.environment = ${environment}`,
    customer === undefined ? null : sql`i.customer = ${customer}`,
    whereColumnIn('i.merchant', merchants),
    which === 'open' ? sql`i.closed_at is null` : sql`i.closed_at is not null`,
    kinds.length === discrepancyRules.length ? null : whereColumnIn('i.kind', kinds),
  ])
}

/** Amount as a floating-point number: an integer sum that overflows would fail every page with it. */
export const summableAmountSql = sql`cast(i.amount_minor as double precision)`

/** Returns false for a sum that may be rounded: such a sum is left out rather than shown wrong. */
export const isExactSum = Number.isSafeInteger

/**
 * Builds the condition for the filter of a request, without its order, its customer and without open or closed.
 * `now`: ms since 1970.
 */
export function whereDiscrepancyMatchesFilter(
  { status = 'open', kind, age }: DiscrepancyFilter,
  now: number,
): SqlCondition {
  return combineSqlConditions([
    status === 'closed' ? null : status === 'open' ? sql`i.explained = 0` : sql`i.explained > 0`,
    kind === undefined ? null : whereColumnIn('i.kind', kind.split(',')),
    age === undefined ? null : sql`i.opened_to <= ${now - parseTimeSpanMs(age)}`,
  ])
}

export type DiscrepancyOrder = KeysetOrder<'opened_to' | 'closed_at' | 'amount_minor'>

/**
 * Parses the sort order of a request: open discrepancies by opening time, the oldest first; closed ones by
 * closing time, the newest first; amounts from the largest. Throws `bad_request` naming `sort` if the order
 * would reveal masked amounts.
 */
export function parseDiscrepancyOrder(
  { status, sort = 'age', order }: DiscrepancyFilter,
  byAmount: boolean,
): DiscrepancyOrder {
  if (sort === 'amount') {
    if (!byAmount)
      throw new ProblemError('bad_request', {
        fields: [{ name: 'sort', rule: 'sort_without_amount', values: { values: 'age' } }],
      })
    return { column: 'amount_minor', descending: order !== 'asc', isNullable: true }
  }
  // The list holds either open or closed discrepancies, so every row has a value.
  if (status === 'closed') return { column: 'closed_at', descending: order !== 'asc', isNullable: false }
  return { column: 'opened_to', descending: order === 'desc', isNullable: false }
}
