import type {
  ActivateBreakGlassRequest,
  BreakGlassHandle,
  breakGlassQuerySchema,
} from '@paydesk/shared/compliance/break-glass'
import { endpoints } from '@paydesk/shared/endpoints'
import type { QueryClient } from '@tanstack/react-query'
import { mutationOptions, queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import type { ApiClient } from '../../lib/api/api-client.ts'

const lists = ['glass'] as const

type Show = NonNullable<z.output<typeof breakGlassQuerySchema>['show']>

/** Queries and mutations of break-glass: the user's own activation, and the list for oversight. */
export function breakGlassQueries(client: ApiClient) {
  return {
    list: (show: Show) =>
      queryOptions({
        queryKey: [...lists, 'list', show],
        queryFn: ({ signal }) => client.call(endpoints.listBreakGlass, { query: { show }, signal }),
        meta: { changedBy: ({ kind }) => kind === 'break_glass' },
      }),
    seen: (breakGlass: BreakGlassHandle) =>
      queryOptions({
        queryKey: [...lists, 'seen', breakGlass],
        queryFn: ({ signal }) => client.call(endpoints.showBreakGlass, { params: { breakGlass }, signal }),
      }),
    figures: () =>
      queryOptions({
        queryKey: [...lists, 'figures'],
        queryFn: ({ signal }) => client.call(endpoints.showBreakGlassFigures, { signal }),
        meta: { changedBy: ({ kind }) => kind === 'break_glass' },
      }),
    breakIt: () =>
      mutationOptions({
        mutationKey: [...lists, 'break'],
        mutationFn: (body: ActivateBreakGlassRequest) => client.call(endpoints.startBreakGlass, { body }),
      }),
    end: () =>
      mutationOptions({
        mutationKey: [...lists, 'end'],
        mutationFn: () => client.call(endpoints.endBreakGlass, {}),
      }),
    report: () =>
      mutationOptions({
        mutationKey: [...lists, 'report'],
        mutationFn: (text: string) => client.call(endpoints.reportBreakGlass, { body: { text } }),
      }),
    acknowledge: () =>
      mutationOptions({
        mutationKey: [...lists, 'acknowledge'],
        mutationFn: (breakGlass: BreakGlassHandle) =>
          client.call(endpoints.acknowledgeBreakGlass, { params: { breakGlass } }),
      }),
  }
}

/** Invalidates all break-glass queries; those on screen refetch. */
export function refreshBreakGlass(queryClient: QueryClient): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: lists })
}
