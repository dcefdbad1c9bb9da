import { type UndocumentedValue, undocumentedValueSchema } from '@paydesk/shared/administration/health'
import type { EnvironmentName, MerchantId } from '@paydesk/shared/core/ids'
import { endpoints } from '@paydesk/shared/endpoints'
import type { Store } from '../../platform/database/database.ts'
import { type Actor, defineRoute, type Scope } from '../../platform/http/route.ts'
import { formatIsoTime } from '../../platform/runtime/iso-time.ts'

export interface UndocumentedValueDeps {
  readonly store: Store
  readonly config: {
    readonly environments: readonly {
      readonly name: EnvironmentName
      readonly merchantIds: readonly MerchantId[]
    }[]
  }
}

const maxValues = 500

interface UndocumentedValueList {
  readonly values: UndocumentedValue[]
  readonly more: boolean
}

/**
 * Returns the caller's merchants; null if the caller sees all of the
 * environment, including values without a merchant.
 */
function findMerchantLimit(
  { environment, merchants }: Scope,
  { config }: UndocumentedValueDeps,
): readonly MerchantId[] | null {
  const all = config.environments.find(({ name }) => name === environment)?.merchantIds
  return all?.length === merchants.length ? null : merchants
}

/** Loads each value of these merchants once, with the transaction on which the value was first seen. */
function loadValueRows(
  { environment, merchants }: Scope,
  limit: readonly MerchantId[] | null,
  { db }: Store,
) {
  const seen = db
    .selectFrom('undocumented_values as seen')
    .where('seen.environment', '=', environment)
    .$if(limit !== null, (rows) => rows.where('seen.merchant', 'in', limit ?? []))
  return seen
    .select(({ fn, selectFrom }) => [
      'seen.place',
      'seen.value',
      fn.min('seen.first_seen').as('first_seen'),
      fn.max('seen.last_seen').as('last_seen'),
      fn.sum<number>('seen.times').as('times'),
      selectFrom('undocumented_values as first')
        .leftJoin('transactions as on', (join) =>
          join
            .onRef('on.environment', '=', 'first.environment')
            .onRef('on.id', '=', 'first.first_transaction')
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
        .as('first_transaction'),
    ])
    .groupBy(['seen.place', 'seen.value'])
    .orderBy('first_seen', 'desc')
    .orderBy('seen.place')
    .orderBy('seen.value')
    .limit(maxValues + 1)
    .execute()
}

/** Loads the newest undocumented values, with the transaction for actors who may open it. */
async function loadUndocumentedValues(
  scope: Scope,
  actor: Actor,
  deps: UndocumentedValueDeps,
): Promise<UndocumentedValueList> {
  const rows = await loadValueRows(scope, findMerchantLimit(scope, deps), deps.store)
  const opens = actor.permissions.has('transaction.read')
  const values = rows.slice(0, maxValues).flatMap((row): UndocumentedValue[] => {
    const place = undocumentedValueSchema.shape.place.safeParse(row.place)
    if (!place.success) return []
    return [
      {
        place: place.data,
        value: row.value,
        firstSeenAt: formatIsoTime(row.first_seen),
        lastSeenAt: formatIsoTime(row.last_seen),
        times: Number(row.times),
        firstTransaction: opens ? row.first_transaction : null,
      },
    ]
  })
  return { values, more: rows.length > maxValues }
}

export const listUndocumentedValuesRoute = defineRoute(endpoints.listUndocumentedValues, {
  permission: 'undocumented_values.read',
  audit: () => ({ action: 'undocumented_values.listed' }),
  handle: ({ scope, actor }, deps: UndocumentedValueDeps) => loadUndocumentedValues(scope, actor, deps),
  present: (value) => value,
})
