import type { Contradiction } from '@paydesk/shared/payments/transaction'
import type { StateRecord } from '../../payment-service/parsing/wire.ts'
import type { Field } from '../../platform/access/policy/matrix.ts'
import type { IndexFacts } from '../observations/indexed-facts.ts'
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
