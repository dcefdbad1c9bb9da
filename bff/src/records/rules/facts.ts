import {
  type CompoundState,
  isInReview,
  readCompound,
  readState,
  type StateValue,
} from '@paydesk/shared/core/state'
import type { ServiceTime } from '@paydesk/shared/payments/transaction'
import type { StateRecord } from '../../payment-service/parsing/wire.ts'
import { openFlag, openOperational } from '../../platform/access/guarded.ts'
import { readTime } from '../confirmation/service-time.ts'

/** The facts of a state record that the sentence is built from; all of them operational values. */
export interface Facts {
  readonly state: StateValue
  readonly compound: CompoundState | null
  /** Step name → value, as the service gave them. */
  readonly steps: ReadonlyMap<string, string>
  readonly expiresAt: ServiceTime | null
  readonly test: boolean | null
  /** Milliseconds since 1970 at which the record was read. */
  readonly readAt: number
}

export interface RecordFacts extends Facts {
  readonly state: StateValue
  readonly compound: CompoundState | null
  readonly inReview: boolean
}

/** A record does not change: what it says is made out once, however often it is read again unchanged. */
const said = new WeakMap<StateRecord, Omit<RecordFacts, 'readAt'>>()

/** The operational facts of a state record. `readAt`: ISO 8601 instant of the reading. */
export function factsOf(record: StateRecord, readAt: string): RecordFacts {
  const known = said.get(record) ?? saidBy(record)
  said.set(record, known)
  return { ...known, readAt: Date.parse(readAt) }
}

function saidBy(record: StateRecord): Omit<RecordFacts, 'readAt'> {
  const state = readState(openOperational(record.state) ?? '')
  const rawCompound = openOperational(record.compound_state)
  const compound = rawCompound === null ? null : readCompound(rawCompound)
  const steps = new Map<string, string>()
  for (const [step, value] of Object.entries(record.workflow_state)) {
    const opened = openOperational(value)
    if (opened !== null) steps.set(step, opened)
  }
  return {
    state,
    compound,
    steps,
    expiresAt: readTime(openOperational(record.expires_at)),
    test: openFlag(record.test_transaction),
    inReview: isInReview(state, compound ?? readCompound('')),
  }
}
