import type { InvalidField } from '@paydesk/shared/core/problem'
import type { TransactionListFilter } from '@paydesk/shared/payments/transaction-list'
import type { FieldAccess } from '../../platform/access/field-access.ts'
import { guardValue } from '../../platform/access/guarded.ts'
import type { FieldName } from '../../platform/access/policy/access-policy.ts'
import type { Scope } from '../../platform/http/route.ts'
import { parseTimeSpanMs } from '../../platform/list-query/conditions.ts'
import { ProblemError } from '../../platform/problem/problem.ts'
import type { TransactionFacet, TransactionOrder } from './indexes.ts'

/** Range with both ends included; null for an open end. */
export interface NumberRange {
  readonly from: number | null
  readonly to: number | null
}

/** Filter in the units of the table: ms since 1970, minor units, 1 and 0. */
export interface ResolvedTransactionFilter {
  readonly environment: string
  /** Merchants of the scope that the filter leaves. */
  readonly merchants: readonly string[]
  readonly facets: readonly {
    readonly facet: TransactionFacet
    readonly values: readonly (string | number)[]
  }[]
  readonly review: 0 | 1 | null
  readonly seen: NumberRange | null
  readonly amount: NumberRange | null
  /** Range of the expiry (ms since 1970) of transactions that are not final. */
  readonly expires: NumberRange | null
  readonly order: TransactionOrder
  readonly down: boolean
}

/** Returns true if the field is shown unmasked: only then may rows be found or sorted by it. */
export function canSeeClear(sight: FieldAccess, field: FieldName): boolean {
  return sight.mask(guardValue(field, '100')).visibility === 'clear'
}

/** Filter fields that find rows by a value, with the field permission of that value. */
const filterFields: readonly (readonly [member: keyof TransactionListFilter, field: FieldName])[] = [
  ['amountFrom', 'transaction.amount'],
  ['amountTo', 'transaction.amount'],
  ['currency', 'transaction.currency'],
  ['merchant', 'original.merchant_id'],
]

/** Throws `bad_request` naming each filter field whose result would reveal a masked value. */
export function rejectHiddenFilters(filter: TransactionListFilter, sight: FieldAccess): void {
  const wrong: InvalidField[] = filterFields
    .filter(([member, field]) => filter[member] !== undefined && !canSeeClear(sight, field))
    .map(([name]) => ({ name, rule: 'visible_values' }))
  const hidden = filter.sort === 'amount' && !canSeeClear(sight, 'transaction.amount')
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
  const several = (words: string | undefined) => (words === undefined ? null : [...new Set(words.split(','))])
  const given: [TransactionFacet, readonly (string | number)[] | null][] = [
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

/**
 * Resolves the filter of a call within the caller's merchants. `now` (ms
 * since 1970): reference time of the ages.
 */
export function resolveTransactionFilter(
  filter: TransactionListFilter,
  scope: Scope,
  now: number,
): ResolvedTransactionFilter {
  const before = (span: string | undefined) => (span === undefined ? null : now - parseTimeSpanMs(span))
  const minor = (text: string | undefined) => (text === undefined ? null : Number(text))
  const named = filter.merchant?.split(',')
  return {
    environment: scope.environment,
    merchants: scope.merchants.filter((one) => named === undefined || named.includes(one)),
    facets: buildFacets(filter),
    review: filter.review === undefined ? null : filter.review === '1' ? 1 : 0,
    seen: buildRange(before(filter.newerThan), before(filter.olderThan)),
    amount: buildRange(minor(filter.amountFrom), minor(filter.amountTo)),
    expires:
      filter.expiresIn === undefined ? null : { from: now, to: now + parseTimeSpanMs(filter.expiresIn) },
    order: filter.sort ?? 'seen',
    down: filter.order !== 'asc',
  }
}
