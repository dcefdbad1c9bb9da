import { endpoints } from '@paydesk/shared/endpoints'
import type { CustomerHandle, EnvironmentName } from '@paydesk/shared/ids'
import { queryOptions } from '@tanstack/react-query'
import type { Client } from '../api/client.ts'

export interface CustomerPlace {
  readonly env: EnvironmentName
  readonly customer: CustomerHandle
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
      }),
  }
}
