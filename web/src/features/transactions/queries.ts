import type { CustomerHandle, EnvironmentName, TransactionId } from '@paydesk/shared/core/ids'
import type { LiveEvent } from '@paydesk/shared/core/live-updates'
import { endpoints } from '@paydesk/shared/endpoints'
import { queryOptions } from '@tanstack/react-query'
import type { ApiClient } from '../../lib/api/api-client.ts'

export interface TransactionRef {
  readonly env: EnvironmentName
  readonly transaction: TransactionId
  /** On a customer's page: a record of another customer is refused instead of shown there. */
  readonly customer?: CustomerHandle
}

const concernsTransaction =
  ({ env, transaction }: TransactionRef) =>
  ({ kind, environment, id }: LiveEvent) =>
    kind === 'transaction' && environment === env && id === transaction

export function transactionQueries(client: ApiClient) {
  const key = (
    { env, transaction, customer }: TransactionRef,
    part: 'state' | 'record' | 'notifications',
  ) => ['transactions', env, transaction, part, customer ?? null]
  const idsOf = ({ env, transaction }: TransactionRef) => ({ env, transaction })
  const boundTo = ({ customer }: TransactionRef) => (customer === undefined ? {} : { customer })
  // What is kept of a final state may be older than the change that was heard of.
  const anew = () => (client.isInBackground() ? { fresh: '1' as const } : {})
  return {
    state: (place: TransactionRef) =>
      queryOptions({
        queryKey: key(place, 'state'),
        queryFn: ({ signal }) =>
          client.call(endpoints.showTransaction, {
            params: idsOf(place),
            query: { ...anew(), ...boundTo(place) },
            signal,
          }),
        meta: { changedBy: concernsTransaction(place) },
      }),
    /** The same entry, asked of the service even where this office keeps a final state. */
    stateAnew: (place: TransactionRef) =>
      queryOptions({
        queryKey: key(place, 'state'),
        queryFn: ({ signal }) =>
          client.call(endpoints.showTransaction, {
            params: idsOf(place),
            query: { fresh: '1', ...boundTo(place) },
            signal,
          }),
        staleTime: 0,
        meta: { changedBy: concernsTransaction(place) },
      }),
    record: (place: TransactionRef) =>
      queryOptions({
        queryKey: key(place, 'record'),
        queryFn: ({ signal }) =>
          client.call(endpoints.showTransactionRecord, {
            params: idsOf(place),
            query: { ...anew(), ...boundTo(place) },
            signal,
          }),
        meta: { changedBy: concernsTransaction(place) },
      }),
    notifications: (place: TransactionRef) =>
      queryOptions({
        queryKey: key(place, 'notifications'),
        queryFn: ({ signal }) =>
          client.call(endpoints.listSentNotifications, {
            params: idsOf(place),
            query: boundTo(place),
            signal,
          }),
        meta: { changedBy: concernsTransaction(place) },
      }),
    /** What this office observed, with the proof of a final state. */
    history: (place: TransactionRef) =>
      queryOptions({
        queryKey: ['transactions', place.env, place.transaction, 'history'],
        queryFn: ({ signal }) =>
          client.call(endpoints.showTransactionHistory, { params: idsOf(place), signal }),
        meta: { changedBy: concernsTransaction(place) },
      }),
    /** What our own endpoint received for it. */
    received: (place: TransactionRef) =>
      queryOptions({
        queryKey: ['transactions', place.env, place.transaction, 'received'],
        queryFn: ({ signal }) =>
          client.call(endpoints.listReceivedNotifications, { params: idsOf(place), signal }),
        meta: { changedBy: concernsTransaction(place) },
      }),
  }
}
