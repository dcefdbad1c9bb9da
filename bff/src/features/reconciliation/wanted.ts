import type { DriftFilter, DriftKind } from '@paydesk/shared/work/drift'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Store } from '../../platform/database/database.ts'
import type { Actor, Scope } from '../../platform/http/route.ts'
import { ProblemError } from '../../platform/problem/problem.ts'
import { driftRules, kindsSeen } from '../../records/rules/drift-kinds.ts'

/** Whose items a call is about. */
export interface Sees {
  readonly environment: string
  readonly merchants: readonly string[]
  readonly kinds: readonly DriftKind[]
  readonly dialect: Store['dialect']
}

/** The items that this person may see. */
export function seesOf(
  { actor, scope }: { readonly actor: Pick<Actor, 'permissions' | 'sight'>; readonly scope: Scope },
  { dialect }: Pick<Store, 'dialect'>,
): Sees {
  const { environment, merchants } = scope
  const kinds = kindsSeen(actor.sight, actor.permissions.has('drift.every'))
  return { environment, merchants, kinds, dialect }
}

export type Condition = RawBuilder<SqlBool>

export const allOf = (parts: readonly Condition[]): Condition => sql`(${sql.join([...parts], sql` and `)})`

/** Open and closed items by an index of their own: SQLite is told so, PostgreSQL finds it by its statistics. */
export function items({ dialect }: Sees, which: 'open' | 'closed'): RawBuilder<unknown> {
  const named = sql.ref(`drift_items_${which}`)
  return dialect === 'sqlite' ? sql`drift_items as i indexed by ${named}` : sql`drift_items as i`
}

/** In every statement, before anything else. */
export function seen({ environment, merchants, kinds }: Sees, which: 'open' | 'closed'): Condition {
  const own: Condition =
    merchants.length === 0 ? sql`1 = 0` : sql`i.merchant in (${sql.join([...merchants])})`
  const some: Condition[] =
    kinds.length === driftRules.length
      ? []
      : [kinds.length === 0 ? sql`1 = 0` : sql`i.kind in (${sql.join([...kinds])})`]
  const when: Condition = which === 'open' ? sql`i.closed_at is null` : sql`i.closed_at is not null`
  return allOf([sql`i.environment = ${environment}`, own, when, ...some])
}

/** For sums: whole numbers of a database that grow too large fail, and so would every page with them. */
export const amount = sql`cast(i.amount_minor as double precision)`

/** A sum that was not rounded; any other one is left out rather than shown wrong. */
export const isExact = Number.isSafeInteger

const units = { m: 60_000, h: 3_600_000, d: 86_400_000 } as const

function msOf(span: string): number {
  const unit = span.endsWith('m') ? units.m : span.endsWith('h') ? units.h : units.d
  return Number(span.slice(0, -1)) * unit
}

/** The filter of a call; status and order are none of its parts. `now`: ms since 1970. */
export function matching({ status = 'open', kind, age }: DriftFilter, now: number): Condition {
  const explained: Condition[] =
    status === 'closed' ? [] : [status === 'open' ? sql`i.explained = 0` : sql`i.explained > 0`]
  return allOf([
    sql`1 = 1`,
    ...explained,
    ...(kind === undefined ? [] : [sql<SqlBool>`i.kind in (${sql.join(kind.split(','))})`]),
    ...(age === undefined ? [] : [sql<SqlBool>`i.opened_to <= ${now - msOf(age)}`]),
  ])
}

export interface Order {
  readonly column: 'opened_to' | 'closed_at' | 'amount_minor'
  readonly down: boolean
}

/**
 * The order of a call: what is open by when it was opened, the oldest first; what is closed by when it was
 * closed, the newest first; amounts from the largest. Throws `bad_request` naming `sort` where it would tell
 * what the role's mask hides.
 */
export function orderOf({ status, sort = 'age', order }: DriftFilter, byAmount: boolean): Order {
  if (sort === 'amount') {
    if (!byAmount)
      throw new ProblemError('bad_request', {
        fields: [{ name: 'sort', expected: 'age: your role sees amounts masked' }],
      })
    return { column: 'amount_minor', down: order !== 'asc' }
  }
  if (status === 'closed') return { column: 'closed_at', down: order !== 'asc' }
  return { column: 'opened_to', down: order === 'desc' }
}
