import type { TransactionDiscrepancy } from '@paydesk/shared/payments/transactions'
import type { StateRecord } from '../../payment-service/parsing/wire.ts'
import type { FieldName } from '../../platform/access/policy/access-policy.ts'
import type { IndexFacts } from '../observations/index-facts.ts'
import type { RecordFacts } from './record-facts.ts'

/** Everything that is at hand when a record is shown. */
export interface ContradictionInput {
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

export interface ContradictionRule extends TransactionDiscrepancy {
  /**
   * Fields that it tells something about beyond those that everybody with customer screens sees: only a role
   * that sees all of them in full is told.
   */
  readonly requiredFields: readonly FieldName[]
  applies(at: ContradictionInput): boolean
  /** When the clock alone may make it true or let it be judged again (ms since 1970); null where it cannot. */
  readonly dueAt?: (at: ContradictionInput) => number | null
}
