import type { DecisionView } from '@paydesk/shared/cases/decisions'
import type { ReactNode } from 'react'
import { formatDuration } from '../../ui/text/notification-labels.ts'
import type { StateTone } from '../../ui/text/state-label.tsx'
import { ToneIcon } from '../../ui/text/state-label.tsx'
import styles from './decisions.module.css'
import { decisionStatusLabels } from './labels.ts'

interface DecisionStatusText {
  readonly word: string
  /** Details for hover. */
  readonly says: string
  readonly tone: StateTone
}

const statusTones: Record<DecisionView['status'], StateTone> = {
  waiting: 'review',
  confirmed: 'open',
  refused: 'bad',
  sent_back: 'review',
  withdrawn: 'ended',
  expired: 'ended',
  overtaken: 'ended',
}

/** Returns the time of the last required step: the approval, or the decision if none was needed. */
function getDecisionTime({ at, second }: DecisionView): string {
  return second?.answer === 'confirm' ? second.at : at
}

/**
 * Formats the time from the decision to its outcome: "after 3 h", or "within 3 h" if the last read before the
 * outcome was earlier than the decision.
 */
function formatTimeTaken(decision: DecisionView): string {
  const { outcome } = decision
  if (outcome === null) return ''
  const start = Date.parse(getDecisionTime(decision))
  const words = formatDuration(Math.max(0, Date.parse(outcome.to) - start))
  const isAfter = outcome.from !== null && Date.parse(outcome.from) >= start
  return isAfter ? `after ${words}` : `within ${words}`
}

const waitingLabel = 'waiting for the service'

/** Status texts between the approval and the outcome at the payment service. */
const waitingStatuses: Record<NonNullable<DecisionView['action']>['status'] | 'nothing', DecisionStatusText> =
  {
    nothing: {
      word: waitingLabel,
      says: 'Decided. Paydesk does not carry it out and has sent nothing.',
      tone: 'open',
    },
    planned: { word: 'about to be sent', says: 'Decided. Nothing has been sent yet.', tone: 'open' },
    sending: { word: 'sent, no answer yet', says: 'The request to the service was sent.', tone: 'open' },
    answered: {
      word: waitingLabel,
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

/** Describes the status of a decision: at the approver, at the payment service, or ended. */
export function describeDecisionStatus(decision: DecisionView): DecisionStatusText {
  const { status, followUp } = decision
  if (status !== 'confirmed' || followUp === null)
    return {
      word: decisionStatusLabels[status],
      says: decisionStatusLabels[status],
      tone: statusTones[status],
    }
  const noCause = 'That does not say that the decision was its cause.'
  switch (followUp) {
    case 'waiting':
      return waitingStatuses[decision.action?.status ?? 'nothing']
    case 'followed':
      return {
        word: `followed ${formatTimeTaken(decision)}`,
        says: `The service ended it as decided. ${noCause}`,
        tone: 'good',
      }
    case 'opposite':
      return {
        word: `service did the opposite ${formatTimeTaken(decision)}`,
        says: 'The service ended it against what was decided.',
        tone: 'bad',
      }
    case 'not_followed':
      return {
        word: `not followed ${formatTimeTaken(decision)}`,
        says: 'The service ended it in another way than decided.',
        tone: 'review',
      }
  }
}

/** Shows the status with an icon, readable without colour. */
export function DecisionStatusBadge({ decision }: { readonly decision: DecisionView }): ReactNode {
  const { word, says, tone } = describeDecisionStatus(decision)
  return (
    <span className={styles.standing} title={says}>
      <ToneIcon tone={tone} />
      <span>{word}</span>
    </span>
  )
}
