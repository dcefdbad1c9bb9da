import type { CaseFilter, CaseSummary } from '@paydesk/shared/cases/review-cases'
import { sql } from 'kysely'
import { getDatabaseClock } from '../../../platform/database/clock.ts'
import type { Store } from '../../../platform/database/database.ts'
import {
  buildIndexHintedTableSql,
  combineSqlConditions,
  type SqlCondition,
  whereColumnIn,
} from '../../../platform/list-query/conditions.ts'
import type { KeysetOrder } from '../../../platform/list-query/page.ts'
import { ProblemError } from '../../../platform/problem/problem.ts'
import type { Person } from '../../../platform/session/person.ts'
import type { ReviewScope } from '../../../records/review-cases.ts'
import { whereMentionUnseen } from '../mentions.ts'
import { computeDueSoonMs } from '../present.ts'

/** Viewer and reference time of a query on the review queue. */
export interface ReviewQueueQuery {
  readonly reviewScope: ReviewScope
  readonly person: Person
  readonly dialect: Store['dialect']
  readonly slaMs: number
  /** Reference time of ages and SLA, ms since 1970. */
  readonly now: number
}

/** Subquery, so that the clock is read once per statement and not per row. */
const clock = ({ dialect }: ReviewQueueQuery) => sql<number>`(select ${getDatabaseClock(dialect)})`

/** Reads the cases through the index of the queue, or of claim owners. */
export const buildCaseIndexSql = ({ dialect }: ReviewQueueQuery, index: 'queue' | 'claimed') =>
  buildIndexHintedTableSql('review_cases as i', `review_cases_${index}`, dialect)

/** Restricts a statement to the cases this person may see. First condition of every statement. */
export function whereCaseVisible({
  reviewScope: { environment, merchants, allKinds },
}: ReviewQueueQuery): SqlCondition {
  return combineSqlConditions([
    sql`i.environment = ${environment}`,
    whereColumnIn('i.merchant', merchants),
    sql`i.ended_at is null`,
    allKinds ? null : sql`i.concerns <> ''`,
  ])
}

export const whereCaseClaimed = (queueQuery: ReviewQueueQuery): SqlCondition =>
  sql`i.claim_until > ${clock(queueQuery)}`
export const whereCaseClaimedByViewer = ({ person }: ReviewQueueQuery): SqlCondition =>
  sql`(i.claim_issuer = ${person.issuer} and i.claim_subject = ${person.subject})`
export const whereCaseSnoozed = (queueQuery: ReviewQueueQuery): SqlCondition =>
  sql`i.snoozed_until > ${clock(queueQuery)}`

/** Uses the same bounds as `computeSlaState`. */
export function whereCaseHasSlaState(
  state: CaseSummary['sla']['state'],
  { slaMs, now }: ReviewQueueQuery,
): SqlCondition {
  const near = now + computeDueSoonMs(slaMs)
  if (state === 'overdue') return sql`i.due_at < ${now}`
  return state === 'on_time' ? sql`i.due_at >= ${near}` : sql`(i.due_at >= ${now} and i.due_at < ${near})`
}

function matchesOwner(owner: NonNullable<CaseFilter['claim']>, queueQuery: ReviewQueueQuery): SqlCondition {
  if (owner === 'nobody') return sql`i.claim_until <= ${clock(queueQuery)}`
  const mine = whereCaseClaimedByViewer(queueQuery)
  return combineSqlConditions([whereCaseClaimed(queueQuery), owner === 'me' ? mine : sql`not ${mine}`])
}

const isClaimedByHandle = (handle: string, queueQuery: ReviewQueueQuery): SqlCondition =>
  combineSqlConditions([
    whereCaseClaimed(queueQuery),
    sql`exists (select 1 from staff as s where s.handle = ${handle}
      and s.issuer = i.claim_issuer and s.subject = i.claim_subject)`,
  ])

function matchesDecision(decision: NonNullable<CaseFilter['decision']>): SqlCondition {
  if (decision === 'none') return sql`i.decision_status is null`
  return sql`i.decision_status = ${decision === 'waiting' ? 'waiting' : 'confirmed'}`
}

/** Builds the condition for the filter of a request, without its sort order. */
export function whereCaseMatchesFilter(filter: CaseFilter, queueQuery: ReviewQueueQuery): SqlCondition {
  const { kind, concern, claim, assignee, sla, needsApproval, decision, snoozed, mentions } = filter
  const concerns = concern?.split(',').map((one) => sql`',' || i.concerns || ',' like ${`%,${one},%`}`)
  return combineSqlConditions([
    kind === undefined ? null : whereColumnIn('i.kind', kind.split(',')),
    concerns === undefined ? null : sql`(${sql.join(concerns, sql` or `)})`,
    claim === undefined ? null : matchesOwner(claim, queueQuery),
    assignee === undefined ? null : isClaimedByHandle(assignee, queueQuery),
    sla === undefined ? null : whereCaseHasSlaState(sla, queueQuery),
    needsApproval === undefined ? null : needsApproval === '1' ? sql`i.second <> ''` : sql`i.second = ''`,
    decision === undefined ? null : matchesDecision(decision),
    snoozed === '1' ? null : sql`i.snoozed_until <= ${clock(queueQuery)}`,
    mentions === undefined ? null : whereMentionUnseen(queueQuery.reviewScope.environment, queueQuery.person),
  ])
}

/** Sort columns with their default direction: oldest, next to expire, largest amount first. */
const orders = {
  age: { column: 'since_to', order: 'asc', isNullable: false },
  expiry: { column: 'expires_at', order: 'asc', isNullable: true },
  amount: { column: 'amount_minor', order: 'desc', isNullable: true },
} as const

export type ReviewQueueOrder = KeysetOrder<(typeof orders)[keyof typeof orders]['column']>

/**
 * Parses the sort order of a request. Throws `bad_request` naming `sort` if the order would
 * reveal masked amounts.
 */
export function parseReviewQueueOrder(
  { sort = 'age', order }: CaseFilter,
  byAmount: boolean,
): ReviewQueueOrder {
  if (sort === 'amount' && !byAmount)
    throw new ProblemError('bad_request', {
      fields: [{ name: 'sort', rule: 'sort_without_amount', values: { values: 'age, expiry' } }],
    })
  const { column, isNullable } = orders[sort]
  return { column, isNullable, descending: (order ?? orders[sort].order) === 'desc' }
}
