import type { Concern, ReviewKind, SecondRule } from '@paydesk/shared/work/review'
import type { Selectable, Transaction } from 'kysely'
import type { Schema } from '../../platform/database/schema/schema.ts'
import type { NewChange } from '../changes.ts'
import type { Interval, Row } from '../observations/observations.ts'
import { itemChange, touchItem } from '../review-items.ts'
import type { RecordReview } from './transaction-columns.ts'

/** How this office works on its queue. */
export interface ReviewRules {
  /** The agreed time from first sight to a decision (ms). */
  readonly levelMs: number
  /** Up to here one person decides alone, in minor units by currency; in any other currency nobody does. */
  readonly amountLimits: ReadonlyMap<string, number>
}

/** What was known of a transaction before, and what is known now. */
export interface Observed {
  readonly before: Row | undefined
  readonly after: Row
  /** What its record says of open checks; null where only a list's entry was seen. */
  readonly record: RecordReview | null
  readonly interval: Pick<Interval, 'from' | 'to'>
}

type Item = Selectable<Schema['review_items']>

const kinds: ReadonlyMap<string, ReviewKind> = new Map([
  ['MANUAL_REVIEW', 'manual'],
  ['PIV_REVIEW', 'piv'],
  ['RISK_REVIEW', 'risk'],
  ['MANUAL_HOLD', 'hold'],
])

/** Why it is in review: by its reason, else by its state; what neither says, a task says. */
function kindOf({ reason, state }: Pick<Row, 'reason' | 'state'>): ReviewKind {
  return kinds.get(reason ?? '') ?? kinds.get(state) ?? 'task'
}

function concernsOf({ reason }: Row, record: RecordReview | null): string {
  const waits = new Set<Concern>(record?.waiting ?? [])
  if (reason === 'PIV_REVIEW') waits.add('piv')
  return (['kyc', 'docs', 'piv'] as const).filter((one) => waits.has(one)).join(',')
}

/** The rule about the amount, which a deployment sets, but cannot leave out. */
function amountRule({ amount_minor, currency }: Row, { amountLimits }: ReviewRules): SecondRule[] {
  if (amount_minor === null || currency === null) return ['amount_not_given']
  const limit = amountLimits.get(currency)
  return limit === undefined || amount_minor > limit ? ['amount'] : []
}

/** True where no other transaction of the customer succeeded, as far as this office knows; of money, no test. */
async function isFirst(trx: Transaction<Schema>, { environment, id, customer, merchant, test }: Row) {
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
async function columnsOf(trx: Transaction<Schema>, { after, record }: Observed, rules: ReviewRules) {
  const second: SecondRule[] = amountRule(after, rules)
  if (await isFirst(trx, after)) second.push('first_payment')
  // Nobody has documented a kyc_state that says so; the step of the workflow is documented.
  if (record === null || !record.verified) second.push('identity')
  const { merchant, customer, state, compound, amount_minor, currency, test, expires_at } = after
  return {
    ...{ merchant, customer, state, compound, amount_minor, currency, test, expires_at },
    kind: kindOf(after),
    concerns: concernsOf(after, record),
    kyc: record?.kyc ?? null,
    second: second.join(','),
  }
}

function openOf(trx: Transaction<Schema>, { environment, id }: Row): Promise<Item | undefined> {
  return trx
    .selectFrom('review_items')
    .selectAll()
    .where('environment', '=', environment)
    .where('transaction_id', '=', id)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
}

/** It was in review already before this office had a queue: then its last change is the closest known. */
function sinceOf({ before, interval }: Observed): Pick<Item, 'since_from' | 'since_to'> {
  const known = before !== undefined && before.review === 1 && before.gone === 0
  return known
    ? { since_from: before.changed_from, since_to: before.changed_at }
    : { since_from: interval.from, since_to: interval.to }
}

/** Notes and a decision that still waits belong to the transaction: they outlive a stay in the queue. */
async function carriedOn(trx: Transaction<Schema>, { environment, id }: Row) {
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

async function enter(
  trx: Transaction<Schema>,
  seen: Observed,
  rules: ReviewRules,
): Promise<NewChange | null> {
  const since = sinceOf(seen)
  const item = await trx
    .insertInto('review_items')
    .values({
      environment: seen.after.environment,
      transaction_id: seen.after.id,
      ...(await columnsOf(trx, seen, rules)),
      ...(await carriedOn(trx, seen.after)),
      ...since,
      due_at: since.since_to + rules.levelMs,
    })
    .onConflict((conflict) =>
      conflict.columns(['environment', 'transaction_id']).where('ended_at', 'is', null).doNothing(),
    )
    .returning(['environment', 'merchant', 'transaction_id', 'version'])
    .executeTakeFirst()
  return item === undefined ? null : itemChange(item)
}

async function leave(trx: Transaction<Schema>, { environment, id, state }: Row, now: number) {
  const item = await trx
    .updateTable('review_items')
    .set((eb) => ({ ended_at: now, ended_state: state, owner_until: 0, version: eb('version', '+', 1) }))
    .where('environment', '=', environment)
    .where('transaction_id', '=', id)
    .where('ended_at', 'is', null)
    .returning(['environment', 'merchant', 'transaction_id', 'version'])
    .executeTakeFirst()
  return item === undefined ? null : itemChange(item)
}

async function follow(trx: Transaction<Schema>, item: Item, seen: Observed, rules: ReviewRules) {
  const columns = await columnsOf(trx, seen, rules)
  const news = Object.entries(columns).filter(([name, value]) => Reflect.get(item, name) !== value)
  return news.length === 0 ? null : touchItem(trx, item.seq, Object.fromEntries(news))
}

/**
 * Keeps the queue in step with the index, in the transaction that writes the index: what came under review
 * enters, what is still there follows, what ended or is known no more leaves. Gives what is to be told of it.
 */
export async function noteReview(
  trx: Transaction<Schema>,
  seen: Observed,
  rules: ReviewRules,
  now: number,
): Promise<NewChange[]> {
  const { before, after } = seen
  const isIn = after.review === 1 && after.gone === 0
  if (!isIn && before?.review !== 1) return []
  const item = isIn && before !== undefined ? await openOf(trx, after) : undefined
  const told = !isIn
    ? await leave(trx, after, now)
    : item === undefined
      ? await enter(trx, seen, rules)
      : await follow(trx, item, seen, rules)
  return told === null ? [] : [told]
}
