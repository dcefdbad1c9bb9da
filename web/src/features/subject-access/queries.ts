import type {
  SubjectAnswer,
  SubjectAsk,
  SubjectRequestId,
  SubjectRequestView,
} from '@paydesk/shared/compliance/subject'
import type { EnvironmentName } from '@paydesk/shared/core/ids'
import { endpoints } from '@paydesk/shared/endpoints'
import type { QueryClient } from '@tanstack/react-query'
import { mutationOptions, queryOptions } from '@tanstack/react-query'
import type { Client } from '../../lib/api/client.ts'

const listOf = (env: EnvironmentName) => ['subjects', env, 'list'] as const

/** Requests for what a customer may ask for. */
export function subjectQueries(client: Client) {
  return {
    list: (env: EnvironmentName) =>
      queryOptions({
        queryKey: listOf(env),
        queryFn: ({ signal }) => client.call(endpoints.listSubjectRequests, { params: { env }, signal }),
        meta: { changedBy: ({ kind, environment }) => kind === 'subject' && environment === env },
      }),
    ask: (env: EnvironmentName) =>
      mutationOptions({
        mutationKey: ['subjects', env, 'ask'],
        mutationFn: (body: SubjectAsk) => client.call(endpoints.askSubjectExport, { params: { env }, body }),
      }),
    answer: (env: EnvironmentName) =>
      mutationOptions({
        mutationKey: ['subjects', env, 'answer'],
        mutationFn: ({ request, ...body }: SubjectAnswer & { readonly request: SubjectRequestId }) =>
          client.call(endpoints.answerSubjectExport, { params: { env, request }, body }),
      }),
    take: (env: EnvironmentName) =>
      mutationOptions({
        mutationKey: ['subjects', env, 'take'],
        mutationFn: ({ request }: SubjectRequestView) =>
          client.stream(endpoints.takeSubjectExport, { params: { env, request } }),
      }),
  }
}

/** Reads the requests again where they are on screen, and marks them as old elsewhere. */
export function readRequestsAgain(queryClient: QueryClient, env: EnvironmentName): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: listOf(env) })
}
