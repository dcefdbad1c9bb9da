import { stateTone, stateWord } from '@paydesk/shared/core/state'
import type { PaymentRequest } from '@paydesk/shared/payments/payment-request'
import { makerWord } from '../words.ts'

/** `unsure`: it is not known; `now`: what is waited for. */
export type StepStand = 'done' | 'now' | 'failed' | 'unsure' | 'ahead'

export interface ProgressStep {
  readonly word: string
  readonly stand: StepStand
  readonly says: string | null
  /** ISO 8601 UTC. */
  readonly at: string | null
}

type Part = Omit<ProgressStep, 'word'>
type Now = NonNullable<PaymentRequest['now']>

/** With these an open payment stands with the customer, or nothing has happened yet (interface, compound states). */
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

/** What an open payment waits for: `over` is its time and nobody has said so yet; `unsaid` is anything else. */
export type Awaits = 'operator' | 'over' | 'customer' | 'unsaid'

/** @param at now, in ms since 1970 */
export function awaits({ inReview, expiresAt, state, compound }: Omit<Now, 'isFinal'>, at: number): Awaits {
  if (inReview) return 'operator'
  if (expiresAt !== null && Date.parse(expiresAt) <= at) return 'over'
  const isCustomer =
    state.raw === 'PREFLIGHT' ||
    (state.raw === 'PENDING' && compound !== null && customerReasons.has(compound.reason))
  return isCustomer ? 'customer' : 'unsaid'
}

const ahead: Part = { stand: 'ahead', says: null, at: null }

/** The way of a payment from this office to its proof, as far as it is known at this time (ms since 1970). */
export function progressOf(request: PaymentRequest, at: number): readonly ProgressStep[] {
  return [
    {
      word: 'Prepared',
      stand: 'done',
      says: `by ${makerWord(request).replace(/^You$/, 'you')}`,
      at: request.madeAt,
    },
    { word: 'Sent', ...sent(request) },
    { word: 'Created', ...created(request) },
    { word: 'Customer', ...customer(request, at) },
    { word: 'Ended', ...ended(request) },
    { word: 'Proved', ...proved(request) },
  ]
}

function sent({ status, sentAt, endedAt }: PaymentRequest): Part {
  switch (status) {
    case 'draft':
      return ahead
    case 'sending':
      return { stand: 'now', says: 'on its way', at: sentAt }
    case 'not_sent':
      return { stand: 'failed', says: 'nothing left', at: endedAt }
    case 'unknown':
      return { stand: 'unsure', says: 'no answer that settles it', at: sentAt }
    case 'created':
    case 'refused':
    case 'absent':
      return { stand: 'done', says: 'once', at: sentAt }
  }
}

function created({ status, endedAt }: PaymentRequest): Part {
  switch (status) {
    case 'created':
      return { stand: 'done', says: 'by the service', at: endedAt }
    case 'refused':
      return { stand: 'failed', says: 'refused', at: endedAt }
    case 'absent':
      return { stand: 'failed', says: 'not created', at: endedAt }
    case 'unknown':
      return { stand: 'unsure', says: 'being found out', at: null }
    case 'draft':
    case 'sending':
    case 'not_sent':
      return ahead
  }
}

const awaitsWords: Readonly<Record<Awaits, string>> = {
  operator: 'an operator decides',
  customer: 'has to pay',
  over: 'time is over',
  unsaid: 'under way',
}

function customer({ status, now }: PaymentRequest, at: number): Part {
  if (status !== 'created') return ahead
  if (now?.isFinal) return { ...ahead, stand: 'done' }
  return { stand: 'now', says: awaitsWords[now === null ? 'unsaid' : awaits(now, at)], at: null }
}

function ended({ status, now }: PaymentRequest): Part {
  if (status !== 'created' || !now?.isFinal) return ahead
  const isBad = stateTone(now.state) === 'bad'
  return { stand: isBad ? 'failed' : 'done', says: stateWord(now.state).toLowerCase(), at: null }
}

function proved({ status, now }: PaymentRequest): Part {
  if (status !== 'created' || !now?.isFinal) return ahead
  switch (now.finality) {
    case 'proved':
      return { stand: 'done', says: 'notification and read agree', at: null }
    case 'two_reads':
      return { stand: 'unsure', says: 'by two reads only', at: null }
    case 'unproved':
    case 'open':
      return { stand: 'now', says: 'not yet', at: null }
  }
}
