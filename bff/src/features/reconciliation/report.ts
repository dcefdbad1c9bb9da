import {
  type DiscrepancyKind,
  discrepancyKindSchema,
  type ReconciliationReport,
  type reconciliationReportQuerySchema,
} from '@paydesk/shared/cases/reconciliation'
import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import type { Store } from '../../platform/database/database.ts'
import type { ScopedActor } from '../../platform/http/route.ts'
import { ProblemError } from '../../platform/problem/problem.ts'
import { isDiscrepancyKind } from '../../records/rules/discrepancy-kinds.ts'
import { listTimeZoneDays, listTimeZoneDaysUpTo, type TimeZoneDay } from '../../records/zone-days.ts'
import {
  buildDiscrepancyIndexSql,
  type DiscrepancyScope,
  getDiscrepancyScope,
  isExactSum,
  summableAmountSql,
  whereDiscrepancyVisible,
} from './filters.ts'

export interface ReconciliationReportDeps {
  readonly store: Pick<Store, 'db' | 'dialect'>
  readonly config: { readonly zone: string }
}

/** Day in Paydesk's time zone, and the days before it. Times in ms since 1970. */
interface ReportPeriod {
  readonly day: string
  readonly today: string
  readonly days: readonly TimeZoneDay[]
  readonly from: number
  readonly to: number
}

/** Earliest day of a report: Paydesk recorded nothing before, and earlier years may have another format. */
const firstDay = '1970-01-01'

/**
 * Parses the day of a request. Throws `bad_request` naming `day` for a day in the future
 * or before `firstDay`.
 */
export function parseReconciliationReportPeriod(
  zone: string,
  day: string | undefined,
  count: number,
  now: number,
): ReportPeriod {
  const today = listTimeZoneDays(zone, now, 1)[0]?.day ?? ''
  if (day !== undefined && (day > today || day < firstDay))
    throw new ProblemError('bad_request', {
      fields: [{ name: 'day', rule: 'day_from', values: { day: firstDay } }],
    })
  const { days, to } = listTimeZoneDaysUpTo(zone, day ?? today, count)
  return { day: day ?? today, today, days, from: days.at(-1)?.from ?? now, to }
}

/** Selects the discrepancies open at any time since `from`, one row each. */
function selectOpenSince(discrepancyScope: DiscrepancyScope, from: number): RawBuilder<unknown> {
  const columns = sql`i.seq, i.id, i.kind, i.currency, i.amount_minor, i.opened_to, i.closed_at`
  return sql`(select ${columns} from ${buildDiscrepancyIndexSql(discrepancyScope, 'open')} where ${whereDiscrepancyVisible(discrepancyScope, 'open')}
    union all select ${columns} from ${buildDiscrepancyIndexSql(discrepancyScope, 'closed')}
      where ${whereDiscrepancyVisible(discrepancyScope, 'closed')} and i.closed_at >= ${from}) as i`
}

const parts = ['atStart', 'opened', 'closed', 'atEnd'] as const
type Part = (typeof parts)[number]
interface Group extends Readonly<Record<Part, number>>, Readonly<Record<`${Part}Minor`, number>> {
  readonly kind: string
  readonly currency: string | null
}

/**
 * Counts by kind and currency. A discrepancy opened by the end of the day was either open at its start or
 * opened in it, and either closed in it or open at its end.
 */
async function countGroups(
  { db }: ReconciliationReportDeps['store'],
  discrepancyScope: DiscrepancyScope,
  { from, to }: ReportPeriod,
): Promise<Group[]> {
  const when = {
    atStart: sql`i.opened_to < ${from}`,
    opened: sql`i.opened_to >= ${from}`,
    closed: sql`i.closed_at < ${to}`,
    atEnd: sql`(i.closed_at is null or i.closed_at >= ${to})`,
  } as const
  const counts = parts.flatMap((part) => [
    sql`count(*) filter (where ${when[part]}) as ${sql.ref(part)}`,
    sql`coalesce(sum(${summableAmountSql}) filter (where ${when[part]}), 0) as ${sql.ref(`${part}Minor`)}`,
  ])
  const { rows } = await sql<Group>`select i.kind, i.currency, ${sql.join(counts)}
    from ${selectOpenSince(discrepancyScope, from)} where i.opened_to < ${to} group by i.kind, i.currency`.execute(
    db,
  )
  return rows.filter(({ kind }) => isDiscrepancyKind(kind))
}

/** Quarter of an hour (ms): the days of the series are summed from counts by kind and quarter. */
const quarterMs = 900_000

interface Quarter {
  readonly kind: string
  readonly quarter: number
  readonly items: number
}

async function countPerQuarter(
  { db }: ReconciliationReportDeps['store'],
  rows: RawBuilder<unknown>,
  column: string,
  { from, to }: { readonly from: number; readonly to: number },
): Promise<Quarter[]> {
  const at = sql.ref(column)
  const counted =
    await sql<Quarter>`select i.kind, ${at} / ${sql.lit(quarterMs)} as quarter, count(*) as items
    from ${rows} where ${at} >= ${from} and ${at} < ${to} group by 1, 2`.execute(db)
  const quarters = counted.rows.filter(({ kind }) => isDiscrepancyKind(kind))
  return quarters.map(({ kind, quarter, items }) => ({
    kind,
    quarter: Number(quarter),
    items: Number(items),
  }))
}

