import type { DecisionView } from '@paydesk/shared/cases/decisions'
import type { Formatter } from '@paydesk/shared/core/formatter'
import type { Messages } from '@paydesk/shared/messages/catalogue'
import type { ReactNode } from 'react'
import { useFormatter, useMessages } from '../../lib/messages/messages-context.tsx'
import type { StateTone } from '../../ui/text/state-label.tsx'
import { ToneIcon } from '../../ui/text/state-label.tsx'
import styles from './decisions.module.css'

interface DecisionStatusText {
  readonly shortLabel: string
  /** Details for hover. */
  readonly message: string
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
function getDecisionTime({ at, approval }: DecisionView): string {
  return approval?.answer === 'confirm' ? approval.at : at
}

/**
 * Formats the time from the decision to its outcome: "after 3 h", or "within 3 h" if the last read before the
 * outcome was earlier than the decision.
 */
function formatTimeTaken(
  decision: DecisionView,
  { timeTaken }: Messages['review'],
  { duration, text }: Formatter,
) {
  const { outcome } = decision
  if (outcome === null) return ''
  const start = Date.parse(getDecisionTime(decision))
  const taken = duration(Math.max(0, Date.parse(outcome.to) - start))
  const isAfter = outcome.from !== null && Date.parse(outcome.from) >= start
  return text(isAfter ? timeTaken.after : timeTaken.within, { duration: taken })
}

const waitingTones: Record<NonNullable<DecisionView['action']>['status'] | 'nothing', StateTone> = {
  nothing: 'open',
  planned: 'open',
  sending: 'open',
  answered: 'open',
  refused: 'bad',
  unknown: 'review',
  not_sent: 'review',
}
const outcomeTones = { followed: 'good', opposite: 'bad', not_followed: 'review' } as const

/** Describes the status of a decision: at the approver, at the payment service, or ended. */
export function describeDecisionStatus(
  decision: DecisionView,
  texts: Messages['review'],
  format: Formatter,
): DecisionStatusText {
  const { status, followUp } = decision
  if (status !== 'confirmed' || followUp === null) {
    const label = texts.decisionStatuses[status]
    return { shortLabel: label, message: label, tone: statusTones[status] }
  }
  if (followUp === 'waiting') {
    const action = decision.action?.status ?? 'nothing'
    const { label, detail } = texts.requestStatuses[action]
    return { shortLabel: label, message: detail, tone: waitingTones[action] }
  }
  const { label, detail } = texts.outcomes[followUp]
  const time = formatTimeTaken(decision, texts, format)
  return { shortLabel: format.text(label, { time }), message: detail, tone: outcomeTones[followUp] }
}

/** Shows the status with an icon, readable without colour. */
export function DecisionStatusBadge({ decision }: { readonly decision: DecisionView }): ReactNode {
  const {
    shortLabel,
    message: says,
    tone,
  } = describeDecisionStatus(decision, useMessages('review'), useFormatter())
  return (
    <span className={styles.standing} title={says}>
      <ToneIcon tone={tone} />
      <span>{shortLabel}</span>
    </span>
  )
}
