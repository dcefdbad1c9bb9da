import { setImmediate as nextTurn } from 'node:timers/promises'
import type { TransactionDaySeries, TransactionTrend } from '@paydesk/shared/payments/transaction-trend'
import { type RawBuilder, sql } from 'kysely'
import type { Store } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/http/route.ts'
import { listTimeZoneDays } from '../../records/zone-days.ts'
import { buildScopeSql } from './conditions.ts'
import { cacheStaleWhileRevalidate } from './stale-while-revalidate.ts'
import { buildTransactionIndexSql } from './statements.ts'

export interface TransactionTrendDeps {
  readonly store: Pick<Store, 'db' | 'dialect'>
  readonly zone: string
}

const trendDays = 14
/** Workflows with a series of their own. */
const maxWorkflows = 3
const freshMs = 30_000
/** A trend stays fresh for this multiple of the time that counting it took, so counting takes 1 % of the time. */
const freshTimeFactor = 100

interface Group {
  readonly workflow: string | null
  readonly seen: number
  readonly ended: number
  readonly succeeded: number
}

/** Counts the transactions first seen from `from` to before `to`, from the index alone. */
export function selectTrendDay(
  scope: Pick<Scope, 'environment' | 'merchants'>,
  { from, to }: { readonly from: number; readonly to: number },
  dialect: Store['dialect'],
): RawBuilder<Group> {
  return sql<Group>`select workflow, count(*) as seen, count(*) filter (where final = 1) as ended,
      count(*) filter (where state = 'SUCCESS') as succeeded
    from ${buildTransactionIndexSql('transactions_seen', dialect)}
    where ${buildScopeSql(scope)} and first_seen >= ${from} and first_seen < ${to} group by workflow`
}

type DayGroups = readonly (readonly Group[])[]

function toSeries(days: DayGroups, isWanted: (group: Group) => boolean = () => true): TransactionDaySeries {
  const sum = (of: 'seen' | 'ended' | 'succeeded') =>
    days.map((groups) => groups.filter(isWanted).reduce((all, group) => all + Number(group[of]), 0))
  return { seen: sum('seen'), ended: sum('ended'), succeeded: sum('succeeded') }
}

/** Splits the days by workflow: the most frequent ones, then the rest if there is one. */
function splitByWorkflow(days: DayGroups): TransactionTrend['workflows'] {
  const sums = new Map<string | null, number>()
  for (const { workflow, seen } of days.flat()) sums.set(workflow, (sums.get(workflow) ?? 0) + Number(seen))
  const names = [...sums].sort(([, one], [, other]) => other - one).map(([workflow]) => workflow)
  const [own, rest] = [names.slice(0, maxWorkflows), names.slice(maxWorkflows)]
  const series = own.map((name) => ({
    workflow: name,
    isRest: false,
    ...toSeries(days, ({ workflow }) => workflow === name),
  }))
  if (rest.length === 0) return series
  return [
    ...series,
    { workflow: null, isRest: true, ...toSeries(days, ({ workflow }) => rest.includes(workflow)) },
  ]
}

async function computeTrend(
  scope: Scope,
  { store, zone }: TransactionTrendDeps,
  now: number,
): Promise<TransactionTrend> {
  const days = listTimeZoneDays(zone, now, 2 * trendDays)
  const counted: (readonly Group[])[] = []
  for (const [at, { from }] of days.entries()) {
    const to = days[at + 1]?.from ?? now + 1
    counted.push((await selectTrendDay(scope, { from, to }, store.dialect).execute(store.db)).rows)
    // Count a day at a time: the embedded database answers nobody else while it counts.
    await nextTurn()
  }
  const [before, recent] = [counted.slice(0, trendDays), counted.slice(trendDays)]
  return {
    countedAt: new Date(now).toISOString(),
    zone,
    days: days.slice(trendDays).map(({ day }) => day),
    total: toSeries(recent),
    previous: toSeries(before),
    workflows: splitByWorkflow(recent),
  }
}

/**
 * Creates the trend of a scope: counted outside of the requests, at most every 30 seconds, and returned with
 * the time of the count.
 */
export function createTransactionTrendLoader(
  deps: TransactionTrendDeps,
  now: () => number = Date.now,
): (scope: Scope) => Promise<TransactionTrend> {
  return cacheStaleWhileRevalidate(
    ({ environment, merchants }: Scope) => JSON.stringify([environment, [...merchants].sort()]),
    (scope: Scope) => computeTrend(scope, deps, now()),
    { ms: freshMs, freshTimeFactor, now },
  )
}
