import type { CaseList } from '@paydesk/shared/cases/review-cases'
import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { DatabaseSchema } from '../../../platform/database/schema/schema.ts'
import { whereMentionUnseen } from '../mentions.ts'
import {
  buildCaseIndexSql,
  type ReviewQueueQuery,
  whereCaseClaimed,
  whereCaseClaimedByViewer,
  whereCaseHasSlaState,
  whereCaseSnoozed,
  whereCaseVisible,
} from './filters.ts'

const hourMs = 3_600_000
/** Upper ends (ms) of the age bands; the last band has no end. */
const ageBandEndsMs = [hourMs, 4 * hourMs, 24 * hourMs, 72 * hourMs, null] as const
const ageBands = ageBandEndsMs.map((toMs, at) => ({ fromMs: ageBandEndsMs[at - 1] ?? 0, toMs }))

export interface CaseCounts {
  /** Cases that match each of the filters. */
  readonly counts: readonly number[]
  readonly figures: CaseList['figures']
}

interface Group {
  /** Index of the age band. */
  readonly band: number
  readonly level: 'on_time' | 'due_soon' | 'overdue'
  readonly items: number
  readonly waiting: number
  readonly snoozed: number
  /** Cases of the group that match the filter of that position. */
  readonly [matching: `m${number}`]: number
}

/** Counts all visible cases by age band and SLA state, in one pass over the index of the queue. */
async function countCaseGroups(
  db: Kysely<DatabaseSchema>,
  queueQuery: ReviewQueueQuery,
  filters: readonly RawBuilder<SqlBool>[],
): Promise<Group[]> {
  const ends = ageBandEndsMs.flatMap((end, at) =>
    end === null ? [] : [sql`when i.since_to > ${queueQuery.now - end} then ${sql.lit(at)}`],
  )
  const { rows } = await sql<Group>`select
      case ${sql.join(ends, sql` `)} else ${sql.lit(ends.length)} end as band,
      case when ${whereCaseHasSlaState('overdue', queueQuery)} then 'overdue' when ${whereCaseHasSlaState('due_soon', queueQuery)} then 'due_soon' else 'on_time' end as level,
      count(*) as items,
      ${sql.join([...filters.map((filter, at) => sql`count(*) filter (where ${filter}) as ${sql.id(`m${at}`)}`), sql`0 as none`])},
      count(*) filter (where i.decision_status = 'waiting') as waiting,
      count(*) filter (where ${whereCaseSnoozed(queueQuery)}) as snoozed
    from ${buildCaseIndexSql(queueQuery, 'queue')} where ${whereCaseVisible(queueQuery)} group by 1, 2`.execute(
    db,
  )
  return rows
}

/** Counts the cases this person has claimed, and those with an unseen mention of this person. */
async function countOwnCases(db: Kysely<DatabaseSchema>, queueQuery: ReviewQueueQuery) {
  const { rows } = await sql<{ mine: number; mentions: number }>`select
    (select count(*) from ${buildCaseIndexSql(queueQuery, 'claimed')}
      where i.claim_until > 0 and ${whereCaseClaimedByViewer(queueQuery)} and ${whereCaseClaimed(queueQuery)} and ${whereCaseVisible(queueQuery)}) as mine,
    (select count(*) from review_cases as i
      where ${whereMentionUnseen(queueQuery.reviewScope.environment, queueQuery.person)} and ${whereCaseVisible(queueQuery)}) as mentions`.execute(
    db,
  )
  return rows[0] ?? { mine: 0, mentions: 0 }
}

/** Counts the cases this person may see, and those of them that match each filter, in one pass. */
export async function countCases(
  db: Kysely<DatabaseSchema>,
  queueQuery: ReviewQueueQuery,
  filters: readonly RawBuilder<SqlBool>[],
): Promise<CaseCounts> {
  const [{ mine, mentions }, groups] = await Promise.all([
    countOwnCases(db, queueQuery),
    countCaseGroups(db, queueQuery, filters),
  ])
  const sum = (of: 'items' | 'waiting' | 'snoozed' | `m${number}`, some: readonly Group[] = groups) =>
    some.reduce((all, group) => all + (group[of] ?? 0), 0)
  /** Counts without the snoozed cases, as the queue lists them. */
  const listed = (some: readonly Group[]) => sum('items', some) - sum('snoozed', some)
  const level = (wanted: Group['level']) => listed(groups.filter((group) => group.level === wanted))
  return {
    counts: filters.map((_, at) => sum(`m${at}`)),
    figures: {
      cases: sum('items'),
      mine,
      waitingForApproval: sum('waiting'),
      snoozed: sum('snoozed'),
      mentions,
      sla: { on_time: level('on_time'), due_soon: level('due_soon'), overdue: level('overdue') },
      bands: ageBands.map((band, at) => ({
        ...band,
        cases: listed(groups.filter((group) => group.band === at)),
      })),
      slaMs: queueQuery.slaMs,
    },
  }
}
