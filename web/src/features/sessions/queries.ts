import type { EndRequest, SessionHandle } from '@paydesk/shared/administration/people'
import { endpoints } from '@paydesk/shared/endpoints'
import type { QueryClient } from '@tanstack/react-query'
import { mutationOptions, queryOptions } from '@tanstack/react-query'
import type { Client } from '../../lib/api/client.ts'

const lists = ['people'] as const

/** Sessions: one's own, and everybody's. */
export function peopleQueries(client: Client) {
  return {
    own: () =>
      queryOptions({
        queryKey: [...lists, 'own'],
        queryFn: ({ signal }) => client.call(endpoints.listOwnSessions, { signal }),
        meta: { changedBy: ({ kind }) => kind === 'session' },
      }),
    every: () =>
      queryOptions({
        queryKey: [...lists, 'every'],
        queryFn: ({ signal }) => client.call(endpoints.listEverySession, { signal }),
        meta: { changedBy: ({ kind }) => kind === 'session' },
      }),
    endOwn: () =>
      mutationOptions({
        mutationKey: [...lists, 'end own'],
        mutationFn: (session: SessionHandle) => client.call(endpoints.endOwnSession, { params: { session } }),
      }),
    endOthers: () =>
      mutationOptions({
        mutationKey: [...lists, 'end others'],
        mutationFn: () => client.call(endpoints.endOtherSessions, {}),
      }),
    end: () =>
      mutationOptions({
        mutationKey: [...lists, 'end'],
        mutationFn: ({ session, ...body }: EndRequest & { readonly session: SessionHandle }) =>
          client.call(endpoints.endSession, { params: { session }, body }),
      }),
  }
}

/** Reads again what is on screen of the sessions. */
export function readSessionsAgain(queryClient: QueryClient): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: lists })
}
