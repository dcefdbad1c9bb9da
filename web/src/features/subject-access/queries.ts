import type {
  SubjectAccessRequestId,
  SubjectAccessRequestInput,
  SubjectAccessRequestView,
} from '@paydesk/shared/compliance/subject-access'
import type { ApprovalInput } from '@paydesk/shared/core/approval'
import type { CustomerHandle, EnvironmentName } from '@paydesk/shared/core/ids'
import { endpoints } from '@paydesk/shared/endpoints'
import type { QueryClient } from '@tanstack/react-query'
import { mutationOptions, queryOptions } from '@tanstack/react-query'
import type { ApiClient } from '../../lib/api/api-client.ts'

const listKey = (env: EnvironmentName) => ['subjects', env, 'list'] as const

/** Queries and mutations of subject access exports. */
export function subjectAccessQueries(client: ApiClient) {
  return {
    list: (env: EnvironmentName) =>
      queryOptions({
        queryKey: listKey(env),
        queryFn: ({ signal }) =>
          client.call(endpoints.listSubjectAccessRequests, { params: { env }, signal }),
        meta: { changedBy: ({ kind, environment }) => kind === 'subject_access' && environment === env },
      }),
    /** Requests about a customer, of any age. */
    ofCustomer: (env: EnvironmentName, customer: CustomerHandle) =>
      queryOptions({
        queryKey: [...listKey(env), 'customer', customer],
        queryFn: ({ signal }) =>
          client.call(endpoints.listSubjectAccessRequests, { params: { env }, query: { customer }, signal }),
        meta: { changedBy: ({ kind, environment }) => kind === 'subject_access' && environment === env },
      }),
    ask: (env: EnvironmentName) =>
      mutationOptions({
        mutationKey: ['subjects', env, 'ask'],
        mutationFn: (body: SubjectAccessRequestInput) =>
          client.call(endpoints.requestSubjectAccessExport, { params: { env }, body }),
      }),
    answer: (env: EnvironmentName, request: SubjectAccessRequestId) =>
      mutationOptions({
        mutationKey: ['subjects', env, 'answer'],
        mutationFn: (body: ApprovalInput) =>
          client.call(endpoints.decideSubjectAccessExport, { params: { env, request }, body }),
      }),
    take: (env: EnvironmentName) =>
      mutationOptions({
        mutationKey: ['subjects', env, 'take'],
        mutationFn: ({ request }: SubjectAccessRequestView) =>
          client.stream(endpoints.downloadSubjectAccessExport, { params: { env, request } }),
      }),
  }
}

/** Invalidates the subject access requests; those on screen are fetched again. */
export function refreshSubjectAccessRequests(queryClient: QueryClient, env: EnvironmentName): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: listKey(env) })
}
