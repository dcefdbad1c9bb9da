import type { CustomerHandle, EnvironmentName, TransactionId } from '@paydesk/shared/core/ids'
import type { LiveEvent } from '@paydesk/shared/core/live'
import { endpoints } from '@paydesk/shared/endpoints'
import { queryOptions } from '@tanstack/react-query'
import type { Client } from '../../lib/api/client.ts'

export interface TransactionPlace {
  readonly env: EnvironmentName
  readonly transaction: TransactionId
  /** On a customer's page: a record of another customer is refused instead of shown there. */
  readonly customer?: CustomerHandle
}

const ofThis =
  ({ env, transaction }: TransactionPlace) =>
  ({ kind, environment, id }: LiveEvent) =>
    kind === 'transaction' && environment === env && id === transaction

export function transactionQueries(client: Client) {
  const key = (
    { env, transaction, customer }: TransactionPlace,
    part: 'state' | 'record' | 'notifications',
  ) => ['transactions', env, transaction, part, customer ?? null]
  const idsOf = ({ env, transaction }: TransactionPlace) => ({ env, transaction })
  const boundTo = ({ customer }: TransactionPlace) => (customer === undefined ? {} : { customer })
  // What is kept of a final state may be older than the change that was heard of.
  const anew = () => (client.isUnasked() ? { fresh: '1' as const } : {})
  return {
    state: (place: TransactionPlace) =>
      queryOptions({
        queryKey: key(place, 'state'),
        queryFn: ({ signal }) =>
          client.call(endpoints.showTransaction, {
            params: idsOf(place),
            query: { ...anew(), ...boundTo(place) },
            signal,
          }),
        meta: { changedBy: ofThis(place) },
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
        meta: { changedBy: ofThis(place) },
      }),
    record: (place: TransactionPlace) =>
      queryOptions({
        queryKey: key(place, 'record'),
        queryFn: ({ signal }) =>
          client.call(endpoints.showTransactionRecord, {
            params: idsOf(place),
            query: { ...anew(), ...boundTo(place) },
            signal,
          }),
        meta: { changedBy: ofThis(place) },
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
        meta: { changedBy: ofThis(place) },
      }),
    /** What this office observed, with the proof of a final state. */
    history: (place: TransactionPlace) =>
      queryOptions({
        queryKey: ['transactions', place.env, place.transaction, 'history'],
        queryFn: ({ signal }) =>
          client.call(endpoints.showTransactionHistory, { params: idsOf(place), signal }),
        meta: { changedBy: ofThis(place) },
      }),
    /** What our own endpoint received for it. */
    received: (place: TransactionPlace) =>
      queryOptions({
        queryKey: ['transactions', place.env, place.transaction, 'received'],
        queryFn: ({ signal }) =>
          client.call(endpoints.listReceivedNotifications, { params: idsOf(place), signal }),
        meta: { changedBy: ofThis(place) },
      }),
  }
}
