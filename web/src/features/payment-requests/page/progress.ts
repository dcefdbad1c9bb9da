import { getStateLabel, getStateTone } from '@paydesk/shared/core/state'
import type { PaymentRequest } from '@paydesk/shared/payments/payment-requests'
import { describeRequester } from '../labels.ts'

/** `unsure`: the outcome is unknown. `now`: the step that is waited for. */
export type ProgressStepState = 'done' | 'now' | 'failed' | 'unsure' | 'ahead'

export interface RequestProgressStep {
  readonly word: string
  readonly state: ProgressStepState
  readonly detail: string | null
  /** UTC, ISO 8601. */
  readonly at: string | null
}

type StepStatus = Omit<RequestProgressStep, 'word'>
type CurrentState = NonNullable<PaymentRequest['now']>

/**
 * Reasons of an open payment that waits for the customer or has just started (interface, compound states).
 */
const customerReasons: ReadonlySet<string> = new Set([
  'STARTING_TRANSACTION',
  'VALIDATING_TRANSACTION',
  'VALIDATED_TRANSACTION',
  'CONTACTING_USER',
  'AWAIT_SECRET',
  'AWAIT_OTP',
  'AWAIT_PIN',
  'COLLECT_OTP_DETAILS',
  'GENERATE_OTP',
  'GENERATE_PIN_OTP',
])

/**
 * Cause of an open payment's wait. `over`: expired, but nobody has said so yet; `unsaid`: any other cause.
 */
export type PaymentWait = 'operator' | 'over' | 'customer' | 'unsaid'

/** @param at current time, ms since 1970 */
export function classifyPaymentWait(
  { inReview, expiresAt, state, compound }: Omit<CurrentState, 'isFinal'>,
  at: number,
): PaymentWait {
  if (inReview) return 'operator'
  if (expiresAt !== null && Date.parse(expiresAt) <= at) return 'over'
  const isCustomer =
    state.raw === 'PREFLIGHT' ||
    (state.raw === 'PENDING' && compound !== null && customerReasons.has(compound.reason))
  return isCustomer ? 'customer' : 'unsaid'
}

const upcoming: StepStatus = { state: 'ahead', detail: null, at: null }

/** Builds the steps from preparation in Paydesk to confirmation, as far as known at `at` (ms since 1970). */
export function buildRequestProgress(request: PaymentRequest, at: number): readonly RequestProgressStep[] {
  return [
    {
      word: 'Prepared',
      state: 'done',
      detail: `by ${describeRequester(request).replace(/^You$/, 'you')}`,
      at: request.madeAt,
    },
    { word: 'Sent', ...sentStep(request) },
    { word: 'Created', ...createdStep(request) },
    { word: 'Customer', ...customerStep(request, at) },
    { word: 'Ended', ...endedStep(request) },
    { word: 'Proved', ...confirmedStep(request) },
  ]
}

function sentStep({ status, sentAt, endedAt }: PaymentRequest): StepStatus {
  switch (status) {
    case 'draft':
      return upcoming
    case 'sending':
      return { state: 'now', detail: 'on its way', at: sentAt }
    case 'not_sent':
      return { state: 'failed', detail: 'nothing left', at: endedAt }
    case 'unknown':
      return { state: 'unsure', detail: 'no answer that settles it', at: sentAt }
    case 'created':
    case 'refused':
    case 'absent':
      return { state: 'done', detail: 'once', at: sentAt }
  }
}

function createdStep({ status, endedAt }: PaymentRequest): StepStatus {
  switch (status) {
    case 'created':
      return { state: 'done', detail: 'by the service', at: endedAt }
    case 'refused':
      return { state: 'failed', detail: 'refused', at: endedAt }
    case 'absent':
      return { state: 'failed', detail: 'not created', at: endedAt }
    case 'unknown':
      return { state: 'unsure', detail: 'being found out', at: null }
    case 'draft':
    case 'sending':
    case 'not_sent':
      return upcoming
  }
}

const paymentWaitLabels: Readonly<Record<PaymentWait, string>> = {
  operator: 'an operator decides',
  customer: 'has to pay',
  over: 'time is over',
  unsaid: 'under way',
}

function customerStep({ status, now }: PaymentRequest, at: number): StepStatus {
  if (status !== 'created') return upcoming
  if (now?.isFinal) return { ...upcoming, state: 'done' }
  return {
    state: 'now',
    detail: paymentWaitLabels[now === null ? 'unsaid' : classifyPaymentWait(now, at)],
    at: null,
  }
}

function endedStep({ status, now }: PaymentRequest): StepStatus {
  if (status !== 'created' || !now?.isFinal) return upcoming
  const isBad = getStateTone(now.state) === 'bad'
  return { state: isBad ? 'failed' : 'done', detail: getStateLabel(now.state).toLowerCase(), at: null }
}

function confirmedStep({ status, now }: PaymentRequest): StepStatus {
  if (status !== 'created' || !now?.isFinal) return upcoming
  switch (now.finality) {
    case 'proved':
      return { state: 'done', detail: 'notification and read agree', at: null }
    case 'two_reads':
      return { state: 'unsure', detail: 'by two reads only', at: null }
    case 'unproved':
    case 'open':
      return { state: 'now', detail: 'not yet', at: null }
  }
}
