import type { Contradiction } from '@paydesk/shared/transaction'
import type { Field } from '../access/matrix.ts'
import type { Sight } from '../access/show.ts'
import type { IndexFacts } from '../known/index-facts.ts'
import type { StateRecord } from '../upstream/wire.ts'
import { indexRules } from './contradictions-index.ts'
import { recordRules } from './contradictions-record.ts'
import type { RecordFacts } from './facts.ts'

/** Everything that is at hand when a record is shown. */
export interface AtHand {
  readonly facts: RecordFacts
  readonly record: StateRecord
  /** The record's customer, by handle. */
  readonly customer: string | null
  /** Whether real money moves here. */
  readonly production: boolean
  /** Null where this office knows nothing but the record. */
  readonly known: IndexFacts | null
  /** Of a record that was kept: the rules that fired then, whatever is known today. */
  readonly fired?: readonly string[]
}

export interface Rule extends Contradiction {
  /**
   * Fields that it tells something about beyond those that everybody with customer screens sees: only a role
   * that sees all of them in full is told.
   */
  readonly restsOn: readonly Field[]
  applies(at: AtHand): boolean
  /** When the clock alone may make it true or let it be judged again (ms since 1970); null where it cannot. */
  readonly dueAt?: (at: AtHand) => number | null
}

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
