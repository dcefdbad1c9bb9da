import { z } from 'zod'

/**
 * State as given by the payment service. `known` is false for an undocumented value, which is shown grey and
 * unchanged and counts as not final (service-facts, State). `raw` is empty if no state was given.
 */
export const stateValue = z.strictObject({ raw: z.string(), known: z.boolean(), final: z.boolean() })
export type StateValue = z.infer<typeof stateValue>

/**
 * `compound_state`, or `transaction_state` in the per-customer list: informational, no decision depends on
 * it.
 */
export const compoundState = z.strictObject({
  raw: z.string(),
  /** Part after the point, or the whole text if the list gives only the reason. */
  reason: z.string(),
  known: z.boolean(),
})
export type CompoundState = z.infer<typeof compoundState>

type Tone = 'open' | 'review' | 'good' | 'bad' | 'ended'

/** Labels of every documented `state`. The tone selects an icon and a colour, never a colour alone. */
const states: Record<string, { word: string; tone: Tone; final: boolean }> = {
  PREFLIGHT: { word: 'Accepted, not started', tone: 'open', final: false },
  PENDING: { word: 'Pending', tone: 'open', final: false },
  MANUAL_REVIEW: { word: 'In manual review', tone: 'review', final: false },
  MANUAL_HOLD: { word: 'On hold', tone: 'review', final: false },
  PROCESSING_DOCUMENT: { word: 'Checking documents', tone: 'open', final: false },
  SUCCESS: { word: 'Success', tone: 'good', final: true },
  DECLINED: { word: 'Declined', tone: 'bad', final: true },
  REJECTED: { word: 'Rejected', tone: 'bad', final: true },
  FAILED: { word: 'Failed', tone: 'bad', final: true },
  EXPIRED: { word: 'Expired', tone: 'ended', final: true },
  CANCELLED: { word: 'Cancelled', tone: 'ended', final: true },
  CARD_EXPIRED: { word: 'Card expired', tone: 'bad', final: true },
}

/** Short labels of every documented reason, for rows and headings. */
const reasons: Record<string, string> = {
  PREFLIGHT: 'accepted by the gateway',
  STARTING_TRANSACTION: 'starting',
  VALIDATING_TRANSACTION: 'being validated',
  VALIDATED_TRANSACTION: 'validated',
  PROCESSING_TRANSACTION: 'being processed',
  PIV_SUCCESS: 'instrument verified',
  PIV_REVIEW: 'instrument under review',
  AWAIT_SECRET: 'waiting for verification amounts',
  RETRYING_TRANSACTION: 'verification restarted',
  COLLECT_OTP_DETAILS: 'collecting one-time code details',
  GENERATE_OTP: 'generating the one-time code',
  GENERATE_PIN_OTP: 'generating the PIN code',
  AWAIT_OTP: 'waiting for the one-time code',
  AWAIT_PIN: 'waiting for the PIN',
  CONTACTING_USER: 'engaging the customer',
  MANUAL_REVIEW: 'manual review',
  MANUAL_HOLD: 'on hold',
  RISK_REVIEW: 'risk review',
  COMPLETE: 'completed',
  OK: 'done',
  TRANSACTION_EXPIRED: 'validity ran out',
}

const reviewStates = new Set(['MANUAL_REVIEW', 'PIV_REVIEW', 'RISK_REVIEW', 'MANUAL_HOLD'])

/** Parses a `state` of the payment service. An undocumented value is not final. */
export function parseState(raw: string): StateValue {
  const known = Object.hasOwn(states, raw) ? states[raw] : undefined
  return { raw, known: known !== undefined, final: known?.final ?? false }
}

/** Parses `STATE.REASON` or a bare reason (both occur, service-facts, State). */
export function parseCompoundState(raw: string): CompoundState {
  const point = raw.indexOf('.')
  const reason = point < 0 ? raw : raw.slice(point + 1)
  return { raw, reason, known: Object.hasOwn(reasons, reason) || Object.hasOwn(states, reason) }
}

/**
 * Tells whether an operator must decide (service-facts, State). Does not consider tasks named by
 * notifications.
 */
export function isInReview(state: StateValue, compound: CompoundState): boolean {
  return !state.final && (reviewStates.has(state.raw) || reviewStates.has(compound.reason))
}

/** Returns the label of a state, or the raw value if it is undocumented. */
export function getStateLabel(state: StateValue): string {
  return Object.hasOwn(states, state.raw) ? (states[state.raw]?.word ?? state.raw) : state.raw
}

/** Returns `unknown` for an undocumented value: grey, never green. */
export function getStateTone(state: StateValue, inReview = false): Tone | 'unknown' {
  if (!state.known) return 'unknown'
  if (inReview) return 'review'
  return states[state.raw]?.tone ?? 'unknown'
}

/** Returns the short label of a reason, or null if it is undocumented. */
export function getReasonLabel(compound: CompoundState): string | null {
  return Object.hasOwn(reasons, compound.reason) ? (reasons[compound.reason] ?? null) : null
}

/** Documented values of `state`, in the order of a transaction's life. */
export const documentedStates: readonly string[] = Object.keys(states)

/** Steps of `workflow_state`, in the interface's order, with their meaning. */
export const workflowSteps = [
  { step: 'capture', word: 'Capture', means: 'payment details taken' },
  { step: 'charge', word: 'Charge', means: 'money taken' },
  { step: 'credit', word: 'Credit', means: 'money sent back' },
  { step: '3ds', word: '3-D Secure', means: 'card-scheme authentication' },
  { step: 'piv', word: 'PIV', means: 'payment instrument verification' },
  { step: 'sca', word: 'SCA', means: 'strong customer authentication' },
  { step: 'docs', word: 'Documents', means: 'document upload' },
  { step: 'kyc', word: 'KYC', means: 'identity review' },
] as const

/** Documented values of a workflow step. All others are shown grey and unchanged. */
export const documentedStepValues: readonly string[] = [
  'NA',
  'PENDING',
  'SUCCESS',
  'ACCEPTED',
  'FAILED',
  'EXPIRED',
]
