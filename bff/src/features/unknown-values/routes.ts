import { type UnknownValue, unknownValue } from '@paydesk/shared/administration/health'
import type { EnvironmentName, MerchantId } from '@paydesk/shared/core/ids'
import { endpoints } from '@paydesk/shared/endpoints'
import type { Store } from '../../platform/database/database.ts'
import { type Actor, route, type Scope } from '../../platform/http/route.ts'

export interface Needs {
  readonly store: Store
  readonly config: {
    readonly environments: readonly {
      readonly name: EnvironmentName
      readonly merchantIds: readonly MerchantId[]
    }[]
  }
}

const most = 500

interface Register {
  readonly values: UnknownValue[]
  readonly more: boolean
}

const time = (at: number) => new Date(at).toISOString()

/** The person's merchants; null where they may see all of the environment, and what is nobody's. */
function limitOf({ environment, merchants }: Scope, { config }: Needs): readonly MerchantId[] | null {
  const all = config.environments.find(({ name }) => name === environment)?.merchantIds
  return all?.length === merchants.length ? null : merchants
}

/** Rows of these merchants, each value once, with the transaction on which they saw it first. */
function rowsOf({ environment, merchants }: Scope, limit: readonly MerchantId[] | null, { db }: Store) {
  const seen = db
    .selectFrom('unknown_values as seen')
    .where('seen.environment', '=', environment)
    .$if(limit !== null, (rows) => rows.where('seen.merchant', 'in', limit ?? []))
  return seen
    .select(({ fn, selectFrom }) => [
      'seen.place',
      'seen.value',
      fn.min('seen.first_seen').as('first_seen'),
      fn.max('seen.last_seen').as('last_seen'),
      fn.sum<number>('seen.times').as('times'),
      selectFrom('unknown_values as first')
        .leftJoin('transactions as on', (join) =>
          join
            .onRef('on.environment', '=', 'first.environment')
            .onRef('on.id', '=', 'first.first_on')
            .on('on.merchant', 'in', merchants),
        )
        .select('on.id')
        .where('first.environment', '=', environment)
        .$if(limit !== null, (rows) => rows.where('first.merchant', 'in', limit ?? []))
        .whereRef('first.place', '=', 'seen.place')
        .whereRef('first.value', '=', 'seen.value')
        .orderBy('first.first_seen')
        .orderBy('first.merchant')
        .limit(1)
        .as('first_on'),
    ])
    .groupBy(['seen.place', 'seen.value'])
    .orderBy('first_seen', 'desc')
    .orderBy('seen.place')
    .orderBy('seen.value')
    .limit(most + 1)
    .execute()
}

/** The newest values that nobody has documented, with the transaction for whoever may open it. */
async function register(scope: Scope, actor: Actor, needs: Needs): Promise<Register> {
  const rows = await rowsOf(scope, limitOf(scope, needs), needs.store)
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
        times: Number(row.times),
        firstOn: opens ? row.first_on : null,
      },
    ]
  })
  return { values, more: rows.length > most }
}

export const listUnknownValues = route(endpoints.listUnknownValues, {
  permission: 'register.read',
  audit: () => ({ action: 'register.listed' }),
  handle: ({ scope, actor }, needs: Needs) => register(scope, actor, needs),
  present: (value) => value,
})
