import type { DiscrepancyFilter, DiscrepancyKind } from '@paydesk/shared/cases/reconciliation'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Store } from '../../platform/database/database.ts'
import type { Actor, Scope } from '../../platform/http/route.ts'
import { ProblemError } from '../../platform/problem/problem.ts'
import { discrepancyRules, listVisibleDiscrepancyKinds } from '../../records/rules/discrepancy-kinds.ts'

/** Scope of a query: environment, merchants and kinds of discrepancies. */
export interface DiscrepancyScope {
  readonly environment: string
  readonly merchants: readonly string[]
  readonly kinds: readonly DiscrepancyKind[]
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

export type DiscrepancyCondition = RawBuilder<SqlBool>

export const combineDiscrepancyConditions = (parts: readonly DiscrepancyCondition[]): DiscrepancyCondition =>
  sql`(${sql.join([...parts], sql` and `)})`

/** Forces the index of open or of closed discrepancies on SQLite; PostgreSQL chooses by its statistics. */
export function fromDiscrepancyIndex(
  { dialect }: DiscrepancyScope,
  which: 'open' | 'closed',
): RawBuilder<unknown> {
  const named = sql.ref(`discrepancies_${which}`)
  return dialect === 'sqlite' ? sql`discrepancies as i indexed by ${named}` : sql`discrepancies as i`
}

/** Restricts a statement to the discrepancies this person may see. First condition of every statement. */
export function isVisibleDiscrepancy(
  { environment, merchants, kinds }: DiscrepancyScope,
  which: 'open' | 'closed',
): DiscrepancyCondition {
  const own: DiscrepancyCondition =
    merchants.length === 0 ? sql`1 = 0` : sql`i.merchant in (${sql.join([...merchants])})`
  const some: DiscrepancyCondition[] =
    kinds.length === discrepancyRules.length
      ? []
      : [kinds.length === 0 ? sql`1 = 0` : sql`i.kind in (${sql.join([...kinds])})`]
  const when: DiscrepancyCondition =
    which === 'open' ? sql`i.closed_at is null` : sql`i.closed_at is not null`
  return combineDiscrepancyConditions([sql`i.environment = ${environment}`, own, when, ...some])
}

/** Amount as a floating-point number: an integer sum that overflows would fail every page with it. */
export const summableAmount = sql`cast(i.amount_minor as double precision)`

/** Returns false for a sum that may be rounded: such a sum is left out rather than shown wrong. */
export const isExactSum = Number.isSafeInteger

const unitMs = { m: 60_000, h: 3_600_000, d: 86_400_000 } as const

function parseAgeMs(span: string): number {
  const unit = span.endsWith('m') ? unitMs.m : span.endsWith('h') ? unitMs.h : unitMs.d
  return Number(span.slice(0, -1)) * unit
}

/**
 * Builds the condition for the filter of a request, without its order and without open or closed.
 * `now`: ms since 1970.
 */
export function matchesDiscrepancyFilter(
  { status = 'open', kind, age }: DiscrepancyFilter,
  now: number,
): DiscrepancyCondition {
  const explained: DiscrepancyCondition[] =
    status === 'closed' ? [] : [status === 'open' ? sql`i.explained = 0` : sql`i.explained > 0`]
  return combineDiscrepancyConditions([
    sql`1 = 1`,
    ...explained,
    ...(kind === undefined ? [] : [sql<SqlBool>`i.kind in (${sql.join(kind.split(','))})`]),
    ...(age === undefined ? [] : [sql<SqlBool>`i.opened_to <= ${now - parseAgeMs(age)}`]),
  ])
}

export interface DiscrepancyOrder {
  readonly column: 'opened_to' | 'closed_at' | 'amount_minor'
  readonly descending: boolean
}

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
        fields: [{ name: 'sort', expected: 'age: your role sees amounts masked' }],
      })
    return { column: 'amount_minor', descending: order !== 'asc' }
  }
  if (status === 'closed') return { column: 'closed_at', descending: order !== 'asc' }
  return { column: 'opened_to', descending: order === 'desc' }
}
