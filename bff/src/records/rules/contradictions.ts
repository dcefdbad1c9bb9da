import type { Contradiction } from '@paydesk/shared/payments/transaction'
import type { Sight } from '../../platform/access/field-access.ts'
import type { AtHand, Rule } from './contradiction-rule.ts'
import { indexRules } from './contradictions-index.ts'
import { recordRules } from './contradictions-record.ts'

/** Every rule, in the order in which they are shown: about money first. */
export const rules: readonly Rule[] = [...recordRules, ...indexRules]

/** What does not fit together, as far as this role may know it. */
export function contradictionsOf(at: AtHand, sight: Pick<Sight, 'seesAll'>): Contradiction[] {
  return rules
    .filter(({ restsOn }) => sight.seesAll(restsOn))
    .filter((rule) => at.fired?.includes(rule.id) ?? rule.applies(at))
    .map(({ id, says, means, todo, closes }) => ({ id, says, means, todo, closes }))
}

/** Ids of all rules that fire, whoever may be told of them: to be kept with the record. */
export function firedOf(at: AtHand): string[] {
  return rules.filter((rule) => rule.applies(at)).map(({ id }) => id)
}
