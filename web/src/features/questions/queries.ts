import type { EnvironmentName } from '@paydesk/shared/core/ids'
import { endpoints } from '@paydesk/shared/endpoints'
import type { AskRequest, HandoverAnswer, HandoverId, handoverQuery } from '@paydesk/shared/work/handover'
import type { QueryClient } from '@tanstack/react-query'
import { infiniteQueryOptions, mutationOptions, queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import type { Client } from '../../lib/api/client.ts'

const listsOf = (env: EnvironmentName) => ['handover', env, 'list'] as const

type Show = NonNullable<z.output<typeof handoverQuery>['show']>

/** Questions to another role and their answers. */
export function handoverQueries(client: Client) {
  return {
    /** The newest ones with what waits and what came. */
    list: (env: EnvironmentName, show: Show) =>
      queryOptions({
        queryKey: [...listsOf(env), show],
        queryFn: ({ signal }) =>
          client.call(endpoints.listHandovers, { params: { env }, query: { show }, signal }),
        meta: { changedBy: ({ kind, environment }) => kind === 'handover' && environment === env },
      }),
    /** The same page by page, the newest first. */
    pages: (env: EnvironmentName, show: Show) =>
      infiniteQueryOptions({
        queryKey: [...listsOf(env), 'pages', show],
        queryFn: ({ signal, pageParam }) => {
          const query = pageParam === null ? { show } : { show, after: pageParam }
          return client.call(endpoints.listHandovers, { params: { env }, query, signal })
        },
        initialPageParam: null as string | null,
        getNextPageParam: ({ next }) => next,
        meta: { changedBy: ({ kind, environment }) => kind === 'handover' && environment === env },
      }),
    ask: (env: EnvironmentName) =>
      mutationOptions({
        mutationKey: ['handover', env, 'ask'],
        mutationFn: (body: AskRequest) => client.call(endpoints.askHandover, { params: { env }, body }),
      }),
    answer: (env: EnvironmentName) =>
      mutationOptions({
        mutationKey: ['handover', env, 'answer'],
        mutationFn: ({ handover, ...body }: HandoverAnswer & { readonly handover: HandoverId }) =>
          client.call(endpoints.answerHandover, { params: { env, handover }, body }),
      }),
  }
}

/** Reads again what is on screen of the questions, and marks the rest as old. */
export function readHandoversAgain(queryClient: QueryClient, env: EnvironmentName): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: listsOf(env) })
}
