import type { TransactionContradiction } from '@paydesk/shared/payments/transactions'
import type { FieldAccess } from '../../platform/access/field-access.ts'
import {
  type ContradictionInput,
  type ContradictionRule,
  type CustomerAdvice,
  customerAdvices,
} from './contradiction-rule.ts'
import { recordContradictionRules } from './contradictions-record.ts'
import { storedFactsContradictionRules } from './contradictions-stored-facts.ts'

/** All rules in display order, those about money first. */
export const contradictionRules: readonly ContradictionRule[] = [
  ...recordContradictionRules,
  ...storedFactsContradictionRules,
]

/** Finds the contradictions that this role may know of. */
export function findContradictions(
  at: ContradictionInput,
  fieldAccess: Pick<FieldAccess, 'canSeeAll'>,
): TransactionContradiction[] {
  return contradictionRules
    .filter(({ requiredFields }) => fieldAccess.canSeeAll(requiredFields))
    .filter((rule) => at.fired?.includes(rule.id) ?? rule.applies(at))
    .map(({ id }) => ({ id }))
}

/** Returns the most cautious advice for the customer of these contradictions; null if they give none. */
export function findCustomerAdvice(ids: readonly string[]): CustomerAdvice | null {
  const given = contradictionRules.filter(({ id }) => ids.includes(id)).map(({ customer }) => customer)
  return customerAdvices.find((advice) => given.includes(advice)) ?? null
}

/** Lists the ids of all rules that fire, independent of any role; they are stored with the record. */
export function listFiredRuleIds(at: ContradictionInput): string[] {
  return contradictionRules.filter((rule) => rule.applies(at)).map(({ id }) => id)
}
