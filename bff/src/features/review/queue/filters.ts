import type { CaseFilter, CaseSummary } from '@paydesk/shared/cases/review-cases'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { getDatabaseClock } from '../../../platform/database/clock.ts'
import type { Store } from '../../../platform/database/database.ts'
import { ProblemError } from '../../../platform/problem/problem.ts'
import type { Person } from '../../../platform/session/person.ts'
import type { ReviewScope } from '../../../records/review-cases.ts'
import { hasUnseenMention } from '../mentions.ts'
import { computeDueSoonMs } from '../present.ts'

/** Viewer and reference time of a query on the review queue. */
export interface QueueQuery {
  readonly sees: ReviewScope
  readonly person: Person
  readonly dialect: Store['dialect']
  readonly levelMs: number
  /** Reference time of ages and SLA, ms since 1970. */
  readonly now: number
}

type Condition = RawBuilder<SqlBool>

export function combineCaseConditions(parts: readonly Condition[]): Condition {
  return parts.length === 0 ? sql`1 = 1` : sql`(${sql.join([...parts], sql` and `)})`
}

const anyCaseCondition = (parts: readonly Condition[]): Condition => sql`(${sql.join([...parts], sql` or `)})`

/** Subquery, so that the clock is read once per statement and not per row. */
const clock = ({ dialect }: QueueQuery) => sql<number>`(select ${getDatabaseClock(dialect)})`

/** Forces the index of the queue on SQLite; PostgreSQL chooses the index by its statistics. */
export function fromQueueIndex({ dialect }: QueueQuery): RawBuilder<unknown> {
  return dialect === 'sqlite' ? sql`review_cases as i indexed by review_cases_queue` : sql`review_cases as i`
}

/** Forces the index of claim owners on SQLite. */
export function fromOwnerIndex({ dialect }: QueueQuery): RawBuilder<unknown> {
  return dialect === 'sqlite' ? sql`review_cases as i indexed by review_cases_owned` : sql`review_cases as i`
}

/** Restricts a statement to the cases this person may see. First condition of every statement. */
export function isVisibleCase({ sees: { environment, merchants, every } }: QueueQuery): Condition {
  const own: Condition =
    merchants.length === 0 ? sql`1 = 0` : sql`i.merchant in (${sql.join([...merchants])})`
  const concerning: Condition[] = every ? [] : [sql`i.concerns <> ''`]
  return combineCaseConditions([
    sql`i.environment = ${environment}`,
    own,
    sql`i.ended_at is null`,
    ...concerning,
  ])
}

export const isCaseClaimed = (asking: QueueQuery): Condition => sql`i.owner_until > ${clock(asking)}`
export const isClaimedByViewer = ({ person }: QueueQuery): Condition =>
  sql`(i.owner_issuer = ${person.issuer} and i.owner_subject = ${person.subject})`
export const isCaseSnoozed = (asking: QueueQuery): Condition => sql`i.snoozed_until > ${clock(asking)}`

/** Uses the same bounds as `computeSlaState`. */
export function hasSlaState(state: CaseSummary['level']['state'], { levelMs, now }: QueueQuery): Condition {
  const near = now + computeDueSoonMs(levelMs)
  if (state === 'over') return sql`i.due_at < ${now}`
  return state === 'kept' ? sql`i.due_at >= ${near}` : sql`(i.due_at >= ${now} and i.due_at < ${near})`
}

function matchesOwner(owner: NonNullable<CaseFilter['owner']>, asking: QueueQuery): Condition {
  if (owner === 'nobody') return sql`i.owner_until <= ${clock(asking)}`
  const mine = isClaimedByViewer(asking)
  return combineCaseConditions([isCaseClaimed(asking), owner === 'me' ? mine : sql`not ${mine}`])
}

function matchesDecision(decision: NonNullable<CaseFilter['decision']>): Condition {
  if (decision === 'none') return sql`i.decision_status is null`
  return sql`i.decision_status = ${decision === 'waiting' ? 'waiting' : 'confirmed'}`
}

/** Builds the condition for the filter of a request, without its sort order. */
export function matchesReviewFilter(filter: CaseFilter, asking: QueueQuery): Condition {
  const { kind, concern, owner, level, second, decision, snoozed, mentions } = filter
  const parts: (Condition | null)[] = [
    kind === undefined ? null : sql`i.kind in (${sql.join(kind.split(','))})`,
    concern === undefined
      ? null
      : anyCaseCondition(concern.split(',').map((one) => sql`',' || i.concerns || ',' like ${`%,${one},%`}`)),
    owner === undefined ? null : matchesOwner(owner, asking),
    level === undefined ? null : hasSlaState(level, asking),
    second === undefined ? null : second === '1' ? sql`i.second <> ''` : sql`i.second = ''`,
    decision === undefined ? null : matchesDecision(decision),
    snoozed === '1' ? null : sql`i.snoozed_until <= ${clock(asking)}`,
    mentions === undefined ? null : hasUnseenMention(asking.sees.environment, asking.person),
  ]
  return combineCaseConditions(parts.filter((part) => part !== null))
}

/** Sort columns with their default direction: oldest, next to expire, largest amount first. */
const orders = {
  age: { column: 'since_to', order: 'asc' },
  expiry: { column: 'expires_at', order: 'asc' },
  amount: { column: 'amount_minor', order: 'desc' },
} as const

export interface ReviewOrder {
  readonly column: (typeof orders)[keyof typeof orders]['column']
  readonly descending: boolean
}

/**
 * Parses the sort order of a request. Throws `bad_request` naming `sort` if the order would
 * reveal masked amounts.
 */
export function parseReviewOrder({ sort = 'age', order }: CaseFilter, byAmount: boolean): ReviewOrder {
  if (sort === 'amount' && !byAmount)
    throw new ProblemError('bad_request', {
      fields: [{ name: 'sort', expected: 'age or expiry: your role sees amounts masked' }],
    })
  return { column: orders[sort].column, descending: (order ?? orders[sort].order) === 'desc' }
}
