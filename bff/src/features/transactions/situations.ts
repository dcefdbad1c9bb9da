import type { CompoundState, StateValue } from '@paydesk/shared/core/state'
import type { ExplanationCode, TransactionExplanation } from '@paydesk/shared/payments/transactions'

type Actor = TransactionExplanation['nextActor']['actor']

/** Situations that the interface or service-facts documents, and those of undocumented values: who must act. */
export const nextActorBySituation = {
  accepted: 'service',
  starting: 'service',
  validating: 'service',
  validated: 'unknown',
  processing: 'service',
  instrument_verified: 'service',
  instrument_review: 'operator',
  verification_amounts: 'customer',
  verification_restarted: 'service',
  code_details: 'unknown',
  code_generating: 'service',
  pin_generating: 'service',
  await_code: 'customer',
  await_pin: 'customer',
  engaging: 'customer',
  review: 'operator',
  hold: 'operator',
  risk_review: 'operator',
  documents: 'service',
  success: 'nobody',
  declined: 'nobody',
  rejected: 'nobody',
  failed: 'nobody',
  expired: 'nobody',
  cancelled: 'nobody',
  card_expired: 'nobody',
  pending_unexplained: 'unknown',
  pending_undocumented: 'unknown',
  undocumented: 'unknown',
} as const satisfies Partial<Record<ExplanationCode, Actor>>

export type SituationName = keyof typeof nextActorBySituation

const byReason: Readonly<Record<string, SituationName>> = {
  STARTING_TRANSACTION: 'starting',
  VALIDATING_TRANSACTION: 'validating',
  VALIDATED_TRANSACTION: 'validated',
  PROCESSING_TRANSACTION: 'processing',
  PIV_SUCCESS: 'instrument_verified',
  PIV_REVIEW: 'instrument_review',
  AWAIT_SECRET: 'verification_amounts',
  RETRYING_TRANSACTION: 'verification_restarted',
  COLLECT_OTP_DETAILS: 'code_details',
  GENERATE_OTP: 'code_generating',
  GENERATE_PIN_OTP: 'pin_generating',
  AWAIT_OTP: 'await_code',
  AWAIT_PIN: 'await_pin',
  CONTACTING_USER: 'engaging',
  MANUAL_REVIEW: 'review',
  MANUAL_HOLD: 'hold',
  RISK_REVIEW: 'risk_review',
}

const byState: Readonly<Record<string, SituationName>> = {
  PREFLIGHT: 'accepted',
  MANUAL_REVIEW: 'review',
  MANUAL_HOLD: 'hold',
  PROCESSING_DOCUMENT: 'documents',
  SUCCESS: 'success',
  DECLINED: 'declined',
  REJECTED: 'rejected',
  FAILED: 'failed',
  EXPIRED: 'expired',
  CANCELLED: 'cancelled',
  CARD_EXPIRED: 'card_expired',
}

/**
 * Derives the situation of a transaction. `state` decides; the reason only refines a pending state, because
 * reasons may change without notice (service-facts, State).
 */
export function getSituationName(state: StateValue, compound: CompoundState | null): SituationName {
  const decided = Object.hasOwn(byState, state.raw) ? byState[state.raw] : undefined
  if (decided !== undefined) return decided
  if (state.raw !== 'PENDING') return 'undocumented'
  if (compound === null) return 'pending_unexplained'
  const { reason } = compound
  return (Object.hasOwn(byReason, reason) ? byReason[reason] : undefined) ?? 'pending_undocumented'
}
