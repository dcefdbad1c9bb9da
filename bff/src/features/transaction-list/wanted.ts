import type { IndexFilter } from '@paydesk/shared/payments/indexed'
import type { Sight } from '../../platform/access/field-access.ts'
import { guard } from '../../platform/access/guarded.ts'
import type { Field } from '../../platform/access/policy/matrix.ts'
import type { Facet, Order } from '../../platform/database/migrations/transaction-indexes.ts'
import type { Scope } from '../../platform/http/route.ts'
import { ProblemError } from '../../platform/problem/problem.ts'

/** Both ends included; null where it is open. */
export interface Range {
  readonly from: number | null
  readonly to: number | null
}

/** A filter in the terms of the table: milliseconds since 1970, minor units, 1 and 0. */
export interface Wanted {
  readonly environment: string
  /** Merchants of the person's scope that the filter leaves. */
  readonly merchants: readonly string[]
  readonly facets: readonly { readonly facet: Facet; readonly values: readonly (string | number)[] }[]
  readonly review: 0 | 1 | null
  readonly seen: Range | null
  readonly amount: Range | null
  /** Not ended, and ends by itself between these. */
  readonly expires: Range | null
  readonly order: Order
  readonly down: boolean
}

const unit = { m: 60_000, h: 3_600_000, d: 86_400_000 } as const

function milliseconds(span: string): number {
  const last = span.at(-1)
  return Number(span.slice(0, -1)) * (last === 'm' || last === 'h' ? unit[last] : unit.d)
}

/** True where this sight shows the field as it is: only then may a row be found or placed by it. */
export function seesClear(sight: Sight, field: Field): boolean {
  return sight.show(guard(field, '100')).seen === 'clear'
}

/** Members that find or order rows by a value, with the field of the matrix that the value is of. */
const tells: readonly (readonly [member: keyof IndexFilter, field: Field])[] = [
  ['amountFrom', 'transaction.amount'],
  ['amountTo', 'transaction.amount'],
  ['currency', 'transaction.currency'],
  ['merchant', 'original.merchant_id'],
]

/** Throws `bad_request` naming each member that would tell by its answer what the role's mask hides. */
export function refuseHidden(filter: IndexFilter, sight: Sight): void {
  const wrong = tells
    .filter(([member, field]) => filter[member] !== undefined && !seesClear(sight, field))
    .map(([name]) => ({ name, expected: 'nothing: your role does not see these values in full' }))
  const hidden = filter.sort === 'amount' && !seesClear(sight, 'transaction.amount')
  if (hidden) wrong.push({ name: 'sort', expected: 'seen or changed: your role sees amounts masked' })
  if (wrong.length > 0) throw new ProblemError('bad_request', { fields: wrong })
}

const ended = ['unproved', 'two_reads', 'proved']

function finalities({ finality, open }: IndexFilter): readonly string[] | null {
  const byOpen = open === undefined ? null : open === '1' ? ['open'] : ended
  if (finality === undefined) return byOpen
  return byOpen === null || byOpen.includes(finality) ? [finality] : []
}

function facetsOf(filter: IndexFilter): Wanted['facets'] {
  const several = (words: string | undefined) => (words === undefined ? null : [...new Set(words.split(','))])
  const given: [Facet, readonly (string | number)[] | null][] = [
    // In this order: where every one is frequent, the first leads, and these lie together in time.
    ['finality', finalities(filter)],
    ['state', several(filter.state)],
    ['reason', several(filter.reason)],
    ['currency', several(filter.currency)],
    ['test', filter.test === undefined ? null : [Number(filter.test)]],
    ['workflow', several(filter.workflow)],
  ]
  return given.flatMap(([facet, values]) => (values === null ? [] : [{ facet, values }]))
}

function rangeOf(from: number | null, to: number | null): Range | null {
  return from === null && to === null ? null : { from, to }
}

/** The filter of a call within the person's merchants. `now` is the time that ages are reckoned from. */
export function wantedOf(filter: IndexFilter, scope: Scope, now: number): Wanted {
  const before = (span: string | undefined) => (span === undefined ? null : now - milliseconds(span))
  const minor = (text: string | undefined) => (text === undefined ? null : Number(text))
  const named = filter.merchant?.split(',')
  return {
    environment: scope.environment,
    merchants: scope.merchants.filter((one) => named === undefined || named.includes(one)),
    facets: facetsOf(filter),
    review: filter.review === undefined ? null : filter.review === '1' ? 1 : 0,
    seen: rangeOf(before(filter.newerThan), before(filter.olderThan)),
    amount: rangeOf(minor(filter.amountFrom), minor(filter.amountTo)),
    expires: filter.expiresIn === undefined ? null : { from: now, to: now + milliseconds(filter.expiresIn) },
    order: filter.sort ?? 'seen',
    down: filter.order !== 'asc',
  }
}