/** Selects first explanations, of open and closed discrepancies. */
function selectFirstExplained(discrepancyScope: DiscrepancyScope): RawBuilder<unknown> {
  const both = sql`(${whereDiscrepancyVisible(discrepancyScope, 'open')} or ${whereDiscrepancyVisible(discrepancyScope, 'closed')})`
  return sql`(select i.kind, e.at from discrepancy_explanations as e join discrepancies as i on i.id = e.item
    where e.environment = ${discrepancyScope.environment} and e.nth = 1 and ${both}) as i`
}

const sumOf = (some: readonly Quarter[]) => some.reduce((all, { items }) => all + items, 0)

function buildSeries(
  days: readonly TimeZoneDay[],
  atEnd: number,
  happened: Readonly<Record<'opened' | 'closed' | 'explained', readonly Quarter[]>>,
): ReconciliationReport['series'] {
  const dayOf = ({ quarter }: Quarter) => days.findLast(({ from }) => from <= quarter * quarterMs)?.day
  const on = (day: string, some: readonly Quarter[]) => sumOf(some.filter((one) => dayOf(one) === day))
  let left = atEnd
  return days
    .toReversed()
    .map(({ day }) => {
      const [opened, closed] = [on(day, happened.opened), on(day, happened.closed)]
      const line = { day, opened, explained: on(day, happened.explained), closed, atEnd: left }
      left += closed - opened
      return line
    })
    .toReversed()
}

const sumGroups = (groups: readonly Group[], of: Part | `${Part}Minor`) =>
  groups.reduce((all, group) => all + Number(group[of]), 0)

function countTotals(groups: readonly Group[], explained: number) {
  const of = (part: Part) => sumGroups(groups, part)
  return { atStart: of('atStart'), opened: of('opened'), explained, closed: of('closed'), atEnd: of('atEnd') }
}

function sumAmounts(groups: readonly Group[]) {
  const currencies = [...new Set(groups.flatMap(({ currency }) => (currency === null ? [] : [currency])))]
  return currencies.sort().flatMap((currency) => {
    const some = groups.filter((group) => group.currency === currency)
    const of = (part: Part) => sumGroups(some, `${part}Minor`)
    if (!parts.map(of).every(isExactSum)) return []
    return [
      {
        currency,
        atStart: of('atStart'),
        opened: of('opened'),
        closed: of('closed'),
        atEnd: of('atEnd'),
      },
    ]
  })
}

/** Loads the report of a day within this person's scope. Throws `bad_request` naming `day`. */
export async function loadReconciliationReport(
  { day, days = '14' }: z.output<typeof reconciliationReportQuerySchema>,
  { actor, scope }: ScopedActor,
  { store, config }: ReconciliationReportDeps,
): Promise<ReconciliationReport> {
  const now = Date.now()
  const span = parseReconciliationReportPeriod(config.zone, day, Number(days), now)
  const discrepancyScope = getDiscrepancyScope({ actor, scope }, store)
  const begun = { from: span.days[0]?.from ?? span.from, to: span.to }
  const rows = selectOpenSince(discrepancyScope, begun.from)
  const groups = await countGroups(store, discrepancyScope, span)
  const opened = await countPerQuarter(store, rows, 'i.opened_to', begun)
  const closed = await countPerQuarter(store, rows, 'i.closed_at', begun)
  const explained = await countPerQuarter(store, selectFirstExplained(discrepancyScope), 'i.at', begun)
  const ofDay = explained.filter(({ quarter }) => quarter * quarterMs >= span.from)
  const byAmount = actor.fieldAccess.canSeeAll(['transaction.amount', 'transaction.currency'])
  const line = (kind: DiscrepancyKind) => {
    const some = groups.filter((group) => group.kind === kind)
    const said = sumOf(ofDay.filter((one) => one.kind === kind))
    return some.length === 0 && said === 0
      ? []
      : [{ kind, ...countTotals(some, said), amounts: byAmount ? sumAmounts(some) : null }]
  }
  const total = countTotals(groups, sumOf(ofDay))
  return {
    day: span.day,
    zone: config.zone,
    from: new Date(span.from).toISOString(),
    to: new Date(span.to).toISOString(),
    countedAt: new Date(Math.min(now, span.to)).toISOString(),
    today: span.today,
    total,
    kinds: discrepancyKindSchema.options.flatMap(line),
    series: buildSeries(span.days, total.atEnd, { opened, closed, explained }),
  }
}

/** Lists the `seq` of the discrepancies open at any time of a day, the oldest first. */
export async function listDiscrepancySeqs(
  { db }: ReconciliationReportDeps['store'],
  discrepancyScope: DiscrepancyScope,
  { from, to }: Pick<ReportPeriod, 'from' | 'to'>,
): Promise<number[]> {
  const { rows } = await sql<{ seq: number }>`select i.seq from ${selectOpenSince(discrepancyScope, from)}
    where i.opened_to < ${to} order by i.opened_to, i.seq`.execute(db)
  return rows.map(({ seq }) => Number(seq))
}
