import { sql, type Transaction } from 'kysely'
import { getDatabaseClock } from '../../platform/database/clock.ts'
import type { Store } from '../../platform/database/database.ts'
import type { FieldCipher } from '../../platform/database/field-cipher.ts'
import type { DatabaseSchema } from '../../platform/database/schema/schema.ts'
import { withRequestTransaction, withTransaction } from '../../platform/database/transaction.ts'
import type { Logger } from '../../platform/runtime/log.ts'
import { isSamePerson, type Person } from '../../platform/session/person.ts'
import { buildInboxLiveChange } from '../../records/inbox/entry-rows.ts'
import { appendLiveChange } from '../../records/live-changes.ts'
import {
  buildReviewCaseLiveChange,
  buildReviewCaseLockKey,
  findOpenReviewCase,
  isReviewCaseClaimed,
  isReviewCaseClaimedBy,
  type ReviewCaseRow,
  type ReviewScope,
  staffTextCipherContext,
} from '../../records/review-cases.ts'
import { recordCaseClaim, recordCaseReleases } from './case-claim-history.ts'
import { insertCaseNote, type NoteAuthor } from './notes.ts'

export interface CaseClaimDeps {
  readonly store: Pick<Store, 'db' | 'dialect' | 'wake'>
  readonly cipher: FieldCipher
}

export interface CaseClaimTarget {
  readonly reviewScope: ReviewScope
  readonly transaction: string
  readonly person: NoteAuthor
}

/**
 * Result of a claim attempt. `over`: the case was taken over from a colleague. `held`: a colleague holds the
 * claim. `gone`: the case is not in review, or not visible to this person.
 */
export type CaseClaimResult =
  | { readonly answer: 'taken'; readonly over: boolean; readonly item: ReviewCaseRow }
  | { readonly answer: 'held'; readonly item: ReviewCaseRow }
  | { readonly answer: 'gone' }

/**
 * Claims a case for `ms` milliseconds by the database clock, or extends the caller's own claim. A single
 * UPDATE decides, so only one of several concurrent claimants succeeds. With `takeOver`, the claim is taken
 * from its current owner and the text is stored as a note on the case.
 */
export async function tryClaimCase(
  deps: CaseClaimDeps,
  claimTarget: CaseClaimTarget,
  { ms, takeOver, now }: { readonly ms: number; readonly takeOver: string | undefined; readonly now: number },
): Promise<CaseClaimResult> {
  const { store } = deps
  const { reviewScope, transaction, person } = claimTarget
  const claimResult = await withRequestTransaction(
    store,
    buildReviewCaseLockKey(reviewScope, transaction),
    async (trx): Promise<CaseClaimResult> => {
      const look = (lock: boolean) =>
        findOpenReviewCase(trx, { dialect: store.dialect, lock }, reviewScope, transaction)
      const before = takeOver === undefined ? undefined : await look(true)
      const seq = await writeClaim(trx, deps, claimTarget, { ms, evenOwned: before !== undefined })
      if (seq === null) {
        const reviewCaseRow = await look(false)
        return reviewCaseRow === undefined ? { answer: 'gone' } : { answer: 'held', item: reviewCaseRow }
      }
      const isOthers = before !== undefined && !isSamePerson(person, readOwner(before))
      const isOver = isOthers && isReviewCaseClaimed(before)
      const previous = isOver ? readOwner(before) : undefined
      if (isOthers && takeOver !== undefined)
        await writeTakeOverNote(trx, deps, claimTarget, { seq, takeOver, now })
      const item = await look(false)
      if (item === undefined) throw new Error('an item was taken and not found')
      const inboxChanges =
        previous === undefined ? [] : [buildInboxLiveChange(reviewScope.environment, previous)]
      await appendLiveChange(trx, store.dialect, [buildReviewCaseLiveChange(item), ...inboxChanges], now)
      return { answer: 'taken', over: isOver, item }
    },
  )
  if (claimResult.answer === 'taken') store.wake('changes')
  return claimResult
}

const readOwner = ({ claim_issuer, claim_subject }: ReviewCaseRow): Person => ({
  issuer: claim_issuer ?? '',
  subject: claim_subject ?? '',
})

/**
 * Returns the case's `seq` if this person holds the claim now; null if a colleague holds it or the case is
 * not in review.
 */
