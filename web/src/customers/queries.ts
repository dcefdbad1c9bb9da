import { endpoints } from '@paydesk/shared/endpoints'
import type { CustomerHandle, EnvironmentName } from '@paydesk/shared/ids'
import type { LiveEvent } from '@paydesk/shared/live'
import { queryOptions } from '@tanstack/react-query'
import type { Client } from '../api/client.ts'

export interface CustomerPlace {
  readonly env: EnvironmentName
  readonly customer: CustomerHandle
}

/** Whether the list that was read has the transaction that changed. */
function isListed({ kind, id }: LiveEvent, data: unknown): boolean {
  const entries = typeof data === 'object' && data !== null && 'entries' in data ? data.entries : null
  return (
    kind === 'transaction' &&
    Array.isArray(entries) &&
    entries.some((entry: { readonly transaction?: unknown }) => entry.transaction === id)
  )
}

export function customerQueries(client: Client) {
  return {
    header: (params: CustomerPlace) =>
      queryOptions({
        queryKey: ['customers', params.env, params.customer, 'header'],
        queryFn: ({ signal }) => client.call(endpoints.showCustomer, { params, signal }),
      }),
    transactions: (params: CustomerPlace) =>
      queryOptions({
        queryKey: ['customers', params.env, params.customer, 'transactions'],
        queryFn: ({ signal }) => client.call(endpoints.listCustomerTransactions, { params, signal }),
        meta: { changedBy: (event, data) => event.environment === params.env && isListed(event, data) },
      }),
  }
}
