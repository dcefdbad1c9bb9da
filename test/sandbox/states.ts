/** Workflow steps, states and reasons named by the interface and the known facts. */
export const workflowSteps = ['capture', 'charge', 'credit', '3ds', 'piv', 'sca', 'docs', 'kyc'] as const
type Step = (typeof workflowSteps)[number]
export type StepValues = Partial<Record<Step, string>>

export interface StateRow {
  readonly state: string
  readonly reason: string
  readonly code: string
  readonly description: string
  readonly steps: StepValues
  /** Response of the payment provider, if it has answered. */
  readonly provider: 'none' | 'ok' | 'failed'
  readonly events: readonly string[]
  /** True for reasons that the sample list shows without the state. */
  readonly bareInList?: boolean
  readonly bareInRecord?: boolean
  readonly inReview?: boolean
}

function pending(
  reason: string,
  code: string,
  description: string,
  values: StepValues = { sca: 'PENDING' },
): StateRow {
  return { state: 'PENDING', reason, code, description, steps: values, provider: 'none', events: [] }
}

function review(
  reason: string,
  code: string,
  description: string,
  event: string,
  values: StepValues,
): StateRow {
  return {
    state: 'PENDING',
    reason,
    code,
    description,
    steps: values,
    provider: 'ok',
    events: [event],
    inReview: true,
  }
}

function ended(
  state: string,
  reason: string,
  description: string,
  event: string,
  values: StepValues,
  provider: StateRow['provider'],
): StateRow {
  return { state, reason, code: 'IS0900', description, steps: values, provider, events: [event] }
}

const kycPending: StepValues = { sca: 'SUCCESS', kyc: 'PENDING' }
const pivAndKyc: StepValues = { sca: 'SUCCESS', piv: 'PENDING', kyc: 'PENDING' }
const paid: StepValues = { capture: 'SUCCESS', charge: 'SUCCESS', sca: 'SUCCESS' }

