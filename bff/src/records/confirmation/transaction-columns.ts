import type { WorkflowStepInReview } from '@paydesk/shared/cases/review-cases'
import { isInReview, parseCompoundState, parseTransactionState } from '@paydesk/shared/core/state'
import type { StateRecord, TransactionListEntry } from '../../payment-service/parsing/wire.ts'
import {
  truncateText,
  unwrapGuardedForHandle,
  unwrapGuardedForStorage,
  unwrapOperationalBoolean,
  unwrapOperationalText,
} from '../../platform/access/guarded.ts'
import type { FieldCipher } from '../../platform/database/field-cipher.ts'
import { computeTransactionSecretHashes, sanitizePlainCode } from '../observations/notification-columns.ts'
import { parsePaymentServiceTimestamp } from './payment-service-timestamp.ts'

/** Columns of a transaction that a state record or a list entry provides. */
export interface TransactionStateColumns {
  readonly state: string
  readonly compound: string | null
  readonly reason: string | null
  readonly final: number
  /** Set by state and reason alone; `mergeReadIntoTransactionRow` adds outstanding tasks. */
  readonly review: number
}

export interface TransactionRecordColumns extends TransactionStateColumns {
  readonly merchant_transaction_id: string | null
  readonly reference: string | null
  readonly test: number | null
  readonly expires_at: number | null
  readonly secret_hash: string | null
}

/** Checks of a state record that a person has to make. */
export interface RecordReviewFacts {
  /** Steps that wait for a person. */
  readonly waiting: readonly WorkflowStepInReview[]
  readonly kyc: string | null
  /** Set if the identity review of this transaction succeeded. */
  readonly verified: boolean
}

export interface ExtractedRecord {
  readonly columns: TransactionRecordColumns
  readonly review: RecordReviewFacts
  /** Keyed hashes of the record's `secret` under every key; empty without a secret. */
  readonly secrets: readonly string[]
}

const truncateOptional = (length: number, text: string | null) =>
  text === null ? null : truncateText(text, length)

function buildStateColumns(state: string, compound: string | null): TransactionStateColumns {
  const read = parseTransactionState(state)
  const reason = parseCompoundState(compound ?? '')
  const code = sanitizePlainCode(compound, 100)
  return {
    state: sanitizePlainCode(state, 64) ?? '',
    compound: code,
    // Take the reason from codes only: in other text, the part behind the point belongs to that text.
    reason: code === compound ? sanitizePlainCode(reason.reason, 64) : code,
    final: read.final ? 1 : 0,
    review: isInReview(read, reason) ? 1 : 0,
  }
}

const concerns = ['kyc', 'docs', 'piv'] as const
const passedValues = new Set(['SUCCESS', 'ACCEPTED'])

function extractReview({ workflow_state, identity }: StateRecord): RecordReviewFacts {
  const steps = new Map(
    Object.entries(workflow_state).map(([step, value]) => [step, unwrapOperationalText(value)]),
  )
  return {
    waiting: concerns.filter((step) => steps.get(step) === 'PENDING'),
    kyc: sanitizePlainCode(unwrapOperationalText(identity.kyc_state), 64),
    verified: passedValues.has(steps.get('kyc') ?? ''),
  }
}

/**
 * Extracts the columns of a transaction from its state record (interface, endpoint 2): ids, states and times,
 * no personal data.
 */
export function extractRecordColumns(
  record: StateRecord,
  environment: string,
  id: string,
  cipher: FieldCipher,
): ExtractedRecord {
  const expires = parsePaymentServiceTimestamp(unwrapOperationalText(record.expires_at))?.at ?? null
  const test = unwrapOperationalBoolean(record.test_transaction)
  const secret = unwrapGuardedForStorage(record.secret)
  const secrets = secret === null ? [] : computeTransactionSecretHashes(cipher, environment, id, secret)
  const columns = {
    ...buildStateColumns(
      unwrapOperationalText(record.state) ?? '',
      unwrapOperationalText(record.compound_state),
    ),
    merchant_transaction_id: truncateOptional(
      100,
      unwrapGuardedForHandle(record.original_message.transaction_id),
    ),
    reference: truncateOptional(100, unwrapGuardedForStorage(record.original_message.reference)),
    test: test === null ? null : Number(test),
    expires_at: expires === null ? null : Date.parse(expires),
    secret_hash: secrets[0] ?? null,
  }
  return { columns, review: extractReview(record), secrets }
}

/** Extracts the columns of a transaction from an entry of a customer's list (interface, endpoint 3). */
export function extractListEntryColumns(
  entry: TransactionListEntry,
): TransactionStateColumns & { readonly workflow: string | null } {
  const state = unwrapOperationalText(entry.state) ?? ''
  return {
    ...buildStateColumns(state, unwrapOperationalText(entry.transaction_state)),
    workflow: sanitizePlainCode(unwrapOperationalText(entry.workflow), 64),
  }
}
