import type { CustomerHandle } from '@paydesk/shared/core/ids'
import type { ScopedActor } from '../../platform/http/route.ts'
import { resolveCustomerHandle } from '../../records/customers.ts'
import type { HandleStore } from '../../records/handles.ts'
import { type DiscrepancyScope, getDiscrepancyScope } from './filters.ts'
import {
  attachDiscrepancyCustomerRids,
  type DiscrepancyForDisplay,
  type DiscrepancyListDeps,
} from './list.ts'
import { attachDiscrepancyExplanations } from './rows.ts'

export interface CustomerDiscrepancyDeps extends Pick<DiscrepancyListDeps, 'store' | 'cipher'> {
  readonly handles: HandleStore
}

/** Discrepancies listed; the newest are kept. */
const maxListed = 200

export interface CustomerDiscrepancies {
  readonly lines: readonly DiscrepancyForDisplay[]
  readonly more: boolean
  readonly merchant: string
}

/** Selects the discrepancies of a customer within the scope, the newest first. */
export function selectCustomerDiscrepancies(
  customer: CustomerHandle,
  { environment, merchants, kinds }: DiscrepancyScope,
  { db }: Pick<DiscrepancyListDeps['store'], 'db'>,
) {
  return db
    .selectFrom('discrepancies')
    .selectAll()
    .where('environment', '=', environment)
    .where('customer', '=', customer)
    .where('merchant', 'in', merchants)
    .where('kind', 'in', kinds)
    .orderBy('opened_to', 'desc')
    .orderBy('seq', 'desc')
}

/**
 * Loads the discrepancies of a customer that this person may see, open or closed, the newest first. Throws `not_found`
 * for a customer outside the scope.
 */
export async function loadCustomerDiscrepancies(
  customer: CustomerHandle,
  { actor, scope }: ScopedActor,
  { store, handles }: CustomerDiscrepancyDeps,
): Promise<CustomerDiscrepancies> {
  const { merchant } = await resolveCustomerHandle(customer, scope, handles)
  const discrepancyScope = getDiscrepancyScope({ actor, scope }, store)
  if (discrepancyScope.kinds.length === 0) return { lines: [], more: false, merchant }
  const rows = await selectCustomerDiscrepancies(customer, discrepancyScope, store)
    .limit(maxListed + 1)
    .execute()
  const explained = await attachDiscrepancyExplanations(store.db, rows.slice(0, maxListed))
  return {
    lines: await attachDiscrepancyCustomerRids(explained, scope.environment, handles),
    more: rows.length > maxListed,
    merchant,
  }
}
