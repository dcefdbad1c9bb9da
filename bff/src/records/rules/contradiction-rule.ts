import type { StateRecord } from '../../payment-service/parsing/wire.ts'
import type { FieldName } from '../../platform/access/policy/access-policy.ts'
import type { StoredTransactionFacts } from '../observations/stored-transaction-facts.ts'
import type { RecordFacts } from './record-facts.ts'

/** Input of a rule: a record and the facts known beside it. */
export interface ContradictionInput {
  readonly facts: RecordFacts
  readonly record: StateRecord
  /** Handle of the record's customer. */
  readonly customer: string | null
  /** Set if real money moves in this environment. */
  readonly production: boolean
  /** Facts of our records; null if we do not have the transaction. */
  readonly storedFacts: StoredTransactionFacts | null
  /** Ids of the rules that fired for a stored record; they replace the rules of today. */
  readonly fired?: readonly string[]
}

/**
 * Advice for the sentence to the customer, most cautious first: say nothing of the payment, say that it is being
 * looked into, or say that a new payment is needed.
 */
export const customerAdvices = ['withhold', 'clarify', 'new_payment'] as const
export type CustomerAdvice = (typeof customerAdvices)[number]

export interface ContradictionRule {
  readonly id: string
  /**
   * Fields that the rule reveals something about, beyond those that every user of customer pages sees. Only a
   * role that sees all of them in full is shown the contradiction.
   */
  readonly requiredFields: readonly FieldName[]
  /** Replaces the sentence for the customer, who would otherwise be told the opposite of what staff read here. */
  readonly customer?: CustomerAdvice
  applies(at: ContradictionInput): boolean
  /**
   * Returns the time (ms since 1970) when the clock alone may make the rule true or due for a new check; null
   * for never.
   */
  readonly dueAt?: (at: ContradictionInput) => number | null
}
