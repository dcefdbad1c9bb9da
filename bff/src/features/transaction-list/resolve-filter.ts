import type { InvalidField } from '@paydesk/shared/core/problem'
import type { TransactionListFilter } from '@paydesk/shared/payments/transaction-list'
import type { FieldAccess } from '../../platform/access/field-access.ts'
import { guardValue } from '../../platform/access/guarded.ts'
import type { FieldName } from '../../platform/access/policy/access-policy.ts'
import type { Scope, ScopedActor } from '../../platform/http/route.ts'
import { type NumberRange, parseTimeSpanMs } from '../../platform/list-query/conditions.ts'
import { ProblemError } from '../../platform/problem/problem.ts'
import { type DayRangeDeps, loadDayRange } from '../../records/zone-days.ts'
import type { TransactionFilterColumn, TransactionOrder } from './indexes.ts'

/** Filter in the units of the table: ms since 1970, minor units, 1 and 0. */
export interface ResolvedTransactionFilter {
  readonly environment: string
  /** Merchants of the scope that the filter leaves. */
  readonly merchants: readonly string[]
  readonly facets: readonly {
    readonly facet: TransactionFilterColumn
    readonly values: readonly (string | number)[]
  }[]
  readonly review: 0 | 1 | null
  readonly firstSeen: NumberRange | null
  readonly amount: NumberRange | null
  /** Range of the expiry (ms since 1970) of transactions that are not final. */
  readonly expires: NumberRange | null
  readonly order: TransactionOrder
  readonly down: boolean
}

/** Returns true if the field is shown unmasked: only then may rows be found or sorted by it. */
export function canSeeFieldInClear(fieldAccess: FieldAccess, field: FieldName): boolean {
  return fieldAccess.mask(guardValue(field, '100')).visibility === 'clear'
}

/** Filter fields that find rows by a value, with the field permission of that value. */
const filterFields: readonly (readonly [member: keyof TransactionListFilter, field: FieldName])[] = [
  ['amountFrom', 'transaction.amount'],
  ['amountTo', 'transaction.amount'],
  ['currency', 'transaction.currency'],
  ['merchant', 'original.merchant_id'],
]

/** Throws `bad_request` naming each filter field whose result would reveal a masked value. */
export function rejectMaskedFieldFilters(filter: TransactionListFilter, fieldAccess: FieldAccess): void {
  const wrong: InvalidField[] = filterFields
    .filter(([member, field]) => filter[member] !== undefined && !canSeeFieldInClear(fieldAccess, field))
    .map(([name]) => ({ name, rule: 'visible_values' }))
  const hidden = filter.sort === 'amount' && !canSeeFieldInClear(fieldAccess, 'transaction.amount')
  if (hidden) wrong.push({ name: 'sort', rule: 'sort_without_amount', values: { values: 'seen, changed' } })
  if (wrong.length > 0) throw new ProblemError('bad_request', { fields: wrong })
}

const endedFinalities = ['unconfirmed', 'confirmed_by_second_read', 'confirmed']

function resolveFinalities({ finality, open }: TransactionListFilter): readonly string[] | null {
  const byOpen = open === undefined ? null : open === '1' ? ['open'] : endedFinalities
  if (finality === undefined) return byOpen
  return byOpen === null || byOpen.includes(finality) ? [finality] : []
}

function buildFacets(filter: TransactionListFilter): ResolvedTransactionFilter['facets'] {
  const several = (text: string | undefined) => (text === undefined ? null : [...new Set(text.split(','))])
  const given: [TransactionFilterColumn, readonly (string | number)[] | null][] = [
    // Keep this order: if every value is frequent, the first facet leads the
    // scan, and its rows lie together in time.
    ['finality', resolveFinalities(filter)],
    ['state', several(filter.state)],
    ['reason', several(filter.reason)],
    ['currency', several(filter.currency)],
    ['test', filter.test === undefined ? null : [Number(filter.test)]],
    ['workflow', several(filter.workflow)],
  ]
  return given.flatMap(([facet, values]) => (values === null ? [] : [{ facet, values }]))
}

function buildRange(from: number | null, to: number | null): NumberRange | null {
  return from === null && to === null ? null : { from, to }
}

/** Returns the values that lie in both ranges; null if neither limits them. */
function intersectRanges(one: NumberRange | null, other: NumberRange | null): NumberRange | null {
  if (one === null || other === null) return one ?? other
  const froms = [one.from, other.from].filter((from) => from !== null)
  const tos = [one.to, other.to].filter((to) => to !== null)
  return buildRange(froms.length > 0 ? Math.max(...froms) : null, tos.length > 0 ? Math.min(...tos) : null)
}

/**
 * Resolves the filter of a call within the caller's merchants. `now` (ms since 1970): reference time of the ages.
 * `days`: instants of the days of the filter.
 */
export function resolveTransactionFilter(
  filter: TransactionListFilter,
  scope: Scope,
  now: number,
  days: NumberRange | null = null,
): ResolvedTransactionFilter {
  const before = (span: string | undefined) => (span === undefined ? null : now - parseTimeSpanMs(span))
  const minor = (text: string | undefined) => (text === undefined ? null : Number(text))
  const named = filter.merchant?.split(',')
  return {
    environment: scope.environment,
    merchants: scope.merchants.filter((one) => named === undefined || named.includes(one)),
    facets: buildFacets(filter),
    review: filter.review === undefined ? null : filter.review === '1' ? 1 : 0,
    firstSeen: intersectRanges(buildRange(before(filter.newerThan), before(filter.olderThan)), days),
    amount: buildRange(minor(filter.amountFrom), minor(filter.amountTo)),
    expires:
      filter.expiresIn === undefined ? null : { from: now, to: now + parseTimeSpanMs(filter.expiresIn) },
    order: filter.sort ?? 'seen',
    down: filter.order !== 'asc',
  }
}

/**
 * Resolves the filter of a call with its days in the time zone of the caller. Throws `bad_request` naming each field that
 * would reveal a masked value, and days as `resolveDayRange` does.
 */
export async function resolveTransactionListFilter(
  filter: TransactionListFilter,
  { actor, scope }: ScopedActor,
  deps: DayRangeDeps,
  now: number,
): Promise<ResolvedTransactionFilter> {
  rejectMaskedFieldFilters(filter, actor.fieldAccess)
  return resolveTransactionFilter(filter, scope, now, await loadDayRange(filter, actor.session, deps, now))
}
