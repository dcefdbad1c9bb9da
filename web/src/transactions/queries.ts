import { endpoints } from '@paydesk/shared/endpoints'
import type { EnvironmentName, TransactionId } from '@paydesk/shared/ids'
import { queryOptions } from '@tanstack/react-query'
import type { Client } from '../api/client.ts'

export interface TransactionPlace {
  readonly env: EnvironmentName
  readonly transaction: TransactionId
}

export function transactionQueries(client: Client) {
  const key = ({ env, transaction }: TransactionPlace, part: 'state' | 'record' | 'notifications') => [
    'transactions',
    env,
    transaction,
    part,
  ]
  return {
    state: (params: TransactionPlace) =>
      queryOptions({
        queryKey: key(params, 'state'),
        queryFn: ({ signal }) => client.call(endpoints.showTransaction, { params, signal }),
      }),
    /** The same entry, asked of the service even where this office keeps a final state. */
    stateAnew: (params: TransactionPlace) =>
      queryOptions({
        queryKey: key(params, 'state'),
        queryFn: ({ signal }) =>
          client.call(endpoints.showTransaction, { params, query: { fresh: '1' }, signal }),
        staleTime: 0,
      }),
    record: (params: TransactionPlace) =>
      queryOptions({
        queryKey: key(params, 'record'),
        queryFn: ({ signal }) => client.call(endpoints.showTransactionRecord, { params, signal }),
      }),
    notifications: (params: TransactionPlace) =>
      queryOptions({
        queryKey: key(params, 'notifications'),
        queryFn: ({ signal }) => client.call(endpoints.listTransactionNotifications, { params, signal }),
      }),
  }
}
