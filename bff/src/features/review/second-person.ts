import type { Verdict } from '@paydesk/shared/work/decision'
import { type SecondRule, secondRule } from '@paydesk/shared/work/review'
import { rulesOf } from '../../records/review-items.ts'

/** What an item of the queue holds whatever is decided (`review_items.second`). */
interface Item {
  readonly second: string
}

interface Earlier {
  readonly verdict: Verdict
}

const words: Readonly<Record<SecondRule, string>> = {
  amount: 'The amount is over the limit for one person, or there is no limit for its currency',
  amount_not_given: 'The service gave no amount, so that no limit can be held against it',
  first_payment: 'No payment of this customer has succeeded before',
  identity: 'The identity is not verified',
  reversal: 'An earlier decision about this transaction said something else',
  bulk: 'It was decided together with others',
  carried_out: 'Paydesk carries it out at the service',
}

/**
 * Why this decision needs a second person; empty where it needs none. No setting switches a rule off: what
 * a deployment chooses are the limits of amounts.
 */
export function neededFor(item: Item, earlier: readonly Earlier[], verdict: Verdict): SecondRule[] {
  const turns = earlier.some((one) => one.verdict !== verdict)
  const held = new Set<SecondRule>([...rulesOf(item), ...(turns ? (['reversal'] as const) : [])])
  return secondRule.options.filter((rule) => held.has(rule))
}

/** The same for people. */
export function needsInWords(needed: readonly SecondRule[]): string[] {
  return needed.map((rule) => words[rule])
}
