import type { ReviewFigureDays, ReviewFigures } from '@paydesk/shared/cases/review-figures'
import { endpoints } from '@paydesk/shared/endpoints'
import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Store } from '../../../platform/database/database.ts'
import type { DatabaseSchema } from '../../../platform/database/schema/schema.ts'
import { defineRoute, type ScopedActor } from '../../../platform/http/route.ts'
import {
  combineSqlConditions,
  type SqlCondition,
  whereColumnIn,
} from '../../../platform/list-query/conditions.ts'
import type { DecisionRow } from '../../../records/observations/decision-outcome.ts'
import { type ReviewScope, resolveReviewScope } from '../../../records/review-cases.ts'
import { listTimeZoneDays, type TimeZoneDay } from '../../../records/zone-days.ts'
import { countCases } from './case-counts.ts'
import type { ReviewQueueQuery } from './filters.ts'

const hourMs = 3_600_000
/** Upper ends (ms) of the spans from a decision to its outcome; the last span has no end. */
const spanEndsMs = [hourMs / 4, hourMs, 4 * hourMs, 24 * hourMs, 72 * hourMs, null] as const

/**
 * Time from the confirmation of a decision to the latest instant by which the payment service had followed.
 */
const outcomeDelayMs = sql<number>`(outcome_to - coalesce(approval_at, at))`
const hasOutcome = sql<SqlBool>`(status = 'confirmed' and follow_up <> 'waiting' and outcome_to is not null)`

interface Group {
  readonly status: DecisionRow['status']
  readonly follow_up: DecisionRow['follow_up']
  /** Index of the span; null without an outcome. */
  readonly span: number | null
  readonly decisions: number
}

/**
 * Median and 90th percentile of the time to an outcome (ms), by nearest rank: values that really occurred.
 */
async function loadOutcomeTimes(db: Kysely<DatabaseSchema>, rawBuilder: RawBuilder<SqlBool>) {
  const { rows } = await sql<{ median: number | null; p90: number | null }>`
    select max(ms) filter (where place <= (total + 1) / 2) as median,
      max(ms) filter (where place <= (9 * total + 9) / 10) as p90
    from (
      select ${outcomeDelayMs} as ms, row_number() over (order by ${outcomeDelayMs}) as place, count(*) over () as total
      from decisions where ${rawBuilder} and ${hasOutcome}
    ) as taken`.execute(db)
  const atLeast = (ms: number | null | undefined) => (ms == null ? null : Math.max(0, ms))
  return { medianMs: atLeast(rows[0]?.median), p90Ms: atLeast(rows[0]?.p90) }
}

/**
 * Counts the decisions `isVisible` made since `from` by status, and what the payment service did after them.
 */
async function countDecisionOutcomes(
  db: Kysely<DatabaseSchema>,
  isVisible: RawBuilder<SqlBool>,
  from: number,
): Promise<Pick<ReviewFigures, 'decisions' | 'outcomes'>> {
  const rawBuilder = sql<SqlBool>`(${isVisible} and at >= ${from})`
  const spans = spanEndsMs.flatMap((end, at) =>
    end === null ? [] : [sql`when ${outcomeDelayMs} < ${sql.lit(end)} then ${sql.lit(at)}`],
  )
  const { rows } = await sql<Group>`select status, follow_up,
      case when ${hasOutcome} is not true then null ${sql.join(spans, sql` `)} else ${sql.lit(spans.length)} end as span,
      count(*) as decisions
    from decisions where ${rawBuilder} group by 1, 2, 3`.execute(db)
  const sum = (is: (group: Group) => boolean) =>
    rows.filter(is).reduce((all, group) => all + group.decisions, 0)
  const confirmed = sum(({ status }) => status === 'confirmed')
  const waiting = sum(({ status }) => status === 'waiting')
  const made = sum(() => true)
  const after = (outcome: DecisionRow['follow_up']) =>
    sum(({ status, follow_up }) => status === 'confirmed' && follow_up === outcome)
  return {
    decisions: { made, confirmed, waiting, dropped: made - confirmed - waiting },
    outcomes: {
      waiting: after('waiting'),
      followed: after('followed'),
      notFollowed: after('not_followed'),
      opposite: after('opposite'),
      spans: spanEndsMs.map((toMs, at) => ({
        fromMs: spanEndsMs[at - 1] ?? 0,
        toMs,
        decisions: sum(({ span }) => span === at),
      })),
      ...(await loadOutcomeTimes(db, rawBuilder)),
    },
  }
}

export interface ReviewFiguresDeps {
  readonly store: Pick<Store, 'db' | 'dialect'>
  readonly config: {
    readonly zone: string
    readonly review: { readonly slaMs: number; readonly slaTargetPercent: number }
  }
}

/**
 * Quarter of an hour (ms). Days begin at a full quarter in every time zone, so that a
 * quarter belongs to one day.
 */
const quarterMs = 900_000
const buildQuarterHourSql = (column: string) => sql`${sql.ref(column)} / ${sql.lit(quarterMs)}`

/** Restricts rows to this person's merchants, and to identity and document concerns if they see no others. */
export function whereInReviewScope({ environment, merchants, allKinds }: ReviewScope): SqlCondition {
  return combineSqlConditions([
    sql`environment = ${environment}`,
    whereColumnIn('merchant', merchants),
    allKinds ? null : sql`concerns <> ''`,
  ])
}

interface QuarterCount {
  readonly quarter: number
  readonly rows: number
}

