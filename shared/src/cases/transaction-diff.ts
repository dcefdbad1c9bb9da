import type { MaskedValue } from '../core/masked-value.ts'
import { formatMinorUnits } from '../core/money.ts'
import { getReasonLabel, getStateLabel } from '../core/state.ts'
import type { TransactionView } from '../payments/transactions.ts'
import type { DecisionDetail } from './decision.ts'

const none = 'not given'

function formatMaskedValue(shown: MaskedValue): string {
  switch (shown.seen) {
    case 'clear':
    case 'masked':
      return shown.text
    case 'presence':
      return shown.present ? 'given' : none
    case 'absent':
      return none
    case 'hidden':
      return 'hidden'
  }
}

/** An amount in the digits of its currency, as elsewhere on screen; a masked one stays as the mask says it. */
function formatMaskedAmount(amount: MaskedValue, currency: MaskedValue): string {
  if (amount.seen !== 'clear' || amount.text === '') return formatMaskedValue(amount)
  const code = currency.seen === 'clear' ? currency.text : ''
  if (code === '') return `${amount.text} minor units`
  return formatMinorUnits(amount.text, code) ?? `${amount.text} (${code}, as given)`
}

const collectMaskedFields = (of: Readonly<Record<string, unknown>>, place: string): [string, string][] =>
  Object.entries(of).flatMap(([name, value]) =>
    isMaskedValue(value) ? [[`${place}${name}`, formatMaskedValue(value)]] : [],
  )

function isMaskedValue(value: unknown): value is MaskedValue {
  return typeof value === 'object' && value !== null && 'seen' in value
}

/** What the service says in a view, by member; what we make of it (explanation, rules, texts) is left out. */
function collectFacts(view: TransactionView): Map<string, string> {
  const { compound, test, unclassified, identity } = view
  return new Map([
    ['state', getStateLabel(view.state)],
    ['compound', compound === null ? none : (getReasonLabel(compound) ?? compound.raw)],
    ['expiresAt', view.expiresAt?.raw ?? none],
    ['test', test === null ? none : test ? 'yes' : 'no'],
    ...(view.customer === null ? [] : collectMaskedFields({ rid: view.customer.rid }, 'customer.')),
    ...collectMaskedFields(view, ''),
    ...view.steps.map(({ step, value }): [string, string] => [`steps.${step}`, value]),
    ...view.providerResponses.flatMap((one, at) => collectMaskedFields(one, `providerResponses.${at}.`)),
    ...collectMaskedFields(identity, 'identity.'),
    // In the places of the bare digits that were said just before.
    [
      'identity.ledgerLifetimeAmount',
      formatMaskedAmount(identity.ledgerLifetimeAmount, identity.ledgerLifetimeCurrency),
    ],
    [
      'identity.creditLedgerLifetimeAmount',
      formatMaskedAmount(identity.creditLedgerLifetimeAmount, identity.creditLedgerLifetimeCurrency),
    ],
    ...(unclassified === null ? [] : [['unclassified', formatUnclassifiedFields(unclassified)] as const]),
  ])
}

function formatUnclassifiedFields({ names, more }: NonNullable<TransactionView['unclassified']>): string {
  if (names.length === 0 && more === 0) return 'none'
  return [...names, ...(more === 0 ? [] : [`${more} more`])].join(', ')
}

/** Both sides of every member that either view has, by its name in `transactionView`, in words. */
export function compareTransactionViews(
  before: TransactionView,
  after: TransactionView,
): DecisionDetail['changed'] {
  const [was, is] = [collectFacts(before), collectFacts(after)]
  return [...new Set([...was.keys(), ...is.keys()])].map((name) => ({
    name,
    before: was.get(name) ?? none,
    after: is.get(name) ?? none,
  }))
}

/** What two views of one transaction say differently. */
export function diffTransactionViews(
  before: TransactionView,
  after: TransactionView,
): DecisionDetail['changed'] {
  return compareTransactionViews(before, after).filter((each) => each.before !== each.after)
}