async function writeClaim(
  trx: Transaction<DatabaseSchema>,
  { store, cipher }: CaseClaimDeps,
  {
    reviewScope: { environment, merchants, allKinds },
    transaction,
    person: { issuer, subject, name },
  }: CaseClaimTarget,
  { ms, evenOwned }: { readonly ms: number; readonly evenOwned: boolean },
): Promise<number | null> {
  const clock = getDatabaseClock(store.dialect)
  const sealedName = cipher.seal(staffTextCipherContext, name)
  const row = await trx
    .updateTable('review_cases')
    .set((eb) => ({
      claim_issuer: issuer,
      claim_subject: subject,
      claim_name: sealedName,
      claim_until: sql<number>`${clock} + ${sql.lit(ms)}`,
      version: eb('version', '+', 1),
    }))
    .where('environment', '=', environment)
    .where('transaction_id', '=', transaction)
    .where('merchant', 'in', merchants)
    .where('ended_at', 'is', null)
    .$if(!allKinds, (query) => query.where('concerns', '!=', ''))
    .$if(!evenOwned, (query) =>
      query.where((eb) =>
        eb.or([
          eb('claim_until', '<=', clock),
          eb.and([eb('claim_issuer', '=', issuer), eb('claim_subject', '=', subject)]),
        ]),
      ),
    )
    .returning('seq')
    .executeTakeFirst()
  if (row === undefined) return null
  const person = { issuer, subject }
  const claim = { environment, transaction, item: row.seq, person, name: sealedName, ms }
  await recordCaseClaim(trx, store.dialect, claim)
  return row.seq
}

async function writeTakeOverNote(
  trx: Transaction<DatabaseSchema>,
  { cipher }: CaseClaimDeps,
  { reviewScope: { environment }, transaction, person }: CaseClaimTarget,
  { seq, takeOver, now }: { readonly seq: number; readonly takeOver: string; readonly now: number },
): Promise<void> {
  const note = { environment, transaction, by: person, what: 'take_over', text: takeOver } as const
  const last_note = await insertCaseNote(trx, note, { cipher, now })
  await trx.updateTable('review_cases').set({ last_note }).where('seq', '=', seq).execute()
}

/**
 * Locks a case inside a transaction. Returns the case if this person holds its claim, else null. The row lock
 * prevents a takeover before the transaction ends.
 */
export async function lockClaimedCase(
  trx: Transaction<DatabaseSchema>,
  dialect: Store['dialect'],
  { reviewScope, transaction, person }: { reviewScope: ReviewScope; transaction: string; person: Person },
): Promise<ReviewCaseRow | null> {
  const item = await findOpenReviewCase(trx, { dialect, lock: true }, reviewScope, transaction)
  return item !== undefined && isReviewCaseClaimedBy(item, person) ? item : null
}

/** Releases the caller's own claim. Returns the case afterwards, or null if the case is not in review. */
export async function endCaseClaim(
  { store }: CaseClaimDeps,
  { reviewScope, transaction, person }: Omit<CaseClaimTarget, 'person'> & { readonly person: Person },
  now: number,
): Promise<ReviewCaseRow | null> {
  const { dialect } = store
  const item = await withRequestTransaction(
    store,
    buildReviewCaseLockKey(reviewScope, transaction),
    async (trx) => {
      const rows = await endClaims(trx, dialect, person, {
        environment: reviewScope.environment,
        transaction,
      })
      const after = await findOpenReviewCase(trx, { dialect }, reviewScope, transaction)
      await appendLiveChange(trx, dialect, rows.map(buildReviewCaseLiveChange), now)
      return after ?? null
    },
  )
  store.wake('changes')
  return item
}

/** Ends this person's claims: on one transaction, or all of them. */
async function endClaims(
  trx: Transaction<DatabaseSchema>,
  dialect: Store['dialect'],
  { issuer, subject }: Person,
  one?: { readonly environment: string; readonly transaction: string },
) {
  const claims = trx
    .updateTable('review_cases')
    .set((eb) => ({ claim_until: 0, version: eb('version', '+', 1) }))
    .where('claim_subject', '=', subject)
    .where('claim_issuer', '=', issuer)
    .where('claim_until', '>', 0)
    .where('ended_at', 'is', null)
    .returning(['seq', 'environment', 'merchant', 'transaction_id', 'version'])
  const ended = await (one === undefined
    ? claims
    : claims.where('environment', '=', one.environment).where('transaction_id', '=', one.transaction)
  ).execute()
  const items = ended.map(({ seq }) => seq)
  await recordCaseReleases(trx, dialect, items)
  return ended
}

/**
 * Releases all claims of a person when their last session ends. A failed write is only logged: claims expire
 * by themselves, and signing out must not fail because of them.
 */
export function createCaseClaimReleaser({
  store,
  log,
}: {
  readonly store: CaseClaimDeps['store']
  readonly log: Logger
}): (person: Person) => Promise<void> {
  return async (person) => {
    try {
      const rows = await withTransaction(store, async (trx) => {
        const released = await endClaims(trx, store.dialect, person)
        await appendLiveChange(trx, store.dialect, released.map(buildReviewCaseLiveChange), Date.now())
        return released
      })
      if (rows.length > 0) store.wake('changes')
    } catch (error) {
      log.error({ err: error }, 'claims of a signed-out person could not be released')
    }
  }
}
