import type { DecisionView } from '@paydesk/shared/work/decision'
import type { ReactNode } from 'react'
import { duration } from '../../ui/text/received-words.ts'
import type { Tone } from '../../ui/text/state-mark.tsx'
import { Mark } from '../../ui/text/state-mark.tsx'
import styles from './decisions.module.css'
import { statusWords } from './words.ts'

interface Standing {
  readonly word: string
  /** More of it, for hover. */
  readonly says: string
  readonly tone: Tone
}

const tones: Record<DecisionView['status'], Tone> = {
  waiting: 'review',
  confirmed: 'open',
  refused: 'bad',
  sent_back: 'review',
  withdrawn: 'ended',
  expired: 'ended',
  overtaken: 'ended',
}

/** When nothing was missing any more: the second person's answer, or the decision where none was needed. */
function decidedAt({ at, second }: DecisionView): string {
  return second?.answer === 'confirm' ? second.at : at
}

/**
 * "after 3 h" from the decision to the service's end of it; "within" where the end lies between two looks
 * of which the first was before the decision.
 */
function timeTaken(decision: DecisionView): string {
  const { outcome } = decision
  if (outcome === null) return ''
  const start = Date.parse(decidedAt(decision))
  const words = duration(Math.max(0, Date.parse(outcome.to) - start))
  const isAfter = outcome.from !== null && Date.parse(outcome.from) >= start
  return isAfter ? `after ${words}` : `within ${words}`
}

const waits = 'waiting for the service'

/** What stands between the confirmation and the end that the service gives it. */
const waitingAs: Record<NonNullable<DecisionView['action']>['status'] | 'nothing', Standing> = {
  nothing: {
    word: waits,
    says: 'Decided. Paydesk does not carry it out and has sent nothing.',
    tone: 'open',
  },
  planned: { word: 'about to be sent', says: 'Decided. Nothing has been sent yet.', tone: 'open' },
  sending: { word: 'sent, no answer yet', says: 'The request to the service was sent.', tone: 'open' },
  answered: {
    word: waits,
    says: 'The service took the request. Whether it followed, only its state says.',
    tone: 'open',
  },
  refused: { word: 'request refused', says: 'The service refused the request.', tone: 'bad' },
  unknown: {
    word: 'sent, outcome not known',
    says: 'It is not known whether the service carried it out. It is not sent again; the state decides.',
    tone: 'review',
  },
  not_sent: {
    word: 'not sent',
    says: 'Decided. Paydesk could not send it; its page says why.',
    tone: 'review',
  },
}

/** Where a decision stands: with the second person, with the service, or at its end. */
export function standingOf(decision: DecisionView): Standing {
  const { status, followUp } = decision
  if (status !== 'confirmed' || followUp === null)
    return { word: statusWords[status], says: statusWords[status], tone: tones[status] }
  const noCause = 'That does not say that the decision was its cause.'
  switch (followUp) {
    case 'waiting':
      return waitingAs[decision.action?.status ?? 'nothing']
    case 'followed':
      return {
        word: `followed ${timeTaken(decision)}`,
        says: `The service ended it as decided. ${noCause}`,
        tone: 'good',
      }
    case 'opposite':
      return {
        word: `service did the opposite ${timeTaken(decision)}`,
        says: 'The service ended it against what was decided.',
        tone: 'bad',
      }
    case 'not_followed':
      return {
        word: `not followed ${timeTaken(decision)}`,
        says: 'The service ended it in another way than decided.',
        tone: 'review',
      }
  }
}

/** The same with its mark; said without its colour too. */
export function StandingWord({ decision }: { readonly decision: DecisionView }): ReactNode {
  const { word, says, tone } = standingOf(decision)
  return (
    <span className={styles.standing} title={says}>
      <Mark tone={tone} />
      <span>{word}</span>
    </span>
  )
}
