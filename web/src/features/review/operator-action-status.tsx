import type { DecisionVerdict, DecisionView } from '@paydesk/shared/cases/decisions'
import type { OperatorAction, OperatorActionAvailability } from '@paydesk/shared/cases/operator-actions'
import type { CaseDetail } from '@paydesk/shared/cases/review-cases'
import type { Formatter } from '@paydesk/shared/core/formatter'
import type { Messages } from '@paydesk/shared/messages/catalogue'
import type { ReactNode } from 'react'
import { useFormatter, useMessages } from '../../lib/messages/messages-context.tsx'
import { Timestamp } from '../../ui/text/timestamp.tsx'

const kindByVerdict = { accept: 'accept_task', reject: 'reject_task', cancel: 'cancel' } as const

/** Describes what Paydesk does after the approval of this verdict. */
export function describeOperatorActionAvailability(
  { isOn, reason }: OperatorActionAvailability,
  verdict: DecisionVerdict,
  { request }: Messages['review'],
  format: Formatter,
): string {
  const action = request.kinds[kindByVerdict[verdict]]
  if (isOn) return format.text(request.willAsk, { action })
  return reason === null
    ? request.off
    : format.text(request.cannotAsk, { action, reason: request.notSentReasons[reason] })
}

/** Describes what Paydesk does after the approval, if that is the same for every verdict; null otherwise. */
export function describeSharedOperatorAction(
  { accept, reject, cancel }: CaseDetail['actionAvailability'],
  { request }: Messages['review'],
): string | null {
  const isOff = [accept, reject, cancel].every(({ isOn, reason }) => !isOn && reason === null)
  return isOff ? request.off : null
}

/** Describes the effect of a withdrawal on the request to the payment service; empty without a request. */
export function describeWithdrawalEffect(decision: DecisionView, { request }: Messages['review']): string {
  if (isActionSent(decision)) return request.notRecalled
  return decision.action?.status === 'planned' ? request.notSentThen : ''
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
  const { request } = useMessages('review')
  const format = useFormatter()
  const { action, status } = decision
  if (action === null) return describeNoAction(decision, request, format)
  return (
    <>
      {renderActionResult(action, decision, request, format)}
      {status === 'withdrawn' && isActionSent(decision) ? ` ${request.sentBeforeWithdrawal}` : null}
    </>
  )
}

type RequestTexts = Messages['review']['request']

function describeNoAction(
  { actionAvailability: { isOn }, verdict, status, followUp }: DecisionView,
  texts: RequestTexts,
  format: Formatter,
): string {
  const plan = isOn
    ? format.text(texts.willAskOrSay, { action: texts.kinds[kindByVerdict[verdict]] })
    : texts.off
  if (status === 'waiting') return plan
  if (status !== 'confirmed') return texts.nothing
  if (!isOn) return followUp === 'waiting' ? plan : texts.nothingByPaydesk
  return texts.wasOff
}

function renderActionResult(
  action: OperatorAction,
  { followUp }: DecisionView,
  texts: RequestTexts,
  format: Formatter,
): ReactNode {
  const { status, kind, at, answeredAt, httpStatus, code, reason } = action
  const sent = at === null ? '' : <Timestamp key="sent" at={at} as="time" />
  const answered = answeredAt === null ? '' : <Timestamp key="answered" at={answeredAt} as="time" />
  const answer = [httpStatus, code].filter(Boolean).join(', ')
  const isOpen = followUp === 'waiting'
  const manually = isOpen ? ` ${texts.console}` : ''
  switch (status) {
    case 'planned':
      return format.text(texts.planned, { action: texts.kinds[kind] })
    case 'sending':
      return format.parts(texts.sending, { time: sent })
    case 'answered':
      return format.parts(isOpen ? texts.answeredOpen : texts.answered, {
        time: answered,
        status: String(httpStatus ?? ''),
      })
    case 'refused':
      return (
        <>
          {format.parts(texts.refused, { time: answered, answer })}
          {manually}
        </>
      )
    case 'unknown':
      return httpStatus === null
        ? format.parts(texts.noAnswer, { time: sent })
        : format.parts(texts.unclearAnswer, { time: sent, status: String(httpStatus) })
    case 'not_sent':
      return `${format.text(texts.notSent, { reason: texts.notSentReasons[reason ?? 'unknown'] })}${manually}`
  }
}
