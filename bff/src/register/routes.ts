import { endpoints } from '@paydesk/shared/endpoints'
import { type UnknownValue, unknownValue } from '@paydesk/shared/health'
import { type Actor, route, type Scope } from '../http/route.ts'
import type { Store } from '../store/database.ts'

export interface Needs {
  readonly store: Store
}

const most = 500

interface Register {
  readonly values: UnknownValue[]
  readonly more: boolean
}

const time = (at: number) => new Date(at).toISOString()

/** The newest values that nobody has documented, with the transaction for whoever may open it. */
async function register({ environment, merchants }: Scope, actor: Actor, { db }: Store): Promise<Register> {
  const rows = await db
    .selectFrom('unknown_values as seen')
    .leftJoin('transactions as on', (join) =>
      join
        .onRef('on.environment', '=', 'seen.environment')
        .onRef('on.id', '=', 'seen.first_on')
        .on('on.merchant', 'in', merchants),
    )
    .select(['seen.place', 'seen.value', 'seen.first_seen', 'seen.last_seen', 'seen.times', 'on.id'])
    .where('seen.environment', '=', environment)
    .orderBy('seen.first_seen', 'desc')
    .orderBy('seen.place')
    .orderBy('seen.value')
    .limit(most + 1)
    .execute()
  const opens = actor.permissions.has('transaction.read')
  const values = rows.slice(0, most).flatMap((row): UnknownValue[] => {
    const place = unknownValue.shape.place.safeParse(row.place)
    if (!place.success) return []
    return [
      {
        place: place.data,
        value: row.value,
        firstSeenAt: time(row.first_seen),
        lastSeenAt: time(row.last_seen),
        times: row.times,
        firstOn: opens ? row.id : null,
      },
    ]
  })
  return { values, more: rows.length > most }
}

export const listUnknownValues = route(endpoints.listUnknownValues, {
  permission: 'register.read',
  audit: () => ({ action: 'register.listed' }),
  handle: ({ scope, actor }, { store }: Needs) => register(scope, actor, store),
  present: (value) => value,
})
