import type { Verdict } from '@paydesk/shared/cases/decisions'
import { type ApprovalRule, approvalRule } from '@paydesk/shared/cases/review-cases'
import { parseApprovalRules } from '../../records/review-cases.ts'

/** Rules that apply to every decision on a case (`review_cases.second`). */
interface CaseRules {
  readonly second: string
}

interface EarlierDecision {
  readonly verdict: Verdict
}

const approvalRuleLabels: Readonly<Record<ApprovalRule, string>> = {
  amount: 'The amount is over the limit for one person, or there is no limit for its currency',
  amount_not_given: 'The service gave no amount, so that no limit can be held against it',
  first_payment: 'No payment of this customer has succeeded before',
  identity: 'The identity is not verified',
  reversal: 'An earlier decision about this transaction said something else',
  bulk: 'It was decided together with others',
  carried_out: 'Paydesk carries it out at the service',
}

/**
 * Returns the rules by which this decision needs an approval; empty if none applies. No setting switches a
 * rule off: a deployment chooses only the limits of amounts.
 */
export function findApprovalRules(
  item: CaseRules,
  earlier: readonly EarlierDecision[],
  verdict: Verdict,
): ApprovalRule[] {
  const turns = earlier.some((one) => one.verdict !== verdict)
  const held = new Set<ApprovalRule>([...parseApprovalRules(item), ...(turns ? (['reversal'] as const) : [])])
  return approvalRule.options.filter((rule) => held.has(rule))
}

export function describeApprovalRules(needed: readonly ApprovalRule[]): string[] {
  return needed.map((rule) => approvalRuleLabels[rule])
}
