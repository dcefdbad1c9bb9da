import type { StepValues } from './states.ts'

/** Content of the notification of each known event, as in the sample bodies. */
export interface EventRow {
  readonly state: string
  readonly reason: string
  readonly code: string
  readonly description: string
  readonly steps: StepValues
  readonly provider: 'none' | 'ok' | 'failed'
  readonly card?: boolean
  readonly task?: boolean
}

const sca: StepValues = { sca: 'SUCCESS' }
const charged: StepValues = { charge: 'SUCCESS', sca: 'SUCCESS' }
const complete = {
  state: 'SUCCESS',
  reason: 'COMPLETE',
  code: '00',
  description: 'Approved and completed successfully',
  provider: 'ok',
} as const
const processing = {
  state: 'PENDING',
  reason: 'PROCESSING_TRANSACTION',
  code: 'IS0104',
  description: 'Processing transaction',
  provider: 'ok',
} as const
const done: StepValues = { capture: 'SUCCESS', charge: 'SUCCESS', sca: 'SUCCESS' }
const cardDone: StepValues = { ...done, '3ds': 'SUCCESS', piv: 'SUCCESS' }

function refused(
  state: string,
  description: string,
  steps: StepValues,
  provider: EventRow['provider'],
): EventRow {
  return { state, reason: 'RISK_REJECTED', code: 'IS0900', description, steps, provider }
}

function reviewing(reason: string, description: string, steps: StepValues): EventRow {
  return { state: 'PENDING', reason, code: 'IS0900', description, steps, provider: 'ok', task: true }
}

export const eventRows: Readonly<Record<string, EventRow>> = {
  transaction_accepted: { ...complete, steps: done },
  transaction_declined: refused('DECLINED', 'Declined', { charge: 'FAILED', sca: 'SUCCESS' }, 'failed'),
  transaction_expired: {
    ...refused('EXPIRED', 'Transaction expired', { sca: 'EXPIRED' }, 'none'),
    reason: 'TRANSACTION_EXPIRED',
  },
  transaction_cancelled: refused('CANCELLED', 'Cancelled', {}, 'none'),
  payment_success: { ...processing, steps: charged },
  payment_piv_success: {
    ...processing,
    reason: 'PIV_SUCCESS',
    code: 'IS0105',
    description: 'Instrument verified, registration continues',
    steps: { sca: 'SUCCESS', piv: 'SUCCESS' },
  },
  kyc_manual_review: reviewing('MANUAL_REVIEW', 'Manual review', { sca: 'SUCCESS', kyc: 'PENDING' }),
  kyc_manual_requested_document: reviewing('MANUAL_REVIEW', 'Document requested', {
    sca: 'SUCCESS',
    docs: 'PENDING',
    kyc: 'PENDING',
  }),
  capture_gateway_failed: { ...processing, steps: { capture: 'FAILED' }, provider: 'failed', card: true },
  capture_failures_exceeded: {
    ...refused('FAILED', 'Too many attempts', { capture: 'FAILED' }, 'failed'),
    card: true,
  },
  risk_auto_rejected: refused('REJECTED', 'Rejected by risk rules', sca, 'none'),
  risk_manual_rejected: refused('REJECTED', 'Rejected by an operator', sca, 'none'),
  manual_risk_review: reviewing('RISK_REVIEW', 'Risk review', sca),
  payment_manually_accepted: { ...processing, steps: charged },
  refund_issued: { ...complete, steps: { ...done, credit: 'SUCCESS' }, card: true },
  refund_pending: { ...complete, steps: { ...done, credit: 'PENDING' }, card: true },
  refund_failed: { ...complete, steps: { ...done, credit: 'FAILED' }, card: true },
  chargeback_flagged: { ...complete, steps: done, card: true },
  dispute_flagged: { ...complete, steps: cardDone, card: true },
  fraud_flagged: { ...complete, steps: cardDone, card: true },
}

export const knownEvents: readonly string[] = Object.keys(eventRows)
