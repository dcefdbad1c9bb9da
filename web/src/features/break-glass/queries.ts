import type { BreakRequest, GlassHandle, glassQuery } from '@paydesk/shared/compliance/glass'
import { endpoints } from '@paydesk/shared/endpoints'
import type { QueryClient } from '@tanstack/react-query'
import { mutationOptions, queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import type { Client } from '../../lib/api/client.ts'

const lists = ['glass'] as const

type Show = NonNullable<z.output<typeof glassQuery>['show']>

/** Broken glass: one's own deeds, and what whoever answers for it reads. */
export function glassQueries(client: Client) {
  return {
    list: (show: Show) =>
      queryOptions({
        queryKey: [...lists, 'list', show],
        queryFn: ({ signal }) => client.call(endpoints.listGlass, { query: { show }, signal }),
        meta: { changedBy: ({ kind }) => kind === 'glass' },
      }),
    seen: (glass: GlassHandle) =>
      queryOptions({
        queryKey: [...lists, 'seen', glass],
        queryFn: ({ signal }) => client.call(endpoints.showGlass, { params: { glass }, signal }),
      }),
    figures: () =>
      queryOptions({
        queryKey: [...lists, 'figures'],
        queryFn: ({ signal }) => client.call(endpoints.showGlassFigures, { signal }),
        meta: { changedBy: ({ kind }) => kind === 'glass' },
      }),
    breakIt: () =>
      mutationOptions({
        mutationKey: [...lists, 'break'],
        mutationFn: (body: BreakRequest) => client.call(endpoints.breakGlass, { body }),
      }),
    end: () =>
      mutationOptions({
        mutationKey: [...lists, 'end'],
        mutationFn: () => client.call(endpoints.endGlass, {}),
      }),
    report: () =>
      mutationOptions({
        mutationKey: [...lists, 'report'],
        mutationFn: (text: string) => client.call(endpoints.reportGlass, { body: { text } }),
      }),
    acknowledge: () =>
      mutationOptions({
        mutationKey: [...lists, 'acknowledge'],
        mutationFn: (glass: GlassHandle) => client.call(endpoints.acknowledgeGlass, { params: { glass } }),
      }),
  }
}

/** Reads again what is on screen of it. */
export function readGlassAgain(queryClient: QueryClient): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: lists })
}
