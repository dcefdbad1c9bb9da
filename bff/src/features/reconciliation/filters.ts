import type { DiscrepancyFilter, DiscrepancyKind } from '@paydesk/shared/cases/drift'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Store } from '../../platform/database/database.ts'
import type { Actor, Scope } from '../../platform/http/route.ts'
import { ProblemError } from '../../platform/problem/problem.ts'
import { discrepancyRules, listVisibleDiscrepancyKinds } from '../../records/rules/discrepancy-kinds.ts'

/** Whose items a call is about. */
export interface DiscrepancyScope {
  readonly environment: string
  readonly merchants: readonly string[]
  readonly kinds: readonly DiscrepancyKind[]
  readonly dialect: Store['dialect']
}

/** The items that this person may see. */
export function getDiscrepancyScope(
  { actor, scope }: { readonly actor: Pick<Actor, 'permissions' | 'fieldAccess'>; readonly scope: Scope },
  { dialect }: Pick<Store, 'dialect'>,
): DiscrepancyScope {
  const { environment, merchants } = scope
  const kinds = listVisibleDiscrepancyKinds(actor.fieldAccess, actor.permissions.has('drift.every'))
  return { environment, merchants, kinds, dialect }
}

export type DiscrepancyCondition = RawBuilder<SqlBool>

export const combineDiscrepancyConditions = (parts: readonly DiscrepancyCondition[]): DiscrepancyCondition =>
  sql`(${sql.join([...parts], sql` and `)})`

/** Open and closed items by an index of their own: SQLite is told so, PostgreSQL finds it by its statistics. */
export function fromDiscrepancyIndex(
  { dialect }: DiscrepancyScope,
  which: 'open' | 'closed',
): RawBuilder<unknown> {
  const named = sql.ref(`drift_items_${which}`)
  return dialect === 'sqlite' ? sql`drift_items as i indexed by ${named}` : sql`drift_items as i`
}

/** In every statement, before anything else. */
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

/** For sums: whole numbers of a database that grow too large fail, and so would every page with them. */
export const summableAmount = sql`cast(i.amount_minor as double precision)`

/** A sum that was not rounded; any other one is left out rather than shown wrong. */
export const isExactSum = Number.isSafeInteger

const unitMs = { m: 60_000, h: 3_600_000, d: 86_400_000 } as const

function parseAgeMs(span: string): number {
  const unit = span.endsWith('m') ? unitMs.m : span.endsWith('h') ? unitMs.h : unitMs.d
  return Number(span.slice(0, -1)) * unit
}

/** The filter of a call; status and order are none of its parts. `now`: ms since 1970. */
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
 * The order of a call: what is open by when it was opened, the oldest first; what is closed by when it was
 * closed, the newest first; amounts from the largest. Throws `bad_request` naming `sort` where it would tell
 * what the role's mask hides.
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
