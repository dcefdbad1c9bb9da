import type {
  AnswerQuestionRequest,
  AskQuestionRequest,
  QuestionId,
  questionQuerySchema,
} from '@paydesk/shared/cases/questions'
import type { CustomerHandle, EnvironmentName } from '@paydesk/shared/core/ids'
import { endpoints } from '@paydesk/shared/endpoints'
import type { QueryClient } from '@tanstack/react-query'
import { infiniteQueryOptions, mutationOptions, queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import type { ApiClient } from '../../lib/api/api-client.ts'

const listsKey = (env: EnvironmentName) => ['question', env, 'list'] as const

type Show = NonNullable<z.output<typeof questionQuerySchema>['show']>

export function questionQueries(client: ApiClient) {
  return {
    /** Newest questions, with the counts of waiting questions and new answers. */
    list: (env: EnvironmentName, show: Show) =>
      queryOptions({
        queryKey: [...listsKey(env), show],
        queryFn: ({ signal }) =>
          client.call(endpoints.listQuestions, { params: { env }, query: { show }, signal }),
        meta: { changedBy: ({ kind, environment }) => kind === 'question' && environment === env },
      }),
    /** Same list page by page, newest first; of one customer alone if there is one. */
    pages: (env: EnvironmentName, show: Show, customer?: CustomerHandle) =>
      infiniteQueryOptions({
        queryKey: [...listsKey(env), 'pages', show, customer],
        queryFn: ({ signal, pageParam }) => {
          const query = {
            show,
            ...(customer === undefined ? {} : { customer }),
            ...(pageParam === null ? {} : { after: pageParam }),
          }
          return client.call(endpoints.listQuestions, { params: { env }, query, signal })
        },
        initialPageParam: null as string | null,
        getNextPageParam: ({ next }) => next,
        meta: { changedBy: ({ kind, environment }) => kind === 'question' && environment === env },
      }),
    ask: (env: EnvironmentName) =>
      mutationOptions({
        mutationKey: ['question', env, 'ask'],
        mutationFn: (body: AskQuestionRequest) =>
          client.call(endpoints.askQuestion, { params: { env }, body }),
      }),
    answer: (env: EnvironmentName) =>
      mutationOptions({
        mutationKey: ['question', env, 'answer'],
        mutationFn: ({
          handover: question,
          ...body
        }: AnswerQuestionRequest & { readonly handover: QuestionId }) =>
          client.call(endpoints.answerQuestion, { params: { env, question }, body }),
      }),
  }
}

/** Invalidates all question lists; those on screen refetch. */
export function refreshQuestions(queryClient: QueryClient, env: EnvironmentName): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: listsKey(env) })
}
