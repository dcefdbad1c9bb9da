import { getFractionDigits } from '@paydesk/shared/core/money'
import { parseTransactionState } from '@paydesk/shared/core/state'
import type { StateRecord } from '../../payment-service/parsing/wire.ts'
import { unwrapGuardedForRule, unwrapOperationalText } from '../../platform/access/guarded.ts'
import { computeNextReadAfterFinalState } from '../next-read.ts'
import type { StoredTransactionFacts } from '../observations/stored-transaction-facts.ts'
import type { ContradictionInput, ContradictionRule } from './contradiction-rule.ts'
import { hasProviderTakenMoney } from './contradictions-record.ts'

const minuteMs = 60_000
const dayMs = 1_440 * minuteMs
/** Tolerated delays in ms: a record may follow its notification, and a notification its record. */
const recordDelayMs = 2 * minuteMs
const notificationDelayMs = 10 * minuteMs
/**
 * Upper bound for the duration of a read in ms: a read that began this long before another answer is older.
 */
const maxReadMs = minuteMs

/** Wraps a rule so that it does not apply if Paydesk knows only the record. */
const whenIndexed =
  (
    applies: (storedFacts: StoredTransactionFacts, at: ContradictionInput) => boolean,
  ): ContradictionRule['applies'] =>
  (at) =>
    at.storedFacts !== null && applies(at.storedFacts, at)

/** Fields of the customer’s lifetime total in the identity. */
export const lifetimeTotalFields = [
  'identity.ledger_lifetime_amount',
  'identity.ledger_lifetime_currency',
] as const
const amountFields = ['notification.amount', 'notification.currency'] as const

/** Lists the currencies requested from providers, if written as currency codes. */
function listRequestedCurrencies(record: StateRecord): string[] {
  return record.payment_provider_responses.flatMap(({ request_currency }) => {
    const currency = unwrapOperationalText(request_currency)
    return currency !== null && /^[A-Z]{3}$/.test(currency) ? [currency] : []
  })
}

function hasOtherCurrency({ amounts }: StoredTransactionFacts, { record }: ContradictionInput): boolean {
  const asked = listRequestedCurrencies(record)
  return asked.length > 0 && amounts.length > 0 && !amounts.some(({ currency }) => asked.includes(currency))
}

/**
 * Compares for both units, because the unit of lifetime totals is not documented: true only if the total is
 * too small in minor units and in major ones.
 */
function isLifetimeBelowSucceeded(
  { succeeded }: StoredTransactionFacts,
  { record: { identity } }: ContradictionInput,
): boolean {
  const total = unwrapGuardedForRule(identity.ledger_lifetime_amount)
  const currency = unwrapGuardedForRule(identity.ledger_lifetime_currency) ?? ''
  const [seen, digits] = [succeeded.get(currency), getFractionDigits(currency)]
  if (total === null || seen === undefined || digits === null || !/^\d{1,12}(\.\d{1,4})?$/.test(total))
    return false
  return Number(total) * 10 ** digits < seen
}

const isUnchanged = (one: StoredTransactionFacts, { facts: { state, compound } }: ContradictionInput) =>
  one.state === state.raw && one.compound === (compound?.raw ?? null)

/**
 * Returns the final state in our records if it is certainly older than the record, which may come from the
 * cache.
 */
const listEarlierEnds = ({ state, readAt }: StoredTransactionFacts, { facts }: ContradictionInput) =>
  readAt !== null && readAt + maxReadMs <= facts.readAt && parseTransactionState(state).final ? [state] : []

const reviewEventPattern = /^kyc_manual_/

/** Rules over a record and the facts of our records; the comment of a rule says when it does not apply. */
export const storedFactsContradictionRules: readonly ContradictionRule[] = [
  // Does not apply if the transaction was never final before, while the record may be older, and once that
  // state is back.
  {
    id: 'final_state_left',
    customer: 'clarify',
    requiredFields: [],
    applies: whenIndexed((one, at) =>
      [...one.formerEnds, ...listEarlierEnds(one, at)].some((end) => end !== at.facts.state.raw),
    ),
  },
  // Does not apply for two minutes, without a proved origin, and for events which say that the transaction
  // continues.
  {
    id: 'end_announced_but_open',
    customer: 'clarify',
    requiredFields: [],
    applies: whenIndexed(
      ({ endAnnouncedAt }, { facts: { state, readAt } }) =>
        !state.final && endAnnouncedAt !== null && endAnnouncedAt + recordDelayMs <= readAt,
    ),
    dueAt: ({ storedFacts: one, facts }) =>
      one?.endAnnouncedAt == null || facts.state.final ? null : one.endAnnouncedAt + recordDelayMs,
  },
  // Does not apply for ten minutes, if the transaction was final when first seen, and while no notifications
  // arrive at all.
  {
    id: 'end_not_announced',
    customer: 'clarify',
    requiredFields: [],
    applies: whenIndexed(
      ({ endedAt, hasEndNotification, lastNotificationAt }, { facts: { state, readAt } }) =>
        state.final &&
        !hasEndNotification &&
        endedAt !== null &&
        endedAt + notificationDelayMs <= readAt &&
        lastNotificationAt !== null &&
        lastNotificationAt > endedAt,
    ),
    // Check repeatedly: the rule does not apply while no notifications arrive at all.
    dueAt: ({ storedFacts: one, facts: { state, readAt } }) =>
      one?.endedAt == null || one.hasEndNotification || !state.final
        ? null
        : computeNextReadAfterFinalState(one.endedAt, readAt),
  },
  // Does not apply in review, for a day after the last change, and if our records do not tell since when the
  // state holds.
  {
    id: 'provider_success_but_open',
    customer: 'clarify',
    requiredFields: [],
    applies: whenIndexed(
      (one, at) =>
        !at.facts.state.final &&
        !at.facts.inReview &&
        hasProviderTakenMoney(at) &&
        isUnchanged(one, at) &&
        one.changedAt + dayMs <= at.facts.readAt,
    ),
    dueAt: (at) =>
      at.storedFacts === null || at.facts.state.final || !hasProviderTakenMoney(at)
        ? null
        : at.storedFacts.changedAt + dayMs,
  },
  // Does not apply without amounts in notifications, and if a provider was asked in one of their currencies.
  {
    id: 'other_currency',
    customer: 'clarify',
    requiredFields: amountFields,
    applies: whenIndexed(hasOtherCurrency),
  },
  // Does not apply to refunds and other events after the end, and without a proved origin.
  {
    id: 'amounts_differ',
    customer: 'clarify',
    requiredFields: amountFields,
    applies: whenIndexed((one) => one.amounts.length > 1),
  },
  // Does not apply if the record or our records name no customer.
  {
    id: 'other_customer',
    customer: 'withhold',
    requiredFields: [],
    applies: whenIndexed(
      (one, { customer }) => one.customer !== null && customer !== null && one.customer !== customer,
    ),
  },
  // Does not apply outside identity review, after the end, and if the step is missing or has any value but
  // NA.
  {
    id: 'review_without_step',
    customer: 'clarify',
    requiredFields: [],
    applies: whenIndexed(
      ({ newestEvent }, { facts: { state, steps } }) =>
        !state.final && reviewEventPattern.test(newestEvent ?? '') && steps.get('kyc') === 'NA',
    ),
  },
  // Does not apply for an hour after an end, to tests, after refunds and the like, and while the unit could
  // be the cause.
  {
    id: 'lifetime_below_seen',
    requiredFields: [...lifetimeTotalFields, ...amountFields],
    applies: whenIndexed(isLifetimeBelowSucceeded),
  },
]
