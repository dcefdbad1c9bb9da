import {
  type CompoundState,
  isInReview,
  parseCompoundState,
  parseTransactionState,
  type StateValue,
} from '@paydesk/shared/core/state'
import type { PaymentServiceTimestamp } from '@paydesk/shared/payments/transactions'
import type { StateRecord } from '../../payment-service/parsing/wire.ts'
import { unwrapOperationalBoolean, unwrapOperationalText } from '../../platform/access/guarded.ts'
import { parsePaymentServiceTimestamp } from '../confirmation/payment-service-timestamp.ts'

/** Facts of a state record from which the explanation is built; all of them operational values. */
export interface StateFacts {
  readonly state: StateValue
  readonly compound: CompoundState | null
  /** Step values as received, by step name. */
  readonly steps: ReadonlyMap<string, string>
  readonly expiresAt: PaymentServiceTimestamp | null
  readonly test: boolean | null
  /** Time of the read in ms since 1970. */
  readonly readAt: number
}

export interface RecordFacts extends StateFacts {
  readonly state: StateValue
  readonly compound: CompoundState | null
  readonly inReview: boolean
}

/**
 * Cache of the facts by record: a record never changes, so repeated reads of the same object need no new
 * evaluation.
 */
const factsByRecord = new WeakMap<StateRecord, Omit<RecordFacts, 'readAt'>>()

/** Extracts the operational facts of a state record. `readAt`: time of the read, ISO 8601. */
export function extractRecordFacts(record: StateRecord, readAt: string): RecordFacts {
  const known = factsByRecord.get(record) ?? extractTimelessFacts(record)
  factsByRecord.set(record, known)
  return { ...known, readAt: Date.parse(readAt) }
}

function extractTimelessFacts(record: StateRecord): Omit<RecordFacts, 'readAt'> {
  const state = parseTransactionState(unwrapOperationalText(record.state) ?? '')
  const rawCompound = unwrapOperationalText(record.compound_state)
  const compound = rawCompound === null ? null : parseCompoundState(rawCompound)
  const steps = new Map<string, string>()
  for (const [step, value] of Object.entries(record.workflow_state)) {
    const opened = unwrapOperationalText(value)
    if (opened !== null) steps.set(step, opened)
  }
  return {
    state,
    compound,
    steps,
    expiresAt: parsePaymentServiceTimestamp(unwrapOperationalText(record.expires_at)),
    test: unwrapOperationalBoolean(record.test_transaction),
    inReview: isInReview(state, compound ?? parseCompoundState('')),
  }
}
