import type { DayRange } from '@paydesk/shared/core/endpoint'
import type { CustomerHandle, EnvironmentName, TransactionId } from '@paydesk/shared/core/ids'
import type { LiveEvent } from '@paydesk/shared/core/live-updates'
import { endpoints } from '@paydesk/shared/endpoints'
import type {
  PaymentRequest,
  PaymentRequestId,
  PaymentRequestInput,
  PaymentRequestListTab,
} from '@paydesk/shared/payments/payment-requests'
import { infiniteQueryOptions, mutationOptions, queryOptions } from '@tanstack/react-query'
import type { ApiClient } from '../../lib/api/api-client.ts'
import { serializeUrlState } from '../../ui/state/url-state.ts'

export interface PaymentRequestRef {
  readonly env: EnvironmentName
  readonly request: PaymentRequestId
}

export interface PaymentRequestListSelection extends DayRange {
  readonly show: PaymentRequestListTab
  readonly customer?: CustomerHandle | undefined
}

/** Returns true if the cached data holds the changed request, or a request whose transaction changed. */
function concerns({ kind, id }: LiveEvent, held: readonly PaymentRequest[]): boolean {
  if (kind === 'payment_request') return held.some(({ request }) => request === id)
  return kind === 'transaction' && held.some(({ transaction }) => transaction === id)
}

interface CachedPages {
  readonly pages: readonly { readonly requests: readonly PaymentRequest[] }[]
}

/** Queries of the payments requested in Paydesk. Payment links bypass every cache. */
export function paymentRequestQueries(client: ApiClient) {
  return {
    choices: (env: EnvironmentName, customer: CustomerHandle | undefined) =>
      queryOptions({
        queryKey: ['requests', env, 'choices', customer ?? null],
        queryFn: ({ signal }) => {
          const query = customer === undefined ? {} : { customer }
          return client.call(endpoints.showPaymentRequestOptions, { params: { env }, query, signal })
        },
        // Options come from the configuration: never refetch under a form that is being filled in.
        staleTime: Number.POSITIVE_INFINITY,
      }),
    one: (params: PaymentRequestRef) =>
      queryOptions({
        queryKey: ['requests', params.env, 'one', params.request],
        queryFn: ({ signal }) => client.call(endpoints.showPaymentRequest, { params, signal }),
        meta: {
          changedBy: (event, data) =>
            event.environment === params.env &&
            (event.kind === 'payment_request'
              ? event.id === params.request
              : concerns(event, getCachedRequest(data))),
        },
      }),
    /** Cursor pages, newest first. */
    pages: (env: EnvironmentName, { show, ...filter }: PaymentRequestListSelection) =>
      infiniteQueryOptions({
        queryKey: ['requests', env, 'list', show, serializeUrlState(filter)],
        queryFn: ({ signal, pageParam }) => {
          const query = {
            show,
            ...filter,
            ...(pageParam === null ? {} : { after: pageParam }),
          }
          return client.call(endpoints.listPaymentRequests, { params: { env }, query, signal })
        },
        initialPageParam: null as string | null,
        getNextPageParam: ({ next }) => next,
        meta: {
          changedBy: (event, data) =>
            event.environment === env &&
            (event.kind === 'payment_request' || concerns(event, getCachedRequests(data))),
        },
      }),
    ofTransaction: (env: EnvironmentName, transaction: TransactionId) =>
      queryOptions({
        queryKey: ['requests', env, 'of', transaction],
        queryFn: ({ signal }) =>
          client.call(endpoints.showTransactionPaymentRequest, { params: { env, transaction }, signal }),
        meta: {
          changedBy: (event, data) =>
            event.environment === env &&
            (event.kind === 'transaction'
              ? event.id === transaction
              : concerns(event, getCachedTransactionRequest(data))),
        },
      }),
    draft: (env: EnvironmentName) =>
      mutationOptions({
        mutationKey: ['requests', env, 'draft'],
        mutationFn: (body: PaymentRequestInput) =>
          client.call(endpoints.draftPaymentRequest, { params: { env }, body }),
        // Drop the typed values as soon as the form is gone.
        gcTime: 0,
      }),
    send: (env: EnvironmentName) =>
      mutationOptions({
        mutationKey: ['requests', env, 'send'],
        mutationFn: ({
          request,
          reviewed,
        }: {
          readonly request: PaymentRequestId
          readonly reviewed: string
        }) => client.call(endpoints.sendPaymentRequest, { params: { env, request }, body: { reviewed } }),
        gcTime: 0,
      }),
  }
}

function getCachedRequest(data: unknown): readonly PaymentRequest[] {
  return data === undefined ? [] : [data as PaymentRequest]
}

function getCachedTransactionRequest(data: unknown): readonly PaymentRequest[] {
  return getCachedRequest(
    (data as { readonly request: PaymentRequest | null } | undefined)?.request ?? undefined,
  )
}

function getCachedRequests(data: unknown): readonly PaymentRequest[] {
  return (data as CachedPages | undefined)?.pages.flatMap(({ requests }) => requests) ?? []
}
