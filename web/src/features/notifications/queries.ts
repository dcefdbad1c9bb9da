import type { CustomerHandle, EnvironmentName } from '@paydesk/shared/core/ids'
import type { LiveEvent } from '@paydesk/shared/core/live-updates'
import { endpoints } from '@paydesk/shared/endpoints'
import type { CustomerNotificationList, NotificationFilter } from '@paydesk/shared/payments/notifications'
import {
  type InfiniteData,
  infiniteQueryOptions,
  keepPreviousData,
  mutationOptions,
  queryOptions,
} from '@tanstack/react-query'
import type { ApiClient } from '../../lib/api/api-client.ts'

interface ReprocessInput {
  readonly notification: number
  readonly reason: string
  readonly ticket: string | undefined
}

/** Returns whether an entry on this page changed. New entries appear only after a refresh. */
function isOnPage({ kind, id }: LiveEvent, data: unknown): boolean {
  const entries = typeof data === 'object' && data !== null && 'entries' in data ? data.entries : null
  return (
    kind === 'notification' &&
    Array.isArray(entries) &&
    entries.some((entry: { readonly number?: unknown }) => String(entry.number) === id)
  )
}

export interface CustomerNotificationsRef {
  readonly env: EnvironmentName
  readonly customer: CustomerHandle
}

export function notificationQueries(client: ApiClient) {
  return {
    /** Common prefix of all query keys of this environment. */
    everything: (env: EnvironmentName) => ['notifications', env] as const,
    ledger: (env: EnvironmentName, query: NotificationFilter & { readonly before?: string | undefined }) =>
      queryOptions({
        queryKey: ['notifications', env, 'ledger', query],
        queryFn: ({ signal }) =>
          client.call(endpoints.listNotificationQueue, { params: { env }, query, signal }),
        placeholderData: keepPreviousData,
        meta: { changedBy: (event, data) => event.environment === env && isOnPage(event, data) },
      }),
    /**
     * Notifications received for all transactions of a customer, page by page, newest first. `isConcerned`: true for
     * an event that may add some.
     */
    ofCustomer: (params: CustomerNotificationsRef, isConcerned: (event: LiveEvent) => boolean) =>
      infiniteQueryOptions({
        queryKey: ['notifications', params.env, 'customer', params.customer],
        queryFn: ({ signal, pageParam }) =>
          client.call(endpoints.listCustomerNotifications, {
            params,
            query: pageParam === null ? {} : { after: pageParam },
            signal,
          }),
        initialPageParam: null as string | null,
        getNextPageParam: ({ next }) => next,
        meta: {
          changedBy: (event, data) =>
            isConcerned(event) ||
            (event.environment === params.env &&
              (data as InfiniteData<CustomerNotificationList> | undefined)?.pages.some((page) =>
                isOnPage(event, page),
              ) === true),
        },
      }),
    figures: (env: EnvironmentName) =>
      queryOptions({
        queryKey: ['notifications', env, 'figures'],
        queryFn: ({ signal }) => client.call(endpoints.showNotificationFigures, { params: { env }, signal }),
        meta: { changedBy: ({ kind, environment }) => kind === 'sync' && environment === env },
      }),
    reprocess: (env: EnvironmentName) =>
      mutationOptions({
        mutationKey: ['notifications', env, 'reprocess'],
        mutationFn: ({ notification, reason, ticket }: ReprocessInput) =>
          client.call(endpoints.reprocessNotification, {
            params: { env, notification: String(notification) },
            body: { reason, ...(ticket === undefined ? {} : { ticket }) },
          }),
      }),
  }
}
