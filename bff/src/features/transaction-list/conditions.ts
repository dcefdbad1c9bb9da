import { type RawBuilder, sql } from 'kysely'
import type { Range, Wanted } from './wanted.ts'

/** One part of a filter. */
export interface Condition {
  readonly about: 'facet' | 'review' | 'seen' | 'amount' | 'expires'
  readonly sql: RawBuilder<unknown>
}

/** Columns and indexes are named in code only, never from a request. */
export const name = (text: string) => sql.raw(text)
const and = sql` and `

export function allOf(parts: readonly RawBuilder<unknown>[]): RawBuilder<unknown> {
  return parts.length === 0 ? sql`1 = 1` : sql.join([...parts], and)
}

export function within(column: string, { from, to }: Range): RawBuilder<unknown> {
  const lower = from === null ? [] : [sql`${name(column)} >= ${from}`]
  const upper = to === null ? [] : [sql`${name(column)} <= ${to}`]
  return allOf([...lower, ...upper])
}

export function oneOf(column: string, values: readonly (string | number)[]): RawBuilder<unknown> {
  if (values.length === 0) return sql`1 = 0`
  return sql`${name(column)} in (${sql.join([...values])})`
}

/** The person's merchants in their environment: in every statement, before anything else. */
export function ofScope({ environment, merchants }: Wanted): RawBuilder<unknown> {
  return sql`environment = ${environment} and ${oneOf('merchant', merchants)}`
}

/** What few rows have is written out: a database uses an index of few rows only where it sees that it may. */
const review = (value: 0 | 1) => (value === 1 ? sql`review = 1` : sql`review = 0`)

export function expiring(range: Range): RawBuilder<unknown> {
  return sql`final = 0 and ${within('expires_at', range)}`
}

/** The parts of a filter, each by itself. */
export function conditionsOf(wanted: Wanted): readonly Condition[] {
  return [
    ...wanted.facets.map(({ facet, values }): Condition => ({ about: 'facet', sql: oneOf(facet, values) })),
    ...(wanted.review === null ? [] : [{ about: 'review' as const, sql: review(wanted.review) }]),
    ...(wanted.seen === null ? [] : [{ about: 'seen' as const, sql: within('first_seen', wanted.seen) }]),
    ...(wanted.amount === null
      ? []
      : [{ about: 'amount' as const, sql: within('amount_minor', wanted.amount) }]),
    ...(wanted.expires === null ? [] : [{ about: 'expires' as const, sql: expiring(wanted.expires) }]),
  ]
}

export function sqlOf(conditions: readonly Condition[]): RawBuilder<unknown> {
  return allOf(conditions.map((one) => one.sql))
}
