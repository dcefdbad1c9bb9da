import type { MaskedValue } from '../core/masked-value.ts'
import type { TransactionView } from '../payments/transactions.ts'
import type { ComparedValue, DecisionDetail } from './decisions.ts'

const none: ComparedValue = { kind: 'none' }
const asText = (text: string): ComparedValue => ({ kind: 'text', text })

function compareMaskedValue(shown: MaskedValue): ComparedValue {
  switch (shown.visibility) {
    case 'clear':
      return asText(shown.text)
    case 'masked':
      return { kind: 'masked', text: shown.text, mask: shown.mask }
    case 'presence':
      return shown.present ? { kind: 'present' } : none
    case 'absent':
      return none
    case 'hidden':
      return { kind: 'hidden' }
  }
}

/** Returns an amount with its currency, as elsewhere on screen. A masked amount keeps its mask. */
function compareAmount(amount: MaskedValue, currency: MaskedValue): ComparedValue {
  if (amount.visibility !== 'clear' || amount.text === '') return compareMaskedValue(amount)
  const code = currency.visibility === 'clear' ? currency.text : ''
  return { kind: 'amount', minor: amount.text, currency: code === '' ? null : code }
}

const collectMaskedFields = (
  of: Readonly<Record<string, unknown>>,
  place: string,
): [string, ComparedValue][] =>
  Object.entries(of).flatMap(([name, value]) =>
    isMaskedValue(value) ? [[`${place}${name}`, compareMaskedValue(value)]] : [],
  )

function isMaskedValue(value: unknown): value is MaskedValue {
  return typeof value === 'object' && value !== null && 'visibility' in value
}

/**
 * Collects the facts of the payment service in a view, by field. Leaves out what Paydesk derives:
 * explanation, rules, texts.
 */
function collectFacts(view: TransactionView): Map<string, ComparedValue> {
  const { compound, test, unclassified, identity } = view
  return new Map<string, ComparedValue>([
    ['state', { kind: 'state', raw: view.state.raw }],
    ['compound', compound === null ? none : { kind: 'reason', raw: compound.raw }],
    ['expiresAt', view.expiresAt === null ? none : asText(view.expiresAt.raw)],
    ['test', test === null ? none : { kind: test ? 'yes' : 'no' }],
    ...(view.customer === null ? [] : collectMaskedFields({ rid: view.customer.rid }, 'customer.')),
    ...collectMaskedFields(view, ''),
    ...view.steps.map(({ step, value }) => [`steps.${step}`, asText(value)] as const),
    ...view.providerResponses.flatMap((one, at) => collectMaskedFields(one, `providerResponses.${at}.`)),
    ...collectMaskedFields(identity, 'identity.'),
    // Replace the bare digits collected above.
    [
      'identity.ledgerLifetimeAmount',
      compareAmount(identity.ledgerLifetimeAmount, identity.ledgerLifetimeCurrency),
    ],
    [
      'identity.creditLedgerLifetimeAmount',
      compareAmount(identity.creditLedgerLifetimeAmount, identity.creditLedgerLifetimeCurrency),
    ],
    ...(unclassified === null
      ? []
      : [['unclassified', { kind: 'names', names: unclassified.names, more: unclassified.more }] as const]),
  ])
}

/** Tells whether a field has the same value in both records. */
export const isFieldUnchanged = ({
  before,
  after,
}: Pick<DecisionDetail['changed'][number], 'before' | 'after'>) =>
  JSON.stringify(before) === JSON.stringify(after)

/** Returns the values of both views for every field that either has, by its name in `transactionView`. */
export function pairTransactionViewFields(
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

/** Returns the fields in which two views of one transaction differ. */
export function diffTransactionViews(
  before: TransactionView,
  after: TransactionView,
): DecisionDetail['changed'] {
  return pairTransactionViewFields(before, after).filter((each) => !isFieldUnchanged(each))
}
