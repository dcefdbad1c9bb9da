import { parseState } from '@paydesk/shared/core/state'
import type { StateRecord } from '../../payment-service/parsing/wire.ts'
import { openForRule, openOperationalText } from '../../platform/access/guarded.ts'
import { computeAfterEndReadAt } from '../next-read.ts'
import type { IndexFacts } from '../observations/index-facts.ts'
import type { ContradictionInput, ContradictionRule } from './contradiction-rule.ts'
import { hasTakenMoney } from './contradictions-record.ts'

const minute = 60_000
const day = 1_440 * minute
/** A record may follow its notification, and a notification its record. */
const recordDelayMs = 2 * minute
const notificationDelayMs = 10 * minute
/** Longer than any read takes: what began so long before another came is older. */
const maxReadMs = minute

/** A rule that is quiet where this office knows nothing but the record. */
const whenIndexed =
  (applies: (known: IndexFacts, at: ContradictionInput) => boolean): ContradictionRule['applies'] =>
  (at) =>
    at.known !== null && applies(at.known, at)

/** The customer’s lifetime total, as the identity gives it. */
export const lifetimeTotalFields = [
  'identity.ledger_lifetime_amount',
  'identity.ledger_lifetime_currency',
] as const
const amountFields = ['notification.amount', 'notification.currency'] as const

/** The currencies that providers were asked in, where they are written as such. */
function listRequestedCurrencies(record: StateRecord): string[] {
  return record.payment_provider_responses.flatMap(({ request_currency }) => {
    const currency = openOperationalText(request_currency)
    return currency !== null && /^[A-Z]{3}$/.test(currency) ? [currency] : []
  })
}

function hasOtherCurrency({ amounts }: IndexFacts, { record }: ContradictionInput): boolean {
  const asked = listRequestedCurrencies(record)
  return asked.length > 0 && amounts.length > 0 && !amounts.some(({ currency }) => asked.includes(currency))
}

/**
 * The unit of lifetime totals is not documented: it speaks only where the total is too small in minor units
 * and in major ones.
 */
function isLifetimeBelowSucceeded(
  { succeeded }: IndexFacts,
  { record: { identity } }: ContradictionInput,
): boolean {
  const total = openForRule(identity.ledger_lifetime_amount)
  const seen = succeeded.get(openForRule(identity.ledger_lifetime_currency) ?? '')
  if (total === null || seen === undefined || !/^\d{1,12}(\.\d{1,4})?$/.test(total)) return false
  return Number(total) * 100 < seen
}

const isUnchanged = (one: IndexFacts, { facts: { state, compound } }: ContradictionInput) =>
  one.state === state.raw && one.compound === (compound?.raw ?? null)

/** What the index says, where that is older than the record: one from memory may be older still. */
const listEarlierEnds = ({ state, readAt }: IndexFacts, { facts }: ContradictionInput) =>
  readAt !== null && readAt + maxReadMs <= facts.readAt && parseState(state).final ? [state] : []

const reviewEventPattern = /^kyc_manual_/

