import type { ReviewFigures } from '@paydesk/shared/cases/review-figures'
import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { DatabaseSchema } from '../../../platform/database/schema/schema.ts'
import type { DecisionRow } from '../../../records/observations/decision-outcome.ts'

const hourMs = 3_600_000
/** Upper ends (ms) of the spans from a decision to its outcome; the last span has no end. */
const spanEndsMs = [hourMs / 4, hourMs, 4 * hourMs, 24 * hourMs, 72 * hourMs, null] as const

/**
 * Time from the confirmation of a decision to the latest instant by which the payment service had followed.
 */
const outcomeDelayMs = sql<number>`(outcome_to - coalesce(second_at, at))`
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
async function loadOutcomeTimes(db: Kysely<DatabaseSchema>, wanted: RawBuilder<SqlBool>) {
  const { rows } = await sql<{ half: number | null; most: number | null }>`
    select max(ms) filter (where place <= (total + 1) / 2) as half,
      max(ms) filter (where place <= (9 * total + 9) / 10) as most
    from (
      select ${outcomeDelayMs} as ms, row_number() over (order by ${outcomeDelayMs}) as place, count(*) over () as total
      from decisions where ${wanted} and ${hasOutcome}
    ) as taken`.execute(db)
  const atLeast = (ms: number | null | undefined) => (ms == null ? null : Math.max(0, ms))
  return { halfMs: atLeast(rows[0]?.half), mostMs: atLeast(rows[0]?.most) }
}

/**
 * Counts the decisions `isVisible` made since `from` by status, and what the payment service did after them.
 */
export async function countDecisionOutcomes(
  db: Kysely<DatabaseSchema>,
  isVisible: RawBuilder<SqlBool>,
  from: number,
): Promise<Pick<ReviewFigures, 'decisions' | 'outcomes'>> {
  const wanted = sql<SqlBool>`(${isVisible} and at >= ${from})`
  const spans = spanEndsMs.flatMap((end, at) =>
    end === null ? [] : [sql`when ${outcomeDelayMs} < ${sql.lit(end)} then ${sql.lit(at)}`],
  )
  const { rows } = await sql<Group>`select status, follow_up,
      case when ${hasOutcome} is not true then null ${sql.join(spans, sql` `)} else ${sql.lit(spans.length)} end as span,
      count(*) as decisions
    from decisions where ${wanted} group by 1, 2, 3`.execute(db)
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
      ...(await loadOutcomeTimes(db, wanted)),
    },
  }
}
