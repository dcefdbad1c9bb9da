import type { MaskedValue } from '../core/masked-value.ts'
import { formatMinorUnits } from '../core/money.ts'
import { getReasonLabel, getStateLabel, type StateTexts } from '../core/state.ts'
import type { TransactionView } from '../payments/transactions.ts'
import type { DecisionDetail } from './decisions.ts'

const none = 'not given'

function formatMaskedValue(shown: MaskedValue): string {
  switch (shown.visibility) {
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

/**
 * Formats an amount with the digits of its currency, as elsewhere on screen. A masked amount keeps its mask.
 */
function formatMaskedAmount(amount: MaskedValue, currency: MaskedValue): string {
  if (amount.visibility !== 'clear' || amount.text === '') return formatMaskedValue(amount)
  const code = currency.visibility === 'clear' ? currency.text : ''
  if (code === '') return `${amount.text} minor units`
  return formatMinorUnits(amount.text, code) ?? `${amount.text} (${code}, as given)`
}

const collectMaskedFields = (of: Readonly<Record<string, unknown>>, place: string): [string, string][] =>
  Object.entries(of).flatMap(([name, value]) =>
    isMaskedValue(value) ? [[`${place}${name}`, formatMaskedValue(value)]] : [],
  )

function isMaskedValue(value: unknown): value is MaskedValue {
  return typeof value === 'object' && value !== null && 'visibility' in value
}

/**
 * Collects the facts of the payment service in a view, by field. Leaves out what Paydesk derives:
 * explanation, rules, texts.
 */
function collectFacts(view: TransactionView, texts: StateTexts): Map<string, string> {
  const { compound, test, unclassified, identity } = view
  return new Map([
    ['state', getStateLabel(view.state, texts)],
    ['compound', compound === null ? none : (getReasonLabel(compound, texts) ?? compound.raw)],
    ['expiresAt', view.expiresAt?.raw ?? none],
    ['test', test === null ? none : test ? 'yes' : 'no'],
    ...(view.customer === null ? [] : collectMaskedFields({ rid: view.customer.rid }, 'customer.')),
    ...collectMaskedFields(view, ''),
    ...view.steps.map(({ step, value }): [string, string] => [`steps.${step}`, value]),
    ...view.providerResponses.flatMap((one, at) => collectMaskedFields(one, `providerResponses.${at}.`)),
    ...collectMaskedFields(identity, 'identity.'),
    // Replace the bare digits collected above.
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

/** Returns the values of both views for every field that either has, by its name in `transactionView`. */
export function compareTransactionViews(
  before: TransactionView,
  after: TransactionView,
  texts: StateTexts,
): DecisionDetail['changed'] {
  const [was, is] = [collectFacts(before, texts), collectFacts(after, texts)]
  return [...new Set([...was.keys(), ...is.keys()])].map((name) => ({
    name,
    before: was.get(name) ?? none,
    after: is.get(name) ?? none,
  }))
}

/** Returns the fields in which two views of one transaction differ. */
export function diffTransactionViews(
  before: TransactionView,
  after: TransactionView,
  texts: StateTexts,
): DecisionDetail['changed'] {
  return compareTransactionViews(before, after, texts).filter((each) => each.before !== each.after)
}
