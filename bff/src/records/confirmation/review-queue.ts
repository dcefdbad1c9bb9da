import type { ApprovalRule } from '@paydesk/shared/cases/decisions'
import type { CaseKind, WorkflowStepInReview } from '@paydesk/shared/cases/review-cases'
import type { Selectable, Transaction } from 'kysely'
import type { DatabaseSchema } from '../../platform/database/schema/schema.ts'
import type { NewLiveChange } from '../live-changes.ts'
import type { ChangeInterval, TransactionRow } from '../observations/observations.ts'
import { buildReviewCaseLiveChange, updateReviewCase } from '../review-cases.ts'
import type { RecordReviewFacts } from './transaction-columns.ts'

/** Configured rules of the review queue. */
export interface ReviewRules {
  /** SLA in ms from the time a case was first seen in review to its decision. */
  readonly slaMs: number
  /**
   * Highest amount that one person may decide alone, in minor units by currency; any other currency needs an
   * approval.
   */
  readonly amountLimits: ReadonlyMap<string, number>
}

/** Row of a transaction before and after a change. */
export interface ReviewQueueUpdate {
  readonly before: TransactionRow | undefined
  readonly after: TransactionRow
  /** Open checks according to the record; null if only a list entry was seen. */
  readonly record: RecordReviewFacts | null
  readonly interval: Pick<ChangeInterval, 'from' | 'to'>
}

type Item = Selectable<DatabaseSchema['review_cases']>

const kindByCode: ReadonlyMap<string, CaseKind> = new Map([
  ['MANUAL_REVIEW', 'manual'],
  ['PIV_REVIEW', 'piv'],
  ['RISK_REVIEW', 'risk'],
  ['MANUAL_HOLD', 'hold'],
])

/**
 * Derives the kind of a case from the reason, else from the state; if neither tells, an outstanding task is
 * the cause.
 */
function resolveReviewKind({ reason, state }: Pick<TransactionRow, 'reason' | 'state'>): CaseKind {
  return kindByCode.get(reason ?? '') ?? kindByCode.get(state) ?? 'task'
}

function collectConcerns({ reason }: TransactionRow, record: RecordReviewFacts | null): string {
  const waits = new Set<WorkflowStepInReview>(record?.waiting ?? [])
  if (reason === 'PIV_REVIEW') waits.add('piv')
  return (['kyc', 'docs', 'piv'] as const).filter((one) => waits.has(one)).join(',')
}

/** Applies the amount rule, which a deployment can configure but not switch off. */
function resolveAmountRule(
  { amount_minor, currency }: TransactionRow,
  { amountLimits }: ReviewRules,
): ApprovalRule[] {
  if (amount_minor === null || currency === null) return ['amount_not_given']
  const limit = amountLimits.get(currency)
  return limit === undefined || amount_minor > limit ? ['amount'] : []
}

/**
 * Returns true if the records hold no other successful transaction of the customer. Test transactions count
 * only if this transaction is a test too.
 */
async function isFirstPayment(
  trx: Transaction<DatabaseSchema>,
  { environment, id, customer, merchant, test }: TransactionRow,
) {
  if (customer === null) return true
  const paid = await trx
    .selectFrom('transactions')
    .select('id')
    .where('environment', '=', environment)
    .where('customer', '=', customer)
    .where('merchant', '=', merchant)
    .where('state', '=', 'SUCCESS')
    .where('gone', '=', 0)
    .where('id', '!=', id)
    .$if(test !== 1, (query) => query.where((eb) => eb.or([eb('test', 'is', null), eb('test', '=', 0)])))
    .limit(1)
    .executeTakeFirst()
  return paid === undefined
}

/** Builds the columns by which the queue shows, filters and sorts a case. */
async function buildCaseColumns(
  trx: Transaction<DatabaseSchema>,
  { after, record }: ReviewQueueUpdate,
  rules: ReviewRules,
) {
  const second: ApprovalRule[] = resolveAmountRule(after, rules)
  if (await isFirstPayment(trx, after)) second.push('first_payment')
  // Use the workflow step, which is documented: no documented `kyc_state` says that an identity is verified.
  if (record === null || !record.verified) second.push('identity')
  const { merchant, customer, state, compound, amount_minor, currency, test, expires_at } = after
  return {
    ...{ merchant, customer, state, compound, amount_minor, currency, test, expires_at },
    kind: resolveReviewKind(after),
    concerns: collectConcerns(after, record),
    kyc: record?.kyc ?? null,
    second: second.join(','),
  }
}

