import { type ApprovalRule, approvalRuleSchema } from '@paydesk/shared/cases/decisions'
import { type WorkflowStepInReview, workflowStepInReviewSchema } from '@paydesk/shared/cases/review-cases'
import type { Kysely, Selectable, Transaction, Updateable } from 'kysely'
import { getDatabaseClock } from '../platform/database/clock.ts'
import type { Store } from '../platform/database/database.ts'
import type { DatabaseSchema } from '../platform/database/schema/schema.ts'
import type { Actor, Scope } from '../platform/http/route.ts'
import type { Person } from '../platform/session/person.ts'
import type { NewLiveChange } from './live-changes.ts'

/** Case of the review queue with its last note, its decision and the database's time. */
export interface ReviewCaseRow
  extends Selectable<DatabaseSchema['review_cases']>,
    Pick<Selectable<DatabaseSchema['transactions']>, 'amount_text' | 'currency_text'> {
  /** Database clock in ms since 1970; `claim_until` and `snoozed_until` are compared with it. */
  readonly clock: number
  readonly note_at: number | null
  readonly note_issuer: string | null
  readonly note_subject: string | null
  /** Encrypted for `staffTextCipherContext`, like all names and texts of staff. */
  readonly note_name: string | null
  readonly note_text: string | null
  readonly decision_verdict: Selectable<DatabaseSchema['decisions']>['verdict'] | null
  readonly decision_stands: Selectable<DatabaseSchema['decisions']>['status'] | null
  readonly decision_follow_up: Selectable<DatabaseSchema['decisions']>['follow_up']
  readonly decision_issuer: string | null
  readonly decision_subject: string | null
}

/** Context in which names and texts of staff are encrypted. */
export const staffTextCipherContext = 'review'

/** Scope of a call on cases. Without `allKinds`, only cases that concern identity and documents. */
export interface ReviewScope {
  readonly environment: string
  readonly merchants: readonly string[]
  readonly allKinds: boolean
}

/** Returns the scope of the cases that this person may see. */
export function resolveReviewScope({
  actor,
  scope,
}: {
  readonly actor: Pick<Actor, 'permissions'>
  readonly scope: Scope
}): ReviewScope {
  const { environment, merchants } = scope
  return { environment, merchants, allKinds: actor.permissions.has('review.every') }
}

/** Returns true while a claim holds; `claim_issuer` and `claim_subject` name its owner. */
export function isReviewCaseClaimed(item: Pick<ReviewCaseRow, 'claim_until' | 'clock'>): boolean {
  return item.claim_until > item.clock
}

export function isReviewCaseClaimedBy(
  item: Pick<ReviewCaseRow, 'claim_until' | 'clock' | 'claim_issuer' | 'claim_subject'>,
  person: Person,
): boolean {
  return (
    isReviewCaseClaimed(item) && item.claim_issuer === person.issuer && item.claim_subject === person.subject
  )
}

const splitList = (text: string) => (text === '' ? [] : text.split(','))
export const parseWorkflowStepsInReview = (item: { readonly concerns: string }): WorkflowStepInReview[] =>
  splitList(item.concerns).map((one) => workflowStepInReviewSchema.parse(one))
export const parseApprovalRules = (item: { readonly second: string }): ApprovalRule[] =>
  splitList(item.second).map((one) => approvalRuleSchema.parse(one))

/** Selects cases, aliased `i`, with all columns of `ReviewCaseRow`. */
export function selectReviewCases(db: Kysely<DatabaseSchema>, dialect: Store['dialect']) {
  return db
    .selectFrom('review_cases as i')
    .leftJoin('review_notes as n', 'n.seq', 'i.last_note')
    .leftJoin('decisions as d', 'd.id', 'i.decision')
    .leftJoin('transactions as t', (join) =>
      join.onRef('t.environment', '=', 'i.environment').onRef('t.id', '=', 'i.transaction_id'),
    )
    .selectAll('i')
    .select(['t.amount_text', 't.currency_text'])
    .select(['n.at as note_at', 'n.issuer as note_issuer', 'n.subject as note_subject'])
    .select(['n.name as note_name', 'n.sealed as note_text'])
    .select(['d.verdict as decision_verdict', 'd.status as decision_stands'])
    .select(['d.follow_up as decision_follow_up'])
    .select(['d.issuer as decision_issuer', 'd.subject as decision_subject'])
    .select(getDatabaseClock(dialect).as('clock'))
}

/**
 * Finds the open case of a transaction; undefined if the transaction is not in review or outside the scope.
 * `lock`: locks the row until the end of a database transaction that goes on to write the case.
 */
export function findOpenReviewCase(
  db: Kysely<DatabaseSchema>,
  { dialect, lock = false }: { readonly dialect: Store['dialect']; readonly lock?: boolean },
  { environment, merchants, allKinds }: ReviewScope,
  transaction: string,
): Promise<ReviewCaseRow | undefined> {
  if (merchants.length === 0) return Promise.resolve(undefined)
  const one = selectReviewCases(db, dialect)
    .where('i.environment', '=', environment)
    .where('i.transaction_id', '=', transaction)
    .where('i.merchant', 'in', merchants)
    .where('i.ended_at', 'is', null)
    .$if(!allKinds, (query) => query.where('i.concerns', '!=', ''))
  // Lock on PostgreSQL only: the embedded database has a single writer.
  return (lock && dialect === 'postgres' ? one.forUpdate('i') : one).executeTakeFirst()
}

/** Builds the key under which work on a case is serialized (`withRequestTransaction`). */
export function buildReviewCaseLockKey(
  { environment }: { readonly environment: string },
  transaction: string,
): string {
  return `review/${environment}/${transaction}`
}

/** Builds the live-stream change of a case; pass it to `appendLiveChange` at the end of the transaction. */
export function buildReviewCaseLiveChange(
  item: Pick<ReviewCaseRow, 'environment' | 'merchant' | 'transaction_id' | 'version'>,
): NewLiveChange {
  const { environment, merchant, transaction_id, version } = item
  return { environment, merchant, kind: 'review', subject_id: transaction_id, version }
}

/**
 * Updates an open case and increments its version; returns the change to publish. Returns null and writes
 * nothing if the case has left the queue meanwhile.
 */
export async function updateReviewCase(
  trx: Transaction<DatabaseSchema>,
  seq: number,
  set: Omit<Updateable<DatabaseSchema['review_cases']>, 'seq' | 'version'>,
): Promise<NewLiveChange | null> {
  const row = await trx
    .updateTable('review_cases')
    .set((eb) => ({ ...set, version: eb('version', '+', 1) }))
    .where('seq', '=', seq)
    .where('ended_at', 'is', null)
    .returning(['environment', 'merchant', 'transaction_id', 'version'])
    .executeTakeFirst()
  return row === undefined ? null : buildReviewCaseLiveChange(row)
}