/** Rules over a record and what the index knows of it beside; each names when it stays quiet. */
export const indexContradictionRules: readonly ContradictionRule[] = [
  // Quiet: where it never was final before, while the record may be the older one, and once it is back.
  {
    id: 'final_state_left',
    says: 'It was read in a final state before, and the record says another state now.',
    means:
      'A final state has no way out. Usually an operator of the service corrected it by hand, after the end.',
    todo: 'Check what was fulfilled or refused in the meantime, and ask the operator of the service.',
    closes: 'Only if the record says the former state again.',
    requiredFields: [],
    applies: whenIndexed((one, at) =>
      [...one.formerEnds, ...listEarlierEnds(one, at)].some((end) => end !== at.facts.state.raw),
    ),
  },
  // Quiet: for two minutes, where the origin is not proved, and for events that say that it goes on.
  {
    id: 'end_announced_but_open',
    says: 'A notification named a final state, and the record is still open.',
    means: 'The notification alone does not count. Usually the record follows within minutes.',
    todo: 'Do not fulfil. Read it again after a while; if it stays open, tell the operator of the service.',
    closes: 'Once the record is final too.',
    requiredFields: [],
    applies: whenIndexed(
      ({ endAnnouncedAt }, { facts: { state, readAt } }) =>
        !state.final && endAnnouncedAt !== null && endAnnouncedAt + recordDelayMs <= readAt,
    ),
    dueAt: ({ known: one, facts }) =>
      one?.endAnnouncedAt == null || facts.state.final ? null : one.endAnnouncedAt + recordDelayMs,
  },
  // Quiet: for ten minutes, where it was final when it was first seen, and while the service is not heard at all.
  {
    id: 'end_not_announced',
    says: 'It is final, and no notification of its end has arrived.',
    means: 'The end is not proved. Usually the notification is late, or was lost on its way to this office.',
    todo: 'Compare what the service says it sent, in the list of notifications, before it is fulfilled.',
    closes: 'Once a notification of the end arrives.',
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
    // Not only once: it is quiet as long as the service is not heard at all.
    dueAt: ({ known: one, facts: { state, readAt } }) =>
      one?.endedAt == null || one.hasEndNotification || !state.final
        ? null
        : computeAfterEndReadAt(one.endedAt, readAt),
  },
  // Quiet: in review, for a day since the last change, and where nobody here knows since when it is so.
  {
    id: 'provider_success_but_open',
    says: 'The provider reported success, and the transaction is open for more than a day without a change.',
    means: 'The money is on hold. Usually a check of the service is stuck, or the customer has not finished.',
    todo: 'Do not fulfil. Ask the operator of the service what it waits for.',
    closes: 'Once the state changes or comes under review.',
    requiredFields: [],
    applies: whenIndexed(
      (one, at) =>
        !at.facts.state.final &&
        !at.facts.inReview &&
        hasTakenMoney(at) &&
        isUnchanged(one, at) &&
        one.changedAt + day <= at.facts.readAt,
    ),
    dueAt: (at) =>
      at.known === null || at.facts.state.final || !hasTakenMoney(at) ? null : at.known.changedAt + day,
  },
  // Quiet: without amounts in notifications, and where a provider was asked in at least one of their currencies.
  {
    id: 'other_currency',
    says: 'The provider was asked in another currency than the notifications name.',
    means: 'The amount may have been converted. Usually the account of the customer is in another currency.',
    todo: 'Finance compares amount and currency with the account statement.',
    closes: 'Once a provider response or a notification names the same currency.',
    requiredFields: amountFields,
    applies: whenIndexed(hasOtherCurrency),
  },
  // Quiet: for refunds and everything else after the end, and where the origin is not proved.
  {
    id: 'amounts_differ',
    says: 'Notifications of this transaction name different amounts.',
    means:
      'It is not certain what was paid. Usually fees were taken off, or the customer paid another amount.',
    todo: 'Finance compares with the order and with the account statement before it is fulfilled.',
    closes: 'Never: what was notified stays. Finance explains it.',
    requiredFields: amountFields,
    applies: whenIndexed((one) => one.amounts.length > 1),
  },
  // Quiet: where the record or the index names no customer.
  {
    id: 'other_customer',
    says: 'The record names another customer than this office knew for the transaction.',
    means:
      'It may stand in the list of somebody whose payment it is not. Usually RIDs were mixed up or renamed.',
    todo: 'Tell neither customer about it. Compliance compares RID, identity and the list of the service.',
    closes: 'Once this office has read again and knows it under the customer whom the record names.',
    requiredFields: [],
    applies: whenIndexed(
      (one, { customer }) => one.customer !== null && customer !== null && one.customer !== customer,
    ),
  },
  // Quiet: outside review of the identity, after the end, and where the step is missing or has any value but NA.
  {
    id: 'review_without_step',
    says: 'The newest notification is about an identity review, and the workflow has none.',
    means:
      'The review runs beside the workflow. Usually an operator asked for it after the workflow was chosen.',
    todo: 'Compliance looks at the identity record; the workflow will not show the result.',
    closes: 'Once the step is opened, another notification arrives, or the transaction ends.',
    requiredFields: [],
    applies: whenIndexed(
      ({ newestEvent }, { facts: { state, steps } }) =>
        !state.final && reviewEventPattern.test(newestEvent ?? '') && steps.get('kyc') === 'NA',
    ),
  },
  // Quiet: for an hour after each end, for tests, after refunds and the like, and while the unit could explain it.
  {
    id: 'lifetime_below_seen',
    says: 'The customer’s lifetime total is lower than what succeeded before the eyes of this office.',
    means: 'Total or payments are wrong. Usually the customer has a second identity, or the total is late.',
    todo: 'Finance compares the payments of this customer; compliance looks for a second identity.',
    closes: 'Once the service’s total has caught up.',
    requiredFields: [...lifetimeTotalFields, ...amountFields],
    applies: whenIndexed(isLifetimeBelowSucceeded),
  },
]
