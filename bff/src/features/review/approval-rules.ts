import { type ApprovalRule, approvalRuleSchema, type DecisionVerdict } from '@paydesk/shared/cases/decisions'
import { parseApprovalRules } from '../../records/review-cases.ts'

/** Rules that apply to every decision on a case (`review_cases.second`). */
interface CaseRules {
  readonly second: string
}

interface EarlierDecision {
  readonly verdict: DecisionVerdict
}

/**
 * Returns the rules by which this decision needs an approval; empty if none applies. No setting switches a
 * rule off: a deployment chooses only the limits of amounts.
 */
export function findApprovalRules(
  item: CaseRules,
  earlier: readonly EarlierDecision[],
  verdict: DecisionVerdict,
): ApprovalRule[] {
  const turns = earlier.some((one) => one.verdict !== verdict)
  const held = new Set<ApprovalRule>([...parseApprovalRules(item), ...(turns ? (['reversal'] as const) : [])])
  return approvalRuleSchema.options.filter((rule) => held.has(rule))
}
