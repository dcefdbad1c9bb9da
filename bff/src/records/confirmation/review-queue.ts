import type { ApprovalRule, CaseKind, StepInReview } from '@paydesk/shared/cases/review'
import type { Selectable, Transaction } from 'kysely'
import type { DatabaseSchema } from '../../platform/database/schema/schema.ts'
import type { NewChange } from '../changes.ts'
import type { ChangeInterval, TransactionRow } from '../observations/observations.ts'
import { buildReviewCaseChange, updateReviewCase } from '../review-cases.ts'
import type { RecordReview } from './transaction-columns.ts'

/** How this office works on its queue. */
export interface ReviewRules {
  /** The agreed time from first sight to a decision (ms). */
  readonly levelMs: number
  /** Up to here one person decides alone, in minor units by currency; in any other currency nobody does. */
  readonly amountLimits: ReadonlyMap<string, number>
}

/** What was known of a transaction before, and what is known now. */
export interface ReviewQueueUpdate {
  readonly before: TransactionRow | undefined
  readonly after: TransactionRow
  /** What its record says of open checks; null where only a list's entry was seen. */
  readonly record: RecordReview | null
  readonly interval: Pick<ChangeInterval, 'from' | 'to'>
}

type Item = Selectable<DatabaseSchema['review_items']>

const kindByCode: ReadonlyMap<string, CaseKind> = new Map([
  ['MANUAL_REVIEW', 'manual'],
  ['PIV_REVIEW', 'piv'],
  ['RISK_REVIEW', 'risk'],
  ['MANUAL_HOLD', 'hold'],
])

/** Why it is in review: by its reason, else by its state; what neither says, a task says. */
function resolveReviewKind({ reason, state }: Pick<TransactionRow, 'reason' | 'state'>): CaseKind {
  return kindByCode.get(reason ?? '') ?? kindByCode.get(state) ?? 'task'
}

function collectConcerns({ reason }: TransactionRow, record: RecordReview | null): string {
  const waits = new Set<StepInReview>(record?.waiting ?? [])
  if (reason === 'PIV_REVIEW') waits.add('piv')
  return (['kyc', 'docs', 'piv'] as const).filter((one) => waits.has(one)).join(',')
}

/** The rule about the amount, which a deployment sets, but cannot leave out. */
function resolveAmountRule(
  { amount_minor, currency }: TransactionRow,
  { amountLimits }: ReviewRules,
): ApprovalRule[] {
  if (amount_minor === null || currency === null) return ['amount_not_given']
  const limit = amountLimits.get(currency)
  return limit === undefined || amount_minor > limit ? ['amount'] : []
}

/** True where no other transaction of the customer succeeded, as far as this office knows; of money, no test. */
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

/** What the queue shows, filters and sorts by of a transaction. */
async function buildCaseColumns(
  trx: Transaction<DatabaseSchema>,
  { after, record }: ReviewQueueUpdate,
  rules: ReviewRules,
) {
  const second: ApprovalRule[] = resolveAmountRule(after, rules)
  if (await isFirstPayment(trx, after)) second.push('first_payment')
  // Nobody has documented a kyc_state that says so; the step of the workflow is documented.
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
    .selectFrom('review_items')
    .selectAll()
    .where('environment', '=', environment)
    .where('transaction_id', '=', id)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
}

/** It was in review already before this office had a queue: then its last change is the closest known. */
function resolveReviewStart({ before, interval }: ReviewQueueUpdate): Pick<Item, 'since_from' | 'since_to'> {
  const known = before !== undefined && before.review === 1 && before.gone === 0
  return known
    ? { since_from: before.changed_from, since_to: before.changed_at }
    : { since_from: interval.from, since_to: interval.to }
}

/** Notes and a decision that still waits belong to the transaction: they outlive a stay in the queue. */
async function loadCarriedOver(trx: Transaction<DatabaseSchema>, { environment, id }: TransactionRow) {
  const note = await trx
    .selectFrom('review_notes')
    .select(({ fn }) => fn.max('seq').as('seq'))
    .where('environment', '=', environment)
    .where('transaction_id', '=', id)
    .executeTakeFirst()
  // Held until the item is there: whoever ends the decision at this moment was first, or finds the item.
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
  seen: ReviewQueueUpdate,
  rules: ReviewRules,
): Promise<NewChange | null> {
  const since = resolveReviewStart(seen)
  const item = await trx
    .insertInto('review_items')
    .values({
      environment: seen.after.environment,
      transaction_id: seen.after.id,
      ...(await buildCaseColumns(trx, seen, rules)),
      ...(await loadCarriedOver(trx, seen.after)),
      ...since,
      due_at: since.since_to + rules.levelMs,
    })
    .onConflict((conflict) =>
      conflict.columns(['environment', 'transaction_id']).where('ended_at', 'is', null).doNothing(),
    )
    .returning(['environment', 'merchant', 'transaction_id', 'version'])
    .executeTakeFirst()
  return item === undefined ? null : buildReviewCaseChange(item)
}

async function closeCase(
  trx: Transaction<DatabaseSchema>,
  { environment, id, state }: TransactionRow,
  now: number,
) {
  const item = await trx
    .updateTable('review_items')
    .set((eb) => ({ ended_at: now, ended_state: state, owner_until: 0, version: eb('version', '+', 1) }))
    .where('environment', '=', environment)
    .where('transaction_id', '=', id)
    .where('ended_at', 'is', null)
    .returning(['environment', 'merchant', 'transaction_id', 'version'])
    .executeTakeFirst()
  return item === undefined ? null : buildReviewCaseChange(item)
}

async function updateCase(
  trx: Transaction<DatabaseSchema>,
  item: Item,
  seen: ReviewQueueUpdate,
  rules: ReviewRules,
) {
  const columns = await buildCaseColumns(trx, seen, rules)
  const news = Object.entries(columns).filter(([name, value]) => Reflect.get(item, name) !== value)
  return news.length === 0 ? null : updateReviewCase(trx, item.seq, Object.fromEntries(news))
}

/**
 * Keeps the queue in step with the index, in the transaction that writes the index: what came under review
 * enters, what is still there follows, what ended or is known no more leaves. Gives what is to be told of it.
 */
export async function updateReviewQueue(
  trx: Transaction<DatabaseSchema>,
  seen: ReviewQueueUpdate,
  rules: ReviewRules,
  now: number,
): Promise<NewChange[]> {
  const { before, after } = seen
  const isIn = after.review === 1 && after.gone === 0
  if (!isIn && before?.review !== 1) return []
  const item = isIn && before !== undefined ? await findOpenCase(trx, after) : undefined
  const told = !isIn
    ? await closeCase(trx, after, now)
    : item === undefined
      ? await openCase(trx, seen, rules)
      : await updateCase(trx, item, seen, rules)
  return told === null ? [] : [told]
}
