import type { IndexFilter } from '@paydesk/shared/payments/indexed'
import type { Store } from '../../platform/database/database.ts'
import type { Seal } from '../../platform/database/field-cipher.ts'
import type { Actor, Scope } from '../../platform/http/route.ts'
import { openCursor, sealCursor } from '../../platform/list-query/cursor.ts'
import type { Handles } from '../../records/handles.ts'
import { withRids } from '../../records/rids.ts'
import type { Choices } from './choices.ts'
import { countRows } from './counting.ts'
import { placeOf, readRows } from './pages.ts'
import type { Line } from './present.ts'
import { refuseHidden, type Wanted, wantedOf } from './wanted.ts'

export interface ListNeeds {
  readonly store: Store
  readonly seal: Seal
  readonly handles: Handles
  choices(scope: Scope): Promise<Choices>
}

export interface Listed {
  readonly lines: readonly Line[]
  readonly next: string | null
  readonly count: number
  readonly more: boolean
  readonly choices: Choices
}

const pageSize = 50

/** True where nothing can match: none of the person's merchants, or values that exclude each other. */
export function matchesNothing({ merchants, facets }: Wanted): boolean {
  return merchants.length === 0 || facets.some(({ values }) => values.length === 0)
}

/**
 * One page of the index within the person's merchants. Throws `bad_request` naming the member where
 * the filter tells what the role's mask hides, or where `after` is not of this list.
 */
export async function listPage(
  { after, ...filter }: IndexFilter & { after?: string | undefined },
  { actor, scope }: { actor: Actor; scope: Scope },
  { store, seal, handles, choices }: ListNeeds,
  clock: () => number = Date.now,
): Promise<Listed> {
  refuseHidden(filter, actor.sight)
  const bound = { list: 'transactions' as const, filter, actor, scope, seal }
  const begun = after === undefined ? { place: null, now: clock() } : openCursor(after, bound)
  const wanted = wantedOf(filter, scope, begun.now)
  const offered = await choices(scope)
  if (matchesNothing(wanted)) return { lines: [], next: null, count: 0, more: false, choices: offered }
  const { count, more, way } = await countRows(wanted, store)
  // One row more tells whether there is another page.
  const read =
    count === 0 ? [] : await readRows(wanted, { after: begun.place, limit: pageSize + 1, way }, store)
  const rows = read.slice(0, pageSize)
  const last = read.length > pageSize ? rows.at(-1) : undefined
  return {
    lines: await withRids(rows, scope.environment, handles),
    next: last === undefined ? null : sealCursor(placeOf(last, wanted), begun.now, bound),
    count,
    more,
    choices: offered,
  }
}
