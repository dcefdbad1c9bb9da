import type { Shown } from '../core/masked-value.ts'
import { inMajorUnits } from '../core/money.ts'
import { reasonWord, stateWord } from '../core/state.ts'
import type { TransactionView } from '../payments/transaction.ts'
import type { DecisionCase } from './decision.ts'

const none = 'not given'

function shownWords(shown: Shown): string {
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
function moneyWords(amount: Shown, currency: Shown): string {
  if (amount.seen !== 'clear' || amount.text === '') return shownWords(amount)
  const code = currency.seen === 'clear' ? currency.text : ''
  if (code === '') return `${amount.text} minor units`
  return inMajorUnits(amount.text, code) ?? `${amount.text} (${code}, as given)`
}

const said = (of: Readonly<Record<string, unknown>>, place: string): [string, string][] =>
  Object.entries(of).flatMap(([name, value]) =>
    isShown(value) ? [[`${place}${name}`, shownWords(value)]] : [],
  )

function isShown(value: unknown): value is Shown {
  return typeof value === 'object' && value !== null && 'seen' in value
}

/** What the service says in a view, by member; what we make of it (explanation, rules, texts) is left out. */
function factsIn(view: TransactionView): Map<string, string> {
  const { compound, test, unclassified, identity } = view
  return new Map([
    ['state', stateWord(view.state)],
    ['compound', compound === null ? none : (reasonWord(compound) ?? compound.raw)],
    ['expiresAt', view.expiresAt?.raw ?? none],
    ['test', test === null ? none : test ? 'yes' : 'no'],
    ...(view.customer === null ? [] : said({ rid: view.customer.rid }, 'customer.')),
    ...said(view, ''),
    ...view.steps.map(({ step, value }): [string, string] => [`steps.${step}`, value]),
    ...view.providerResponses.flatMap((one, at) => said(one, `providerResponses.${at}.`)),
    ...said(identity, 'identity.'),
    // In the places of the bare digits that were said just before.
    [
      'identity.ledgerLifetimeAmount',
      moneyWords(identity.ledgerLifetimeAmount, identity.ledgerLifetimeCurrency),
    ],
    [
      'identity.creditLedgerLifetimeAmount',
      moneyWords(identity.creditLedgerLifetimeAmount, identity.creditLedgerLifetimeCurrency),
    ],
    ...(unclassified === null ? [] : [['unclassified', unclassifiedWords(unclassified)] as const]),
  ])
}

function unclassifiedWords({ names, more }: NonNullable<TransactionView['unclassified']>): string {
  if (names.length === 0 && more === 0) return 'none'
  return [...names, ...(more === 0 ? [] : [`${more} more`])].join(', ')
}

/** Both sides of every member that either view has, by its name in `transactionView`, in words. */
export function sideBySide(before: TransactionView, after: TransactionView): DecisionCase['changed'] {
  const [was, is] = [factsIn(before), factsIn(after)]
  return [...new Set([...was.keys(), ...is.keys()])].map((name) => ({
    name,
    before: was.get(name) ?? none,
    after: is.get(name) ?? none,
  }))
}

/** What two views of one transaction say differently. */
export function differences(before: TransactionView, after: TransactionView): DecisionCase['changed'] {
  return sideBySide(before, after).filter((each) => each.before !== each.after)
}