const stateRows = {
  preflight: {
    state: 'PREFLIGHT',
    reason: 'PREFLIGHT',
    code: 'IS0001',
    description: 'Accepted by the gateway',
    steps: {},
    provider: 'none',
    events: [],
  },
  starting: pending('STARTING_TRANSACTION', 'IS0101', 'Transaction in progress', {}),
  validating: pending('VALIDATING_TRANSACTION', 'IS0102', 'Transaction is being validated', {}),
  validated: pending('VALIDATED_TRANSACTION', 'IS0103', 'Transaction validated', {}),
  processing: {
    state: 'PENDING',
    reason: 'PROCESSING_TRANSACTION',
    code: 'IS0104',
    description: 'Processing transaction',
    steps: { charge: 'SUCCESS', sca: 'SUCCESS' },
    provider: 'ok',
    events: ['payment_success'],
  },
  'piv-success': {
    state: 'PENDING',
    reason: 'PIV_SUCCESS',
    code: 'IS0105',
    description: 'Instrument verified, registration continues',
    steps: { piv: 'SUCCESS', sca: 'SUCCESS' },
    provider: 'ok',
    events: ['payment_piv_success'],
  },
  'piv-review': review(
    'PIV_REVIEW',
    'IS0106',
    'The payment instrument check needs manual review',
    'kyc_manual_review',
    pivAndKyc,
  ),
  'await-secret': pending('AWAIT_SECRET', 'IS0109', 'Waiting for the verification amounts', {
    piv: 'PENDING',
    sca: 'SUCCESS',
  }),
  retrying: pending('RETRYING_TRANSACTION', 'IS0110', 'Verification restarted', { piv: 'PENDING' }),
  'collect-otp': pending('COLLECT_OTP_DETAILS', 'IS0111', 'Collecting details for the one-time code'),
  'generate-otp': pending('GENERATE_OTP', 'IS0112', 'Generating the one-time code'),
  'generate-pin': pending('GENERATE_PIN_OTP', 'IS0113', 'Generating the PIN code'),
  'await-otp': pending('AWAIT_OTP', 'IS0114', 'Waiting for the one-time code'),
  'await-pin': pending('AWAIT_PIN', 'IS0115', 'Waiting for the PIN'),
  'contacting-user': pending('CONTACTING_USER', 'IS0101', 'Transaction in progress'),
  'manual-review': {
    ...review('MANUAL_REVIEW', 'IS0901', 'Manual review', 'kyc_manual_review', pivAndKyc),
    bareInList: true,
    bareInRecord: true,
  },
  'manual-hold': review('MANUAL_HOLD', 'IS0900', 'Held for an operator', 'kyc_manual_review', kycPending),
  'risk-review': review('RISK_REVIEW', 'IS0900', 'Risk review', 'manual_risk_review', { sca: 'SUCCESS' }),
  'state-manual-review': {
    ...review('MANUAL_REVIEW', 'IS0901', 'Manual review', 'kyc_manual_review', kycPending),
    state: 'MANUAL_REVIEW',
    bareInList: true,
  },
  'processing-document': {
    ...review('DOCUMENT_UPLOADED', 'IS0900', 'Document requested', 'kyc_manual_requested_document', {
      sca: 'SUCCESS',
      docs: 'PENDING',
      kyc: 'PENDING',
    }),
    state: 'PROCESSING_DOCUMENT',
  },
  success: {
    state: 'SUCCESS',
    reason: 'COMPLETE',
    code: '00',
    description: 'Approved and completed successfully',
    steps: paid,
    provider: 'ok',
    events: ['payment_success', 'transaction_accepted'],
  },
  'success-ok': {
    state: 'SUCCESS',
    reason: 'OK',
    code: '00',
    description: 'Approved and completed successfully',
    steps: paid,
    provider: 'ok',
    events: ['payment_success', 'transaction_accepted'],
    bareInList: true,
    bareInRecord: true,
  },
  declined: ended(
    'DECLINED',
    'RISK_REJECTED',
    'Declined',
    'transaction_declined',
    { charge: 'FAILED', sca: 'SUCCESS' },
    'failed',
  ),
  rejected: ended(
    'REJECTED',
    'RISK_REJECTED',
    'Rejected by risk rules',
    'risk_auto_rejected',
    { charge: 'FAILED', sca: 'SUCCESS' },
    'failed',
  ),
  failed: ended(
    'FAILED',
    'PROVIDER_ERROR',
    'Provider error',
    'capture_failures_exceeded',
    { sca: 'FAILED' },
    'failed',
  ),
  expired: {
    ...ended(
      'EXPIRED',
      'TRANSACTION_EXPIRED',
      'Transaction expired',
      'transaction_expired',
      { sca: 'EXPIRED' },
      'none',
    ),
    bareInList: true,
  },
  cancelled: ended('CANCELLED', 'RISK_REJECTED', 'Cancelled', 'transaction_cancelled', {}, 'none'),
  'card-expired': ended(
    'CARD_EXPIRED',
    'CARD_EXPIRED',
    'The card has expired',
    'transaction_declined',
    { capture: 'EXPIRED' },
    'failed',
  ),
} satisfies Record<string, StateRow>

export type StateRowName = keyof typeof stateRows

export function stateRow(name: StateRowName): StateRow {
  return stateRows[name]
}

export const stateRowNames: readonly StateRowName[] = Object.keys(stateRows).filter(isStateRowName)

export function isStateRowName(name: unknown): name is StateRowName {
  return typeof name === 'string' && Object.hasOwn(stateRows, name)
}

const finalStates = new Set([
  'SUCCESS',
  'DECLINED',
  'REJECTED',
  'FAILED',
  'EXPIRED',
  'CANCELLED',
  'CARD_EXPIRED',
])

export function isFinal(state: string): boolean {
  return finalStates.has(state)
}
