import type { CompoundState, StateValue } from '@paydesk/shared/core/state'
import type { TransactionExplanation } from '@paydesk/shared/payments/transactions'

type Actor = TransactionExplanation['who']['actor']

interface Situation {
  /** Sentence of fact about the transaction, without a promise. */
  readonly says: string
  readonly actor: Actor
  readonly actorWords: string
}

const service = { actor: 'service', actorWords: 'The payment service' } as const
const customer = { actor: 'customer', actorWords: 'The customer' } as const
const operator = { actor: 'operator', actorWords: 'An operator' } as const
const nobody = { actor: 'nobody', actorWords: 'Nobody' } as const
const unknown = { actor: 'unknown', actorWords: 'Not known from the data' } as const

/** Situations that the interface or service-facts documents, and those of undocumented values. */
export const transactionSituations = {
  accepted: { says: 'Accepted by the gateway and not processed yet.', ...service },
  starting: { says: 'The service is starting the transaction.', ...service },
  validating: { says: 'The service is validating the transaction.', ...service },
  validated: { says: 'Validated by the service and in progress.', ...unknown },
  processing: { says: 'The service is processing the transaction.', ...service },
  instrument_verified: {
    says: 'The payment instrument is verified and the registration goes on.',
    ...service,
  },
  instrument_review: {
    says: 'The verification of the payment instrument failed and an operator must review it.',
    ...operator,
  },
  verification_amounts: { says: 'Waiting for the customer to prove the verification amounts.', ...customer },
  verification_restarted: { says: 'An operator restarted the verification.', ...service },
  code_details: { says: 'The details for the one-time code are being collected.', ...unknown },
  code_generating: { says: 'The service is generating the one-time code.', ...service },
  pin_generating: { says: 'The service is generating the PIN code.', ...service },
  await_code: { says: 'Waiting for the customer to enter the one-time code.', ...customer },
  await_pin: { says: 'Waiting for the customer to enter the PIN.', ...customer },
  engaging: { says: 'The service is engaging the customer.', ...customer },
  review: { says: 'In manual review: an operator must decide.', ...operator },
  hold: { says: 'On manual hold: an operator must decide.', ...operator },
  risk_review: { says: 'In risk review: an operator must decide.', ...operator },
  documents: { says: 'The service is processing documents of the customer.', ...service },
  success: { says: 'The service’s record says that the transaction succeeded.', ...nobody },
  declined: { says: 'The transaction was declined.', ...nobody },
  rejected: { says: 'The transaction was rejected.', ...nobody },
  failed: { says: 'The transaction failed.', ...nobody },
  expired: { says: 'The validity of the transaction ran out before it was completed.', ...nobody },
  cancelled: { says: 'The transaction was cancelled.', ...nobody },
  card_expired: { says: 'The card of the transaction had expired.', ...nobody },
  pending_unexplained: { says: 'Pending; the service gives no reason.', ...unknown },
  pending_undocumented: { says: 'Pending for a reason that is not documented.', ...unknown },
  undocumented: { says: 'In a state that is not documented; it is taken as not final.', ...unknown },
} as const satisfies Record<string, Situation>

export type SituationName = keyof typeof transactionSituations

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
