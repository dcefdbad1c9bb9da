import {
  type HomeFigure,
  type HomeFigureList,
  type HomeFigureName,
  type HomeFilterOf,
  type HomeList,
  homeFigureNames,
  homeFigures,
  homeListPermissions,
} from '@paydesk/shared/cases/home'
import { endpoints } from '@paydesk/shared/endpoints'
import { defineRoute, type ScopedActor } from '../../platform/http/route.ts'
import type { ListCount } from '../../platform/list-query/page.ts'
import { listZoneDays } from '../../records/zone-days.ts'

export interface HomeCount extends ListCount {
  readonly amounts?: readonly HomeAmount[] | null
}

type HomeAmount = NonNullable<HomeFigure['amounts']>[number]

/** Counts of each list by its own query: several filters of one list may share a pass over its rows. */
export type HomeCounters = {
  readonly [List in HomeList]: (
    filters: readonly HomeFilterOf<List>[],
    caller: ScopedActor,
  ) => Promise<readonly HomeCount[]>
}

/** Number of rows of a figure at each of these instants (ms since 1970), for figures with a history. */
export type HomeLines = Readonly<
  Partial<
    Record<
      HomeList,
      (ends: readonly number[], caller: ScopedActor) => Promise<Partial<Record<HomeFigureName, number[]>>>
    >
  >
>

export interface HomeDeps {
  readonly zone: string
  readonly homeCounters: HomeCounters
  readonly homeLines: HomeLines
}

const lineDays = 14

async function countList(list: HomeList, caller: ScopedActor, { homeCounters }: HomeDeps) {
  const names = homeFigureNames.filter((name) => homeFigures[name].list === list)
  const filters = names.map((name) => homeFigures[name].filter)
  const counts = await homeCounters[list](filters as never, caller)
  return names.map((name, at) => [name, counts[at]] as const)
}

async function loadHomeFigures(caller: ScopedActor, deps: HomeDeps) {
  const now = Date.now()
  const days = listZoneDays(deps.zone, now, lineDays)
  const ends = [...days.slice(1).map(({ from }) => from), now]
  const lists = (Object.keys(homeListPermissions) as HomeList[]).filter((list) =>
    caller.actor.permissions.has(homeListPermissions[list]),
  )
  const [counted, lined] = await Promise.all([
    Promise.all(lists.map((list) => countList(list, caller, deps))),
    Promise.all(lists.map(async (list) => (await deps.homeLines[list]?.(ends, caller)) ?? {})),
  ])
  const lines: Partial<Record<HomeFigureName, number[]>> = Object.assign({}, ...lined)
  const figures = counted.flat().flatMap(([name, one]) => {
    if (one === undefined) return []
    const { count, more, amounts = null } = one
    return [[name, { count, more, amounts: amounts && [...amounts], line: lines[name] ?? null }] as const]
  })
  return {
    countedAt: new Date(now).toISOString(),
    days: days.map(({ day }) => day),
    zone: deps.zone,
    figures: Object.fromEntries(figures) as HomeFigureList['figures'],
  }
}

export const showHomeFigures = defineRoute(endpoints.showHomeFigures, {
  // Every role has a home: the figures themselves go by the permission of their list.
  permission: 'session.own',
  audit: () => ({ action: 'home.viewed' }),
  handle: ({ actor, scope }, deps: HomeDeps) => loadHomeFigures({ actor, scope }, deps),
  present: (figures) => figures,
})
