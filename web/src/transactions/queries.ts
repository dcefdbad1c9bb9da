import { endpoints } from '@paydesk/shared/endpoints'
import type { CustomerHandle, EnvironmentName, TransactionId } from '@paydesk/shared/ids'
import { queryOptions } from '@tanstack/react-query'
import type { Client } from '../api/client.ts'

export interface TransactionPlace {
  readonly env: EnvironmentName
  readonly transaction: TransactionId
  /** On a customer's page: a record of another customer is refused instead of shown there. */
  readonly customer?: CustomerHandle
}

export function transactionQueries(client: Client) {
  const key = (
    { env, transaction, customer }: TransactionPlace,
    part: 'state' | 'record' | 'notifications',
  ) => ['transactions', env, transaction, part, customer ?? null]
  const idsOf = ({ env, transaction }: TransactionPlace) => ({ env, transaction })
  const boundTo = ({ customer }: TransactionPlace) => (customer === undefined ? {} : { customer })
  return {
    state: (place: TransactionPlace) =>
      queryOptions({
        queryKey: key(place, 'state'),
        queryFn: ({ signal }) =>
          client.call(endpoints.showTransaction, { params: idsOf(place), query: boundTo(place), signal }),
      }),
    /** The same entry, asked of the service even where this office keeps a final state. */
    stateAnew: (place: TransactionPlace) =>
      queryOptions({
        queryKey: key(place, 'state'),
        queryFn: ({ signal }) =>
          client.call(endpoints.showTransaction, {
            params: idsOf(place),
            query: { fresh: '1', ...boundTo(place) },
            signal,
          }),
        staleTime: 0,
      }),
    record: (place: TransactionPlace) =>
      queryOptions({
        queryKey: key(place, 'record'),
        queryFn: ({ signal }) =>
          client.call(endpoints.showTransactionRecord, {
            params: idsOf(place),
            query: boundTo(place),
            signal,
          }),
      }),
    notifications: (place: TransactionPlace) =>
      queryOptions({
        queryKey: key(place, 'notifications'),
        queryFn: ({ signal }) =>
          client.call(endpoints.listTransactionNotifications, {
            params: idsOf(place),
            query: boundTo(place),
            signal,
          }),
      }),
  }
}