function findOpenCase(
  trx: Transaction<DatabaseSchema>,
  { environment, id }: TransactionRow,
): Promise<Item | undefined> {
  return trx
    .selectFrom('review_cases')
    .selectAll()
    .where('environment', '=', environment)
    .where('transaction_id', '=', id)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
}

/**
 * Returns the interval in which the review began. For a review that began before the queue existed, the last
 * change is the closest known time.
 */
function resolveReviewStart({ before, interval }: ReviewQueueUpdate): Pick<Item, 'since_from' | 'since_to'> {
  const known = before !== undefined && before.review === 1 && before.gone === 0
  return known
    ? { since_from: before.changed_from, since_to: before.changed_at }
    : { since_from: interval.from, since_to: interval.to }
}

/** Loads the last note and a live decision: both belong to the transaction and outlive a case. */
async function loadCarriedOver(trx: Transaction<DatabaseSchema>, { environment, id }: TransactionRow) {
  const note = await trx
    .selectFrom('review_notes')
    .select(({ fn }) => fn.max('seq').as('seq'))
    .where('environment', '=', environment)
    .where('transaction_id', '=', id)
    .executeTakeFirst()
  // Lock the decision until the case exists: a concurrent end of the decision comes first or finds the case.
  const live = await trx
    .updateTable('decisions')
    .set({ live: 1 })
    .where('environment', '=', environment)
    .where('transaction_id', '=', id)
    .where('live', '=', 1)
    .returning(['id', 'status'])
    .executeTakeFirst()
  const stands = live?.status === 'waiting' || live?.status === 'confirmed' ? live.status : null
  return { last_note: note?.seq ?? null, decision: live?.id ?? null, decision_status: stands }
}

async function openCase(
  trx: Transaction<DatabaseSchema>,
  reviewQueueUpdate: ReviewQueueUpdate,
  rules: ReviewRules,
): Promise<NewLiveChange | null> {
  const since = resolveReviewStart(reviewQueueUpdate)
  const item = await trx
    .insertInto('review_cases')
    .values({
      environment: reviewQueueUpdate.after.environment,
      transaction_id: reviewQueueUpdate.after.id,
      ...(await buildCaseColumns(trx, reviewQueueUpdate, rules)),
      ...(await loadCarriedOver(trx, reviewQueueUpdate.after)),
      ...since,
      due_at: since.since_to + rules.slaMs,
    })
    .onConflict((conflict) =>
      conflict.columns(['environment', 'transaction_id']).where('ended_at', 'is', null).doNothing(),
    )
    .returning(['environment', 'merchant', 'transaction_id', 'version'])
    .executeTakeFirst()
  return item === undefined ? null : buildReviewCaseLiveChange(item)
}

async function closeCase(
  trx: Transaction<DatabaseSchema>,
  { environment, id, state }: TransactionRow,
  now: number,
) {
  const item = await trx
    .updateTable('review_cases')
    .set((eb) => ({ ended_at: now, ended_state: state, claim_until: 0, version: eb('version', '+', 1) }))
    .where('environment', '=', environment)
    .where('transaction_id', '=', id)
    .where('ended_at', 'is', null)
    .returning(['environment', 'merchant', 'transaction_id', 'version'])
    .executeTakeFirst()
  return item === undefined ? null : buildReviewCaseLiveChange(item)
}

async function updateCase(
  trx: Transaction<DatabaseSchema>,
  item: Item,
  reviewQueueUpdate: ReviewQueueUpdate,
  rules: ReviewRules,
) {
  const columns = await buildCaseColumns(trx, reviewQueueUpdate, rules)
  const news = Object.entries(columns).filter(([name, value]) => Reflect.get(item, name) !== value)
  return news.length === 0 ? null : updateReviewCase(trx, item.seq, Object.fromEntries(news))
}

/**
 * Keeps the queue in step with the transactions, in the database transaction that writes them: opens a case
 * when a review begins, updates the case, and closes it when the review ends or the transaction is not known
 * any more. Returns the changes to publish.
 */
export async function updateReviewQueue(
  trx: Transaction<DatabaseSchema>,
  reviewQueueUpdate: ReviewQueueUpdate,
  rules: ReviewRules,
  now: number,
): Promise<NewLiveChange[]> {
  const { before, after } = reviewQueueUpdate
  const isIn = after.review === 1 && after.gone === 0
  if (!isIn && before?.review !== 1) return []
  const item = isIn && before !== undefined ? await findOpenCase(trx, after) : undefined
  const newChange = !isIn
    ? await closeCase(trx, after, now)
    : item === undefined
      ? await openCase(trx, reviewQueueUpdate, rules)
      : await updateCase(trx, item, reviewQueueUpdate, rules)
  return newChange === null ? [] : [newChange]
}
