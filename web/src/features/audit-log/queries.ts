import type {
  AuditActorHandle,
  auditLogExportQuerySchema,
  auditLogQuerySchema,
  RecordAccessReportRequest,
  staffActivityQuerySchema,
} from '@paydesk/shared/compliance/audit-log'
import type { CustomerHandle, EnvironmentName } from '@paydesk/shared/core/ids'
import { endpoints } from '@paydesk/shared/endpoints'
import type { QueryClient } from '@tanstack/react-query'
import { infiniteQueryOptions, keepPreviousData, mutationOptions, queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import type { ApiClient } from '../../lib/api/api-client.ts'

const keys = {
  pages: (env: EnvironmentName) => ['audit-log', env, 'page'] as const,
  figures: (env: EnvironmentName) => ['audit-log', env, 'figures'] as const,
  verification: (env: EnvironmentName) => ['audit-log', env, 'verification'] as const,
}

/** Queries of the audit log. Reads are audited themselves, so nothing refetches without a user action. */
export function auditLogQueries(client: ApiClient) {
  return {
    page: (env: EnvironmentName, query: z.output<typeof auditLogQuerySchema>) =>
      queryOptions({
        queryKey: [...keys.pages(env), query],
        queryFn: ({ signal }) => client.call(endpoints.listAuditEntries, { params: { env }, query, signal }),
        placeholderData: keepPreviousData,
      }),
    /** Own events of a group about this customer, page by page, newest first. */
    ownAbout: (env: EnvironmentName, customer: CustomerHandle, group: 'reveals' | 'exports') =>
      infiniteQueryOptions({
        queryKey: ['audit-log', env, 'own', customer, group],
        queryFn: ({ signal, pageParam }) => {
          const filter = { group, subject: customer }
          const query = pageParam === null ? filter : { ...filter, after: pageParam }
          return client.call(endpoints.listAuditEntries, { params: { env }, query, signal })
        },
        initialPageParam: null as string | null,
        getNextPageParam: ({ next }) => next,
      }),
    figures: (env: EnvironmentName) =>
      queryOptions({
        queryKey: keys.figures(env),
        queryFn: ({ signal }) => client.call(endpoints.showAuditLogFigures, { params: { env }, signal }),
        staleTime: 30_000,
      }),
    recordAccess: (env: EnvironmentName, asked: RecordAccessReportRequest) =>
      queryOptions({
        queryKey: ['audit-log', env, 'record-access', asked],
        queryFn: ({ signal }) =>
          client.call(endpoints.showRecordAccess, { params: { env }, body: asked, signal }),
        // Always refetch: another user may have opened the record since the last read.
        staleTime: 0,
        gcTime: 0,
      }),
    staffActivity: (
      env: EnvironmentName,
      person: AuditActorHandle,
      query: z.output<typeof staffActivityQuerySchema>,
    ) =>
      queryOptions({
        queryKey: ['audit-log', env, 'staff-activity', person, query],
        queryFn: ({ signal }) =>
          client.call(endpoints.showStaffActivity, { params: { env, person }, query, signal }),
        placeholderData: keepPreviousData,
      }),
    /** Polls a verification every second while the verification runs. */
    verification: (env: EnvironmentName, isRunning: boolean) =>
      queryOptions({
        queryKey: keys.verification(env),
        queryFn: ({ signal }) => client.call(endpoints.showAuditLogVerification, { params: { env }, signal }),
        enabled: isRunning,
        refetchInterval: ({ state }) => (state.data?.state === 'running' ? 1_000 : false),
      }),
    verify: (env: EnvironmentName) =>
      mutationOptions({
        mutationKey: ['audit-log', env, 'verify'],
        mutationFn: () => client.call(endpoints.startAuditLogVerification, { params: { env } }),
      }),
    lines: (env: EnvironmentName, query: z.output<typeof auditLogExportQuerySchema>, signal: AbortSignal) =>
      client.stream(endpoints.exportAuditLog, { params: { env }, query, signal }),
  }
}

/** Invalidates the list and the figures; reading the audit log adds entries itself. */
export async function refreshAuditLog(queryClient: QueryClient, env: EnvironmentName): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: keys.pages(env) }),
    queryClient.invalidateQueries({ queryKey: keys.figures(env) }),
  ])
}

/** Drops the cached state of the previous verification when a new verification starts. */
export function dropCachedAuditVerification(queryClient: QueryClient, env: EnvironmentName): void {
  queryClient.removeQueries({ queryKey: keys.verification(env) })
}
