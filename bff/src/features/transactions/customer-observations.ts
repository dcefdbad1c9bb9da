import { type CustomerHandle, type MerchantId, transactionIdSchema } from '@paydesk/shared/core/ids'
import { endpoints } from '@paydesk/shared/endpoints'
import { toAuditSubject } from '../../platform/audit/entry.ts'
import type { Store } from '../../platform/database/database.ts'
import type { FieldCipher } from '../../platform/database/field-cipher.ts'
import { defineRoute, type ScopedActor } from '../../platform/http/route.ts'
import {
  buildPageRows,
  type PageRows,
  pageReadLimit,
  resolveListPage,
  whereOlderThanCursor,
} from '../../platform/list-query/page.ts'
import { resolveCustomerHandle } from '../../records/customers.ts'
import type { HandleStore } from '../../records/handles.ts'
import type { StoredObservation } from './history-data.ts'
import { presentObservation } from './present-history.ts'

export interface CustomerObservationDeps {
  readonly handles: HandleStore
  readonly store: Pick<Store, 'db'>
  readonly cipher: FieldCipher
}

interface ReadObservations extends PageRows<StoredObservation> {
  readonly merchant: MerchantId
}

/** Loads one page of the observations of a customer. Throws `bad_request` if `after` is not of this list. */
async function loadCustomerObservations(
  customer: CustomerHandle,
  after: string | undefined,
  caller: ScopedActor,
  { handles, store, cipher }: CustomerObservationDeps,
): Promise<ReadObservations> {
  const { scope } = caller
  const { merchant } = await resolveCustomerHandle(customer, scope, handles)
  const page = resolveListPage(
    { list: 'customer_observations', filter: { customer }, ...caller, cipher },
    after,
  )
  const rows = await store.db
    .selectFrom('transactions as t')
    .innerJoin('observations as o', (join) =>
      join.onRef('o.environment', '=', 't.environment').onRef('o.transaction_id', '=', 't.id'),
    )
    .selectAll('o')
    .where('t.environment', '=', scope.environment)
    .where('t.customer', '=', customer)
    .where('t.merchant', '=', merchant)
    .where(whereOlderThanCursor(page.position, 'o.to_at', 'o.seq'))
    .orderBy('o.to_at', 'desc')
    .orderBy('o.seq', 'desc')
    .limit(pageReadLimit)
    .execute()
  return { merchant, ...buildPageRows(page, rows, ({ to_at, seq }) => ({ value: to_at, seq })) }
}

export const listCustomerObservationsRoute = defineRoute(endpoints.listCustomerObservations, {
  permission: 'transaction.read',
  audit: ({ params }, read: ReadObservations | undefined) => ({
    action: 'customer.timeline.viewed',
    about: toAuditSubject('customer', params.customer, read),
  }),
  handle: (call, deps: CustomerObservationDeps) =>
    loadCustomerObservations(call.params.customer, call.query.after, call, deps),
  present: ({ rows, next }) => ({
    observations: rows.map((row) => ({
      transaction: transactionIdSchema.parse(row.transaction_id),
      ...presentObservation(row),
    })),
    next,
  }),
})
