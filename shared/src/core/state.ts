import { z } from 'zod'

/**
 * State as given by the payment service. `known` is false for an undocumented value, which is shown grey and
 * unchanged and counts as not final (service-facts, State). `raw` is empty if no state was given.
 */
export const stateValueSchema = z.strictObject({
  raw: z.string(),
  documented: z.boolean(),
  final: z.boolean(),
})
export type StateValue = z.infer<typeof stateValueSchema>

/**
 * `compound_state`, or `transaction_state` in the per-customer list: informational, no decision depends on
 * it.
 */
export const compoundStateSchema = z.strictObject({
  raw: z.string(),
  /** Part after the point, or the whole text if the list gives only the reason. */
  reason: z.string(),
  documented: z.boolean(),
})
export type CompoundState = z.infer<typeof compoundStateSchema>

type Tone = 'open' | 'review' | 'good' | 'bad' | 'ended'

/** Every documented `state`. The tone selects an icon and a colour, never a colour alone. */
const states: Record<string, { tone: Tone; final: boolean }> = {
  PREFLIGHT: { tone: 'open', final: false },
  PENDING: { tone: 'open', final: false },
  MANUAL_REVIEW: { tone: 'review', final: false },
  MANUAL_HOLD: { tone: 'review', final: false },
  PROCESSING_DOCUMENT: { tone: 'open', final: false },
  SUCCESS: { tone: 'good', final: true },
  DECLINED: { tone: 'bad', final: true },
  REJECTED: { tone: 'bad', final: true },
  FAILED: { tone: 'bad', final: true },
  EXPIRED: { tone: 'ended', final: true },
  CANCELLED: { tone: 'ended', final: true },
  CARD_EXPIRED: { tone: 'bad', final: true },
}

/** Every documented reason. */
const reasons = new Set([
  'PREFLIGHT',
  'STARTING_TRANSACTION',
  'VALIDATING_TRANSACTION',
  'VALIDATED_TRANSACTION',
  'PROCESSING_TRANSACTION',
  'PIV_SUCCESS',
  'PIV_REVIEW',
  'AWAIT_SECRET',
  'RETRYING_TRANSACTION',
  'COLLECT_OTP_DETAILS',
  'GENERATE_OTP',
  'GENERATE_PIN_OTP',
  'AWAIT_OTP',
  'AWAIT_PIN',
  'CONTACTING_USER',
  'MANUAL_REVIEW',
  'MANUAL_HOLD',
  'RISK_REVIEW',
  'COMPLETE',
  'OK',
  'TRANSACTION_EXPIRED',
])

const reviewStates = new Set(['MANUAL_REVIEW', 'PIV_REVIEW', 'RISK_REVIEW', 'MANUAL_HOLD'])

/** Parses a `state` of the payment service. An undocumented value is not final. */
export function parseTransactionState(raw: string): StateValue {
  const known = Object.hasOwn(states, raw) ? states[raw] : undefined
  return { raw, documented: known !== undefined, final: known?.final ?? false }
}

/** Parses `STATE.REASON` or a bare reason (both occur, service-facts, State). */
export function parseCompoundState(raw: string): CompoundState {
  const point = raw.indexOf('.')
  const reason = point < 0 ? raw : raw.slice(point + 1)
  return { raw, reason, documented: reasons.has(reason) || Object.hasOwn(states, reason) }
}

/**
 * Tells whether an operator must decide (service-facts, State). Does not consider tasks named by
 * notifications.
 */
export function isInReview(state: StateValue, compound: CompoundState): boolean {
  return !state.final && (reviewStates.has(state.raw) || reviewStates.has(compound.reason))
}

/** Labels of states and reasons in one language: section `ui` of the message catalogue. */
export interface StateTexts {
  readonly states: Readonly<Record<string, string>>
  readonly reasons: Readonly<Record<string, string>>
}

const labelOf = (labels: Readonly<Record<string, string>>, code: string) =>
  Object.hasOwn(labels, code) ? labels[code] : undefined

/** Returns the label of a state, or the raw value if it is undocumented. */
export function getStateLabel({ raw }: StateValue, { states: labels }: StateTexts): string {
  return labelOf(labels, raw) ?? raw
}

/** Returns `unknown` for an undocumented value: grey, never green. */
export function getStateTone(state: StateValue, inReview = false): Tone | 'unknown' {
  if (!state.documented) return 'unknown'
  if (inReview) return 'review'
  return states[state.raw]?.tone ?? 'unknown'
}

/** Returns the short label of a reason, or null if it is undocumented. */
export function getStateReasonLabel(
  { reason }: CompoundState,
  { reasons: labels }: StateTexts,
): string | null {
  return labelOf(labels, reason) ?? null
}

/** Tells whether the label of the reason only repeats that of the state, such as "expired" beside "Expired". */
export function repeatsState(compound: CompoundState, state: StateValue, texts: StateTexts): boolean {
  const word = getStateReasonLabel(compound, texts)
  return word !== null && word.toLowerCase() === getStateLabel(state, texts).toLowerCase()
}

/** Documented values of `state`, in the order of a transaction's life. */
export const documentedStates: readonly string[] = Object.keys(states)

/** Steps of `workflow_state`, in the interface's order. */
export const workflowSteps = ['capture', 'charge', 'credit', '3ds', 'piv', 'sca', 'docs', 'kyc'] as const

/** Documented values of a workflow step. All others are shown grey and unchanged. */
export const documentedWorkflowStepValues: readonly string[] = [
  'NA',
  'PENDING',
  'SUCCESS',
  'ACCEPTED',
  'FAILED',
  'EXPIRED',
]
