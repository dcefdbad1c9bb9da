import type { CustomerHandle, EnvironmentName } from '@paydesk/shared/core/ids'
import { customerHandleSchema } from '@paydesk/shared/core/ids'
import type { LiveEvent } from '@paydesk/shared/core/live-updates'
import { endpoints } from '@paydesk/shared/endpoints'
import type { CustomerView } from '@paydesk/shared/payments/customers'
import type { QueryClient } from '@tanstack/react-query'
import { queryOptions } from '@tanstack/react-query'
import type { ApiClient } from '../../lib/api/api-client.ts'

export interface CustomerRef {
  readonly env: EnvironmentName
  readonly customer: CustomerHandle
}

/** Returns whether the changed transaction is in the cached list. */
function isListed({ kind, id }: LiveEvent, data: unknown): boolean {
  const entries = typeof data === 'object' && data !== null && 'entries' in data ? data.entries : null
  return (
    kind === 'transaction' &&
    Array.isArray(entries) &&
    entries.some((entry: { readonly transaction?: unknown }) => entry.transaction === id)
  )
}

/** Kinds of events, few in number, that may change the open work about a customer. */
const openWorkKinds: ReadonlySet<LiveEvent['kind']> = new Set(['discrepancy', 'question'])

export function customerQueries(client: ApiClient) {
  return {
    /** `isListedChange`: true for an event about a transaction that the page lists. */
    header: (params: CustomerRef, isListedChange: (event: LiveEvent) => boolean = () => false) =>
      queryOptions({
        queryKey: ['customers', params.env, params.customer, 'header'],
        queryFn: ({ signal }) => client.call(endpoints.showCustomer, { params, signal }),
        // Keep headers for the life of the window: the home page lists recent customers from this cache.
        gcTime: Number.POSITIVE_INFINITY,
        // An event names no customer. Payment requests are left out: the merchant's API may make many a second.
        meta: {
          changedBy: (event) =>
            event.environment === params.env && (openWorkKinds.has(event.kind) || isListedChange(event)),
        },
      }),
    transactions: (params: CustomerRef) =>
      queryOptions({
        queryKey: ['customers', params.env, params.customer, 'transactions'],
        queryFn: ({ signal }) => client.call(endpoints.listCustomerTransactions, { params, signal }),
        meta: { changedBy: (event, data) => event.environment === params.env && isListed(event, data) },
      }),
  }
}

/**
 * Returns what tells whether a live event is about a transaction on the cached list of a customer. While that list is
 * first read, each transaction may be on it.
 */
export function createListedTransactionEventFilter(
  cache: QueryClient,
  client: ApiClient,
  customer: CustomerRef,
): (event: LiveEvent) => boolean {
  const { queryKey } = customerQueries(client).transactions(customer)
  return (event) => {
    if (event.environment !== customer.env) return false
    const list = cache.getQueryState(queryKey)
    const isFirstRead = list?.data === undefined && list?.fetchStatus === 'fetching'
    return isFirstRead ? event.kind === 'transaction' : isListed(event, list?.data)
  }
}

/**
 * Returns what tells whether a live event may change what our records hold of a customer. An event names no customer:
 * its transaction is on the cached list, or it is new to our records and may be one of this customer.
 */
export function createCustomerEventFilter(
  cache: QueryClient,
  client: ApiClient,
  customer: CustomerRef,
): (event: LiveEvent) => boolean {
  const isListedChange = createListedTransactionEventFilter(cache, client, customer)
  return (event) =>
    event.kind === 'transaction' &&
    event.environment === customer.env &&
    (event.version === 1 || isListedChange(event))
}

interface ViewedCustomer {
  readonly customer: CustomerHandle
  readonly view: CustomerView
}

/** Lists the customers whose headers are cached in this window, most recent first. */
export function listViewedCustomers(
  cache: QueryClient,
  client: ApiClient,
  env: EnvironmentName,
): readonly ViewedCustomer[] {
  const { header } = customerQueries(client)
  return cache
    .getQueryCache()
    .findAll({
      predicate: ({ queryKey: [noun, its, , part] }) =>
        noun === 'customers' && its === env && part === 'header',
    })
    .toSorted((one, other) => other.state.dataUpdatedAt - one.state.dataUpdatedAt)
    .flatMap(({ queryKey }) => {
      const customer = customerHandleSchema.safeParse(queryKey[2]).data
      const view = customer === undefined ? undefined : cache.getQueryData(header({ env, customer }).queryKey)
      return customer === undefined || view === undefined ? [] : [{ customer, view }]
    })
}
