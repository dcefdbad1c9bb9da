import {
  type HomeCountedListName,
  type HomeFigure,
  type HomeFigureFilter,
  type HomeFigureList,
  type HomeFigureName,
  homeFigureNames,
  homeFigureSources,
  homeListPermissions,
} from '@paydesk/shared/cases/home'
import { endpoints } from '@paydesk/shared/endpoints'
import { defineRoute, type ScopedActor } from '../../platform/http/route.ts'
import type { ListCount } from '../../platform/list-query/page.ts'
import { listTimeZoneDays } from '../../records/zone-days.ts'

export interface HomeCount extends ListCount {
  readonly amounts?: readonly HomeAmount[] | null
}

type HomeAmount = NonNullable<HomeFigure['amounts']>[number]

/** Counts of each list by its own query: several filters of one list may share a pass over its rows. */
export type HomeListCounters = {
  readonly [List in HomeCountedListName]: (
    filters: readonly HomeFigureFilter<List>[],
    caller: ScopedActor,
  ) => Promise<readonly HomeCount[]>
}

/** Number of rows of a figure at each of these instants (ms since 1970), for figures with a history. */
export type HomeHistoryCounters = Readonly<
  Partial<
    Record<
      HomeCountedListName,
      (ends: readonly number[], caller: ScopedActor) => Promise<Partial<Record<HomeFigureName, number[]>>>
    >
  >
>

export interface HomeDeps {
  readonly zone: string
  readonly homeCounters: HomeListCounters
  readonly homeLines: HomeHistoryCounters
}

const lineDays = 14

async function countList(list: HomeCountedListName, caller: ScopedActor, { homeCounters }: HomeDeps) {
  const names = homeFigureNames.filter((name) => homeFigureSources[name].list === list)
  const filters = names.map((name) => homeFigureSources[name].filter)
  const counts = await homeCounters[list](filters as never, caller)
  return names.map((name, at) => [name, counts[at]] as const)
}

async function loadHomeFigures(caller: ScopedActor, deps: HomeDeps) {
  const now = Date.now()
  const days = listTimeZoneDays(deps.zone, now, lineDays)
  const ends = [...days.slice(1).map(({ from }) => from), now]
  const lists = (Object.keys(homeListPermissions) as HomeCountedListName[]).filter((list) =>
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

export const showHomeFiguresRoute = defineRoute(endpoints.showHomeFigures, {
  // Every role has a home page; each figure needs the permission of its list.
  permission: 'session.own',
  audit: () => ({ action: 'home.viewed' }),
  handle: ({ actor, scope }, deps: HomeDeps) => loadHomeFigures({ actor, scope }, deps),
  present: (figures) => figures,
})
