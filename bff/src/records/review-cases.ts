import type { ApprovalRule, StepInReview } from '@paydesk/shared/cases/review'
import { approvalRule, stepInReview } from '@paydesk/shared/cases/review'
import type { Kysely, Selectable, Transaction, Updateable } from 'kysely'
import { getDatabaseClock } from '../platform/database/clock.ts'
import type { Store } from '../platform/database/database.ts'
import type { DatabaseSchema } from '../platform/database/schema/schema.ts'
import type { Actor, Scope } from '../platform/http/route.ts'
import type { Person } from '../platform/session/person.ts'
import type { NewChange } from './changes.ts'

/** An item of the queue with its last note, its decision, and what the database's clock said. */
export interface ReviewCaseRow extends Selectable<DatabaseSchema['review_items']> {
  /** ms since 1970 by the database's clock: `owner_until` and `snoozed_until` are compared with it. */
  readonly clock: number
  readonly note_at: number | null
  readonly note_issuer: string | null
  readonly note_subject: string | null
  /** Sealed for `reviewSealed`, as every name and text of staff. */
  readonly note_name: string | null
  readonly note_text: string | null
  readonly decision_verdict: Selectable<DatabaseSchema['decisions']>['verdict'] | null
  readonly decision_stands: Selectable<DatabaseSchema['decisions']>['status'] | null
  readonly decision_follow_up: Selectable<DatabaseSchema['decisions']>['follow_up']
  readonly decision_issuer: string | null
  readonly decision_subject: string | null
}

/** What names and texts of staff are sealed for: `seal.seal(reviewSealed, text)`. */
export const reviewCipherContext = 'review'

/** Whose items a call is about. Without `every` only those that concern identity and documents. */
export interface ReviewScope {
  readonly environment: string
  readonly merchants: readonly string[]
  readonly every: boolean
}

/** The items that this person may see. */
export function resolveReviewScope({
  actor,
  scope,
}: {
  readonly actor: Pick<Actor, 'permissions'>
  readonly scope: Scope
}): ReviewScope {
  const { environment, merchants } = scope
  return { environment, merchants, every: actor.permissions.has('review.every') }
}

/** True while somebody's claim holds; whose, `owner_issuer` and `owner_subject` say. */
export function isClaimed(item: Pick<ReviewCaseRow, 'owner_until' | 'clock'>): boolean {
  return item.owner_until > item.clock
}

export function isClaimedBy(
  item: Pick<ReviewCaseRow, 'owner_until' | 'clock' | 'owner_issuer' | 'owner_subject'>,
  person: Person,
): boolean {
  return isClaimed(item) && item.owner_issuer === person.issuer && item.owner_subject === person.subject
}

const splitList = (text: string) => (text === '' ? [] : text.split(','))
export const parseConcerns = (item: { readonly concerns: string }): StepInReview[] =>
  splitList(item.concerns).map((one) => stepInReview.parse(one))
export const parseApprovalRules = (item: { readonly second: string }): ApprovalRule[] =>
  splitList(item.second).map((one) => approvalRule.parse(one))

/** The select of items as `i`, with everything that `ItemRow` holds. */
export function selectReviewCases(db: Kysely<DatabaseSchema>, dialect: Store['dialect']) {
  return db
    .selectFrom('review_items as i')
    .leftJoin('review_notes as n', 'n.seq', 'i.last_note')
    .leftJoin('decisions as d', 'd.id', 'i.decision')
    .selectAll('i')
    .select(['n.at as note_at', 'n.issuer as note_issuer', 'n.subject as note_subject'])
    .select(['n.name as note_name', 'n.sealed as note_text'])
    .select(['d.verdict as decision_verdict', 'd.status as decision_stands'])
    .select(['d.follow_up as decision_follow_up'])
    .select(['d.issuer as decision_issuer', 'd.subject as decision_subject'])
    .select(getDatabaseClock(dialect).as('clock'))
}

/**
 * The open item of a transaction, or undefined where it is not in review or not theirs to see. With `lock`,
 * inside a transaction that goes on to write it: nobody changes it before that ends.
 */
export function findOpenReviewCase(
  db: Kysely<DatabaseSchema>,
  { dialect, lock = false }: { readonly dialect: Store['dialect']; readonly lock?: boolean },
  { environment, merchants, every }: ReviewScope,
  transaction: string,
): Promise<ReviewCaseRow | undefined> {
  if (merchants.length === 0) return Promise.resolve(undefined)
  const one = selectReviewCases(db, dialect)
    .where('i.environment', '=', environment)
    .where('i.transaction_id', '=', transaction)
    .where('i.merchant', 'in', merchants)
    .where('i.ended_at', 'is', null)
    .$if(!every, (query) => query.where('i.concerns', '!=', ''))
  // The embedded database has one writer anyway.
  return (lock && dialect === 'postgres' ? one.forUpdate('i') : one).executeTakeFirst()
}

/** What work on an item takes its turn by (`transactInCall`). */
export function reviewCaseLock(
  { environment }: { readonly environment: string },
  transaction: string,
): string {
  return `review/${environment}/${transaction}`
}

/** What the live stream tells of an item, to be handed to `appendChange` at the end of the transaction. */
export function buildReviewCaseChange(
  item: Pick<ReviewCaseRow, 'environment' | 'merchant' | 'transaction_id' | 'version'>,
): NewChange {
  const { environment, merchant, transaction_id, version } = item
  return { environment, merchant, kind: 'review', subject_id: transaction_id, version }
}

/**
 * Writes an item of the queue and raises its version; gives the change to be told. Null where it has left
 * the queue meanwhile: then nothing was written.
 */
export async function updateReviewCase(
  trx: Transaction<DatabaseSchema>,
  seq: number,
  set: Omit<Updateable<DatabaseSchema['review_items']>, 'seq' | 'version'>,
): Promise<NewChange | null> {
  const row = await trx
    .updateTable('review_items')
    .set((eb) => ({ ...set, version: eb('version', '+', 1) }))
    .where('seq', '=', seq)
    .where('ended_at', 'is', null)
    .returning(['environment', 'merchant', 'transaction_id', 'version'])
    .executeTakeFirst()
  return row === undefined ? null : buildReviewCaseChange(row)
}
