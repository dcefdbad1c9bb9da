import {
  type CompoundState,
  isInReview,
  readCompound,
  readState,
  type StateValue,
} from '@paydesk/shared/state'
import type { ServiceTime } from '@paydesk/shared/transaction'
import { openFlag, openOperational } from '../access/guarded.ts'
import type { StateRecord } from '../upstream/wire.ts'
import type { Facts } from './explain.ts'

/** ISO 8601 with a zone, as the interface promises; anything else is shown as it came and not reckoned with. */
const isoTime = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:?\d{2})$/

/** `Date.parse` takes the 30th of February for the 2nd of March: such a text names no instant. */
function isDay(text: string): boolean {
  const day = new Date(text)
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text)
}

/** Reads a timestamp of the service; `at` is null where it names no instant. */
export function readTime(raw: string | null): ServiceTime | null {
  if (raw === null) return null
  const time = isoTime.test(raw) && isDay(raw.slice(0, 10)) ? Date.parse(raw) : Number.NaN
  const year = Number.isNaN(time) ? 0 : new Date(time).getUTCFullYear()
  return { raw, at: year >= 1970 && year <= 9999 ? new Date(time).toISOString() : null }
}

export interface RecordFacts extends Facts {
  readonly state: StateValue
  readonly compound: CompoundState | null
  readonly inReview: boolean
}

/** The operational facts of a state record. `readAt`: ISO 8601 instant of the reading. */
export function factsOf(record: StateRecord, readAt: string): RecordFacts {
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
    readAt: Date.parse(readAt),
    inReview: isInReview(state, compound ?? readCompound('')),
  }
}
