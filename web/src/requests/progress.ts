import type { PaymentRequest } from '@paydesk/shared/payment-request'
import { stateTone, stateWord } from '@paydesk/shared/state'
import { makerWord } from './words.ts'

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

const ahead: Part = { stand: 'ahead', says: null, at: null }

/** The way of a payment from this office to its proof, as far as it is known. */
export function progressOf(request: PaymentRequest): readonly ProgressStep[] {
  return [
    {
      word: 'Prepared',
      stand: 'done',
      says: `by ${makerWord(request).replace(/^You$/, 'you')}`,
      at: request.madeAt,
    },
    { word: 'Sent', ...sent(request) },
    { word: 'Created', ...created(request) },
    { word: 'Customer', ...customer(request) },
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
      return { stand: 'unsure', says: 'no answer came', at: sentAt }
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

function customer({ status, now }: PaymentRequest): Part {
  if (status !== 'created') return ahead
  if (now?.isFinal) return { ...ahead, stand: 'done' }
  const says = now?.inReview ? 'an operator decides' : 'has to pay'
  return { stand: 'now', says, at: null }
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
      return { stand: 'done', says: 'by two reads', at: null }
    case 'unproved':
    case 'open':
      return { stand: 'now', says: 'not yet', at: null }
  }
}
