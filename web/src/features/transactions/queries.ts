import type { CustomerHandle, EnvironmentName, TransactionId } from '@paydesk/shared/core/ids'
import type { LiveEvent } from '@paydesk/shared/core/live-updates'
import type { CustomerObservationList } from '@paydesk/shared/core/observations'
import { endpoints } from '@paydesk/shared/endpoints'
import { type InfiniteData, infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { ApiClient } from '../../lib/api/api-client.ts'

export interface TransactionRef {
  readonly env: EnvironmentName
  readonly transaction: TransactionId
  /** Binds the read to a customer: the record of another customer is refused. */
  readonly customer?: CustomerHandle
}

/** Customer whose transactions are asked for together. */
export interface CustomerTransactionsRef {
  readonly env: EnvironmentName
  readonly customer: CustomerHandle
}

const concernsTransaction =
  ({ env, transaction }: TransactionRef) =>
  ({ kind, environment, id }: LiveEvent) =>
    kind === 'transaction' && environment === env && id === transaction

/** Returns whether a loaded page of a customer has an observation of the changed transaction. */
const isObserved = ({ kind, id }: LiveEvent, data: unknown) =>
  kind === 'transaction' &&
  ((data as InfiniteData<CustomerObservationList> | undefined)?.pages.some(({ observations }) =>
    observations.some(({ transaction }) => transaction === id),
  ) ??
    false)

export function transactionQueries(client: ApiClient) {
  const key = (
    { env, transaction, customer }: TransactionRef,
    part: 'state' | 'record' | 'notifications',
  ) => ['transactions', env, transaction, part, customer ?? null]
  const idsOf = ({ env, transaction }: TransactionRef) => ({ env, transaction })
  const boundTo = ({ customer }: TransactionRef) => (customer === undefined ? {} : { customer })
  // Bypass our stored final state on background refreshes: it may be older than the live event.
  const buildFreshQuery = () => (client.isInBackground() ? { fresh: '1' as const } : {})
  return {
    state: (transactionRef: TransactionRef) =>
      queryOptions({
        queryKey: key(transactionRef, 'state'),
        queryFn: ({ signal }) =>
          client.call(endpoints.showTransaction, {
            params: idsOf(transactionRef),
            query: { ...buildFreshQuery(), ...boundTo(transactionRef) },
            signal,
          }),
        meta: { changedBy: concernsTransaction(transactionRef) },
      }),
    /** Same entry as `state`, but read from the payment service even if Paydesk stores a final state. */
    freshState: (transactionRef: TransactionRef) =>
      queryOptions({
        queryKey: key(transactionRef, 'state'),
        queryFn: ({ signal }) =>
          client.call(endpoints.showTransaction, {
            params: idsOf(transactionRef),
            query: { fresh: '1', ...boundTo(transactionRef) },
            signal,
          }),
        staleTime: 0,
        meta: { changedBy: concernsTransaction(transactionRef) },
      }),
    record: (transactionRef: TransactionRef) =>
      queryOptions({
        queryKey: key(transactionRef, 'record'),
        queryFn: ({ signal }) =>
          client.call(endpoints.showTransactionRecord, {
            params: idsOf(transactionRef),
            query: { ...buildFreshQuery(), ...boundTo(transactionRef) },
            signal,
          }),
        meta: { changedBy: concernsTransaction(transactionRef) },
      }),
    notifications: (transactionRef: TransactionRef) =>
      queryOptions({
        queryKey: key(transactionRef, 'notifications'),
        queryFn: ({ signal }) =>
          client.call(endpoints.listSentNotifications, {
            params: idsOf(transactionRef),
            query: boundTo(transactionRef),
            signal,
          }),
        meta: { changedBy: concernsTransaction(transactionRef) },
      }),
    /** Observed states in our records, with the evidence for a final state. */
    history: (transactionRef: TransactionRef) =>
      queryOptions({
        queryKey: ['transactions', transactionRef.env, transactionRef.transaction, 'history'],
        queryFn: ({ signal }) =>
          client.call(endpoints.showTransactionHistory, { params: idsOf(transactionRef), signal }),
        meta: { changedBy: concernsTransaction(transactionRef) },
      }),
    /**
     * Observations of all transactions of a customer, page by page, newest first. `isConcerned`: true for an event that
     * may add some.
     */
    ofCustomer: (params: CustomerTransactionsRef, isConcerned: (event: LiveEvent) => boolean) =>
      infiniteQueryOptions({
        queryKey: ['transactions', params.env, 'customer', params.customer],
        queryFn: ({ signal, pageParam }) =>
          client.call(endpoints.listCustomerObservations, {
            params,
            query: pageParam === null ? {} : { after: pageParam },
            signal,
          }),
        initialPageParam: null as string | null,
        getNextPageParam: ({ next }) => next,
        meta: {
          changedBy: (event, data) =>
            isConcerned(event) || (event.environment === params.env && isObserved(event, data)),
        },
      }),
    /** Notifications received by our endpoint. */
    received: (transactionRef: TransactionRef) =>
      queryOptions({
        queryKey: ['transactions', transactionRef.env, transactionRef.transaction, 'received'],
        queryFn: ({ signal }) =>
          client.call(endpoints.listReceivedNotifications, { params: idsOf(transactionRef), signal }),
        meta: { changedBy: concernsTransaction(transactionRef) },
      }),
  }
}