/**
 * Counts cases that left review since `from`, per quarter of an hour, by whether the decision met the SLA.
 */
async function countLeftCases(
  { db, dialect }: ReviewFiguresDeps['store'],
  reviewScope: ReviewScope,
  from: number,
) {
  // Force the index: by itself SQLite scans all decisions made while a case waited.
  const own = dialect === 'sqlite' ? sql`indexed by decisions_by_transaction` : sql``
  const { rows } = await sql<QuarterCount & { kept: number; late: number }>`
    with gone as materialized (
      select ended_at, due_at, (
        select min(coalesce(d.approval_at, d.at)) from decisions as d ${own}
        where d.environment = i.environment and d.transaction_id = i.transaction_id
          and d.status = 'confirmed' and d.at >= i.since_to and d.at <= i.ended_at
      ) as stood
      from review_cases as i
      where ${whereInReviewScope(reviewScope)} and ended_at is not null and ended_at >= ${from}
    )
    select ${buildQuarterHourSql('ended_at')} as quarter, count(*) as rows,
      count(*) filter (where stood <= due_at) as kept, count(*) filter (where stood > due_at) as late
    from gone group by 1`.execute(db)
  return rows
}

/** Counts cases that entered review since `from`, open and ended ones, each through an index of its own. */
async function countNewCases(
  { db }: ReviewFiguresDeps['store'],
  reviewScope: ReviewScope,
  from: number,
): Promise<QuarterCount[]> {
  const quarter = buildQuarterHourSql('since_to')
  const { rows } = await sql<QuarterCount>`
    select ${quarter} as quarter, count(*) as rows from review_cases
      where ${whereInReviewScope(reviewScope)} and ended_at is null and since_to >= ${from} group by 1
    union all
    select ${quarter} as quarter, count(*) as rows from review_cases
      where ${whereInReviewScope(reviewScope)} and ended_at is not null and ended_at >= ${from} and since_to >= ${from} group by 1`.execute(
    db,
  )
  return rows
}

async function countDecisions(
  { db }: ReviewFiguresDeps['store'],
  reviewScope: ReviewScope,
  from: number,
): Promise<QuarterCount[]> {
  const { rows } = await sql<QuarterCount>`select ${buildQuarterHourSql('at')} as quarter, count(*) as rows
    from decisions where ${whereInReviewScope(reviewScope)} and at >= ${from} group by 1`.execute(db)
  return rows
}

/** Sums rows per day of the time zone. */
function sumPerDay(
  days: readonly TimeZoneDay[],
  counted: readonly QuarterCount[],
): ReadonlyMap<string, number> {
  const sums = new Map<string, number>()
  for (const { quarter, rows } of counted) {
    const day = days.findLast(({ from }) => from <= quarter * quarterMs)?.day ?? ''
    sums.set(day, (sums.get(day) ?? 0) + rows)
  }
  return sums
}

const sum = <Key extends string>(rows: readonly Readonly<Record<Key, number>>[], of: Key) =>
  rows.reduce((all, row) => all + row[of], 0)

async function loadReviewFigures(
  days: ReviewFigureDays,
  { actor, scope }: ScopedActor,
  { store, config }: ReviewFiguresDeps,
): Promise<ReviewFigures> {
  const now = Date.now()
  const reviewScope = resolveReviewScope({ actor, scope })
  const counted = listTimeZoneDays(config.zone, now, Number(days))
  const from = counted[0]?.from ?? now
  const { dialect } = store
  const queueQuery: ReviewQueueQuery = {
    reviewScope,
    person: actor.session,
    dialect,
    slaMs: config.review.slaMs,
    now,
  }
  const [queue, left, entered, decided, outcomes] = await Promise.all([
    countCases(store.db, queueQuery, []),
    countLeftCases(store, reviewScope, from),
    countNewCases(store, reviewScope, from),
    countDecisions(store, reviewScope, from),
    countDecisionOutcomes(store.db, whereInReviewScope(reviewScope), from),
  ])
  const [kept, late] = [sum(left, 'kept'), sum(left, 'late')]
  const by = {
    entered: sumPerDay(counted, entered),
    decided: sumPerDay(counted, decided),
    left: sumPerDay(counted, left),
    onTime: sumPerDay(
      counted,
      left.map(({ quarter, kept }) => ({ quarter, rows: kept })),
    ),
    late: sumPerDay(
      counted,
      left.map(({ quarter, late }) => ({ quarter, rows: late })),
    ),
  }
  const { cases, sla, bands, slaMs } = queue.figures
  return {
    countedAt: new Date(now).toISOString(),
    days: counted.length,
    zone: config.zone,
    queue: { cases, sla, bands, slaMs },
    left: { onTime: kept, late, undecided: sum(left, 'rows') - kept - late },
    ...outcomes,
    perDay: counted.map(({ day }) => ({
      day,
      entered: by.entered.get(day) ?? 0,
      decided: by.decided.get(day) ?? 0,
      left: by.left.get(day) ?? 0,
      onTime: by.onTime.get(day) ?? 0,
      late: by.late.get(day) ?? 0,
    })),
    slaTarget: config.review.slaTargetPercent,
  }
}

export const showReviewFiguresRoute = defineRoute(endpoints.showReviewFigures, {
  permission: 'review.read',
  audit: () => ({ action: 'review.figures.viewed' }),
  handle: ({ query, actor, scope }, deps: ReviewFiguresDeps) =>
    loadReviewFigures(query.days ?? '30', { actor, scope }, deps),
  present: (figures) => figures,
})
