import { isInReview, readCompound, readState } from '@paydesk/shared/core/state'
import type { Concern } from '@paydesk/shared/work/review'
import type { ListEntry, StateRecord } from '../../payment-service/parsing/wire.ts'
import { cut, openFlag, openForHandle, openForIndex, openOperational } from '../../platform/access/guarded.ts'
import type { Seal } from '../../platform/database/field-cipher.ts'
import { codeIn, secretHashes } from '../observations/announced-state.ts'
import { readTime } from './service-time.ts'

/** Columns of the index that a state record or a list's entry gives. */
export interface StateColumns {
  readonly state: string
  readonly compound: string | null
  readonly reason: string | null
  readonly final: number
  /** By state and reason alone: outstanding tasks come on top. */
  readonly review: number
}

export interface RecordColumns extends StateColumns {
  readonly merchant_transaction_id: string | null
  readonly reference: string | null
  readonly test: number | null
  readonly expires_at: number | null
  readonly secret_hash: string | null
}

/** What a state record says of the checks that a person has to make. */
export interface RecordReview {
  /** Steps that wait for a person. */
  readonly waiting: readonly Concern[]
  readonly kyc: string | null
  /** The identity review of this transaction has come to a good end. */
  readonly verified: boolean
}

export interface ReadColumns {
  readonly columns: RecordColumns
  readonly review: RecordReview
  /** Keyed hashes of its `secret` under every key; none where it gives none. */
  readonly secrets: readonly string[]
}

const cutTo = (length: number, text: string | null) => (text === null ? null : cut(text, length))

function stateColumns(state: string, compound: string | null): StateColumns {
  const read = readState(state)
  const reason = readCompound(compound ?? '')
  const code = codeIn(compound, 100)
  return {
    state: codeIn(state, 64) ?? '',
    compound: code,
    // What stands behind the point of a text that is no code is a part of that text.
    reason: code === compound ? codeIn(reason.reason, 64) : code,
    final: read.final ? 1 : 0,
    review: isInReview(read, reason) ? 1 : 0,
  }
}

const concerns = ['kyc', 'docs', 'piv'] as const
const passed = new Set(['SUCCESS', 'ACCEPTED'])

function reviewOf({ workflow_state, identity }: StateRecord): RecordReview {
  const steps = new Map(Object.entries(workflow_state).map(([step, value]) => [step, openOperational(value)]))
  return {
    waiting: concerns.filter((step) => steps.get(step) === 'PENDING'),
    kyc: codeIn(openOperational(identity.kyc_state), 64),
    verified: passed.has(steps.get('kyc') ?? ''),
  }
}

/** A state record (interface, endpoint 2) as columns of the index: ids, states and times, no personal data. */
export function columnsOf(record: StateRecord, environment: string, id: string, seal: Seal): ReadColumns {
  const expires = readTime(openOperational(record.expires_at))?.at ?? null
  const test = openFlag(record.test_transaction)
  const secret = openForIndex(record.secret)
  const secrets = secret === null ? [] : secretHashes(seal, environment, id, secret)
  const columns = {
    ...stateColumns(openOperational(record.state) ?? '', openOperational(record.compound_state)),
    merchant_transaction_id: cutTo(100, openForHandle(record.original_message.transaction_id)),
    reference: cutTo(100, openForIndex(record.original_message.reference)),
    test: test === null ? null : Number(test),
    expires_at: expires === null ? null : Date.parse(expires),
    secret_hash: secrets[0] ?? null,
  }
  return { columns, review: reviewOf(record), secrets }
}

/** An entry of the per-customer list (interface, endpoint 3). */
export function columnsOfEntry(entry: ListEntry): StateColumns & { readonly workflow: string | null } {
  const state = openOperational(entry.state) ?? ''
  return {
    ...stateColumns(state, openOperational(entry.transaction_state)),
    workflow: codeIn(openOperational(entry.workflow), 64),
  }
}
