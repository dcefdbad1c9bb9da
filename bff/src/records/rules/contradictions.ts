import type { TransactionDiscrepancy } from '@paydesk/shared/payments/transactions'
import type { FieldAccess } from '../../platform/access/field-access.ts'
import type { ContradictionInput, ContradictionRule } from './contradiction-rule.ts'
import { indexContradictionRules } from './contradictions-index.ts'
import { recordContradictionRules } from './contradictions-record.ts'

/** Every rule, in the order in which they are shown: about money first. */
export const contradictionRules: readonly ContradictionRule[] = [
  ...recordContradictionRules,
  ...indexContradictionRules,
]

/** What does not fit together, as far as this role may know it. */
export function findContradictions(
  at: ContradictionInput,
  sight: Pick<FieldAccess, 'canSeeAll'>,
): TransactionDiscrepancy[] {
  return contradictionRules
    .filter(({ requiredFields }) => sight.canSeeAll(requiredFields))
    .filter((rule) => at.fired?.includes(rule.id) ?? rule.applies(at))
    .map(({ id, says, means, todo, closes }) => ({ id, says, means, todo, closes }))
}

/** Ids of all rules that fire, whoever may be told of them: to be kept with the record. */
export function listFiredRuleIds(at: ContradictionInput): string[] {
  return contradictionRules.filter((rule) => rule.applies(at)).map(({ id }) => id)
}
