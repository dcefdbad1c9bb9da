import type { DecisionView } from '@paydesk/shared/cases/decisions'
import type { OperatorAction } from '@paydesk/shared/cases/operator-actions'
import type { CaseDetail } from '@paydesk/shared/cases/review-cases'
import type { ReactNode } from 'react'
import { Timestamp } from '../../ui/text/timestamp.tsx'

const actionPhrases: Record<OperatorAction['kind'], string> = {
  accept_task: 'accept the review task',
  reject_task: 'reject the review task',
  cancel: 'cancel the transaction',
}

/** Describes what Paydesk does after the approval, if that is the same for every verdict; null otherwise. */
export function describeCommonAction({ accept, reject, cancel }: CaseDetail['carriedOut']): string | null {
  return accept.says === reject.says && reject.says === cancel.says ? accept.says : null
}

/** Describes the effect of a withdrawal on the request to the payment service; empty without a request. */
export function describeWithdrawalEffect(decision: DecisionView): string {
  if (isActionSent(decision)) return 'The request to the service was sent: withdrawing does not call it back.'
  return decision.action?.status === 'planned' ? 'The request to the service is not sent then.' : ''
}

/** Returns whether the request may have reached the payment service. A withdrawal does not recall it. */
function isActionSent({ action }: DecisionView): boolean {
  return action !== null && ['sending', 'answered', 'refused', 'unknown'].includes(action.status)
}

/**
 * Shows the request to the payment service for a decision, and the response. Never claims that the action was
 * carried out: only a later read of the state can say so.
 */
export function OperatorActionStatus({ decision }: { readonly decision: DecisionView }): ReactNode {
  const { action, status } = decision
  if (action === null) return describeNoAction(decision)
  return (
    <>
      {renderActionResult(action, decision)}
      {status === 'withdrawn' && isActionSent(decision)
        ? ' It was sent before the decision was withdrawn; withdrawing does not call it back.'
        : null}
    </>
  )
}

function describeNoAction({ carriedOut, status, followUp }: DecisionView): string {
  if (status === 'waiting') return carriedOut.says
  if (status !== 'confirmed') return 'Nothing was sent.'
  if (!carriedOut.on) return followUp === 'waiting' ? carriedOut.says : 'Paydesk sent nothing.'
  return 'Nothing was sent: when it was confirmed, Paydesk did not carry decisions out.'
}

function renderActionResult(action: OperatorAction, { followUp }: DecisionView): ReactNode {
  const { status, kind, at, answeredAt, httpStatus, code, whyNot } = action
  const sent = at === null ? null : <Timestamp at={at} as="time" />
  const answered = answeredAt === null ? null : <Timestamp at={answeredAt} as="time" />
  const isOpen = followUp === 'waiting'
  switch (status) {
    case 'planned':
      return `Paydesk is about to ask the service to ${actionPhrases[kind]}, once. Nothing has been sent yet.`
    case 'sending':
      return <>Sent at {sent}; the service has not answered yet.</>
    case 'answered':
      return (
        <>
          The service took the request at {answered} ({httpStatus}). Whether it followed, its state says
          {isOpen ? ': not yet.' : '.'}
        </>
      )
    case 'refused':
      return (
        <>
          The service refused the request at {answered} ({[httpStatus, code].filter(Boolean).join(', ')}). It
          is not sent again.{isOpen ? ' Do it at the operator’s console; we watch for the outcome.' : ''}
        </>
      )
    case 'unknown':
      return (
        <>
          Sent at {sent},{' '}
          {httpStatus === null ? 'no answer came.' : `and the answer (${httpStatus}) does not settle it.`} It
          is not known whether the service carried it out. It is not sent again; the state decides.
        </>
      )
    case 'not_sent':
      return `Nothing was sent. ${whyNot ?? 'It is not known why'}.${isOpen ? ' Do it at the operator’s console; we watch for the outcome.' : ''}`
  }
}
