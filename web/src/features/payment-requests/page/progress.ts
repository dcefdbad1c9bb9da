import type { Formatter } from '@paydesk/shared/core/formatter'
import { getStateLabel, getStateTone, type StateTexts } from '@paydesk/shared/core/state'
import type { PaymentRequest } from '@paydesk/shared/payments/payment-requests'
import type { ColleagueNamer } from '../../../lib/messages/use-format-colleague-name.ts'
import { formatByRequester, type PaymentRequestTexts } from '../labels.ts'

/** `unsure`: the outcome is unknown. `now`: the step that is waited for. */
export type PaymentRequestStepState = 'done' | 'now' | 'failed' | 'unsure' | 'ahead'

type ProgressTexts = PaymentRequestTexts['progress']

export interface PaymentRequestProgressStep {
  readonly step: keyof ProgressTexts['steps']
  readonly state: PaymentRequestStepState
  readonly detail: string | null
  /** UTC, ISO 8601. */
  readonly at: string | null
}

type StepStatus = Omit<PaymentRequestProgressStep, 'step'>
type CurrentState = NonNullable<PaymentRequest['current']>

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
export type PaymentWaitCause = 'operator' | 'over' | 'customer' | 'unsaid'

/** @param at current time, ms since 1970 */
export function classifyPaymentWaitCause(
  { inReview, expiresAt, state, compound }: Omit<CurrentState, 'isFinal'>,
  at: number,
): PaymentWaitCause {
  if (inReview) return 'operator'
  if (expiresAt !== null && Date.parse(expiresAt) <= at) return 'over'
  const isCustomer =
    state.raw === 'PREFLIGHT' ||
    (state.raw === 'PENDING' && compound !== null && customerReasons.has(compound.reason))
  return isCustomer ? 'customer' : 'unsaid'
}

const upcoming: StepStatus = { state: 'ahead', detail: null, at: null }

interface ProgressOptions {
  /** Current time, ms since 1970. */
  readonly at: number
  readonly texts: PaymentRequestTexts
  readonly states: StateTexts
  readonly format: Formatter
  readonly nameColleague: ColleagueNamer
}

/** Builds the steps from preparation in Paydesk to confirmation, as far as known at `at`. */
export function buildPaymentRequestProgress(
  request: PaymentRequest,
  { at, texts, states, format, nameColleague }: ProgressOptions,
): readonly PaymentRequestProgressStep[] {
  const { progress } = texts
  const prepared = {
    state: 'done',
    detail: formatByRequester(request, texts, format, nameColleague),
    at: request.createdAt,
  } as const
  return [
    { step: 'prepared', ...prepared },
    { step: 'sent', ...sentStep(request, progress) },
    { step: 'created', ...createdStep(request, progress) },
    { step: 'customer', ...customerStep(request, at, progress) },
    { step: 'final', ...finalStep(request, states) },
    { step: 'confirmed', ...confirmedStep(request, progress) },
  ]
}

function sentStep({ status, sentAt, endedAt }: PaymentRequest, texts: ProgressTexts): StepStatus {
  switch (status) {
    case 'draft':
      return upcoming
    case 'sending':
      return { state: 'now', detail: texts.sending, at: sentAt }
    case 'not_sent':
      return { state: 'failed', detail: texts.notSent, at: endedAt }
    case 'unknown':
      return { state: 'unsure', detail: texts.noAnswer, at: sentAt }
    case 'created':
    case 'refused':
    case 'absent':
      return { state: 'done', detail: texts.once, at: sentAt }
  }
}

function createdStep({ status, endedAt }: PaymentRequest, texts: ProgressTexts): StepStatus {
  switch (status) {
    case 'created':
      return { state: 'done', detail: texts.byService, at: endedAt }
    case 'refused':
      return { state: 'failed', detail: texts.rejected, at: endedAt }
    case 'absent':
      return { state: 'failed', detail: texts.notCreated, at: endedAt }
    case 'unknown':
      return { state: 'unsure', detail: texts.checking, at: null }
    case 'draft':
    case 'sending':
    case 'not_sent':
      return upcoming
  }
}

function customerStep(
  { status, current }: PaymentRequest,
  at: number,
  { waitsFor }: ProgressTexts,
): StepStatus {
  if (status !== 'created') return upcoming
  if (current?.isFinal) return { ...upcoming, state: 'done' }
  return {
    state: 'now',
    detail: waitsFor[current === null ? 'unsaid' : classifyPaymentWaitCause(current, at)],
    at: null,
  }
}

function finalStep({ status, current }: PaymentRequest, states: StateTexts): StepStatus {
  if (status !== 'created' || !current?.isFinal) return upcoming
  const isBad = getStateTone(current.state) === 'bad'
  return { state: isBad ? 'failed' : 'done', detail: getStateLabel(current.state, states), at: null }
}

function confirmedStep({ status, current }: PaymentRequest, texts: ProgressTexts): StepStatus {
  if (status !== 'created' || !current?.isFinal) return upcoming
  switch (current.finality) {
    case 'confirmed':
      return { state: 'done', detail: texts.agree, at: null }
    case 'confirmed_by_second_read':
      return { state: 'unsure', detail: texts.secondRead, at: null }
    case 'unconfirmed':
    case 'open':
      return { state: 'now', detail: texts.notYet, at: null }
  }
}
