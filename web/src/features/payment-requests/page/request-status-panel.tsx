import type { PaymentRequest } from '@paydesk/shared/payments/payment-requests'
import type { ReactNode } from 'react'
import { useFormatter, useMessages } from '../../../lib/messages/messages-context.tsx'
import { useNowEverySecond } from '../../../ui/state/use-now.ts'
import { StateLabel, StateReasonLabel, type StateTone, ToneIcon } from '../../../ui/text/state-label.tsx'
import { Timestamp } from '../../../ui/text/timestamp.tsx'
import { classifyPaymentWaitCause } from './progress.ts'
import styles from './request-page.module.css'

interface PaymentRequestStatusPanelProps {
  readonly request: PaymentRequest
  /** Link to another payment, if the user may make one; shown if nobody can be sent to this payment. */
  readonly another: ReactNode
}

/** States the status in one sentence, and its meaning for a user who has the customer on the phone. */
export function PaymentRequestStatusPanel({ request, another }: PaymentRequestStatusPanelProps): ReactNode {
  const { status, rejection } = request
  const texts = useMessages('paymentRequests').statusPanel
  const format = useFormatter()
  switch (status) {
    case 'draft':
      return (
        <StatusPanel tone="ended" head={texts.draft.title}>
          <p>{texts.draft.detail}</p>
        </StatusPanel>
      )
    case 'sending':
      return (
        <StatusPanel tone="open" head={texts.sending.title}>
          <p>{texts.sending.detail}</p>
        </StatusPanel>
      )
    case 'unknown':
      return (
        <StatusPanel tone="review" head={texts.unknown.title}>
          <p>
            {format.parts(texts.unknown.detail, { warning: <b key="warning">{texts.unknown.warning}</b> })}
          </p>
        </StatusPanel>
      )
    case 'absent':
      return (
        <StatusPanel tone="ended" head={texts.absent.title}>
          <p>{texts.absent.detail}</p>
        </StatusPanel>
      )
    case 'not_sent':
      return (
        <StatusPanel tone="bad" head={texts.not_sent.title}>
          <p>
            {texts.not_sent.detail} {texts.not_sent.retry[findRetrier(request)]}
          </p>
        </StatusPanel>
      )
    case 'refused':
      return (
        <StatusPanel tone="bad" head={texts.refused.title}>
          <p>
            {format.text(texts.refused.detail, { codes: describeRejection(rejection) })}{' '}
            {texts.refused.retry[findRetrier(request)]}
          </p>
          {rejection === null || rejection.fields.length === 0 ? null : (
            <p>
              {format.parts(texts.refused.fields, {
                fields: rejection.fields.map((member, nth) => (
                  <span key={member}>
                    {nth > 0 ? ', ' : ''}
                    <code>{member}</code>
                  </span>
                )),
              })}
            </p>
          )}
        </StatusPanel>
      )
    case 'created':
      return <CreatedStatus request={request} another={another} />
  }
}

interface StatusPanelProps {
  readonly tone: StateTone
  readonly head: ReactNode
  readonly children: ReactNode
}

function StatusPanel({ tone, head, children }: StatusPanelProps): ReactNode {
  return (
    <div className={styles.standing} data-tone={tone}>
      <p className={styles.standingHead}>
        <ToneIcon tone={tone} />
        <b>{head}</b>
      </p>
      <div className={styles.standingSays}>{children}</div>
    </div>
  )
}

function CreatedStatus({ request, another }: PaymentRequestStatusPanelProps): ReactNode {
  const { current } = request
  const texts = useMessages('paymentRequests').statusPanel
  if (current === null)
    return (
      <StatusPanel tone="open" head={texts.created.title}>
        <p>{texts.created.detail}</p>
        <NoPaymentLink request={request} another={another} />
      </StatusPanel>
    )
  if (!current.isFinal) return <OpenStatus request={request} now={current} another={another} />
  const { state, finality } = current
  return (
    <div className={styles.standing} data-tone={finality === 'confirmed' ? 'confirmed' : 'ended'}>
      <p className={styles.standingHead}>
        <b>
          <StateLabel state={state} />
        </b>
      </p>
      <div className={styles.standingSays}>
        <p>{texts.finality[finality]}</p>
      </div>
    </div>
  )
}

interface OpenStatusProps extends PaymentRequestStatusPanelProps {
  readonly now: NonNullable<PaymentRequest['current']>
}

function OpenStatus({ request, now, another }: OpenStatusProps): ReactNode {
  const { state, compound, inReview, expiresAt } = now
  const texts = useMessages('paymentRequests').statusPanel
  const waitsFor = classifyPaymentWaitCause(now, useNowEverySecond())
  // A customer who paid at the last moment, or is being decided on, would pay twice: offer no other payment.
  const mayBePaid = waitsFor === 'over' || waitsFor === 'operator'
  return (
    <StatusPanel tone={inReview ? 'review' : 'open'} head={texts.waitsFor[waitsFor]}>
      <p>
        <StateLabel state={state} inReview={inReview} />
        {compound === null ? null : (
          <>
            {' '}
            · <StateReasonLabel compound={compound} />
          </>
        )}
        {expiresAt === null || waitsFor === 'over' ? null : (
          <>
            {' '}
            · <Expiry at={expiresAt} />
          </>
        )}
      </p>
      <NoPaymentLink request={request} another={mayBePaid ? null : another} />
    </StatusPanel>
  )
}

/** Person or system that can send a rejected request again: the form is left to the person who filled it in. */
function findRetrier({ by }: PaymentRequest): 'you' | 'person' | 'system' {
  if (by.kind === 'api_key') return 'system'
  return by.person.me ? 'you' : 'person'
}

const describeRejection = (rejection: PaymentRequest['rejection']) =>
  [rejection?.responseCode, `HTTP ${rejection?.httpStatus ?? ''}`.trim()].filter(Boolean).join(', ')

/** Explains why there is no payment link. Offers no new payment if someone else holds the link. */
function NoPaymentLink({
  request: { noLinkReason, isLinkHeldByOthers },
  another,
}: PaymentRequestStatusPanelProps): ReactNode {
  const { statusPanel, noLinkReasons } = useMessages('paymentRequests')
  if (noLinkReason === null) return null
  if (isLinkHeldByOthers) return <p>{noLinkReasons[noLinkReason]}</p>
  return (
    <>
      <p>
        <b>{statusPanel.noLink}</b> {noLinkReasons[noLinkReason]}
      </p>
      {another === null ? null : <p>{another}</p>}
    </>
  )
}

/** Shows seconds within the last hour, because the user reads the time out on the phone. */
function Expiry({ at }: { readonly at: string }): ReactNode {
  const left = Math.floor((Date.parse(at) - useNowEverySecond()) / 1_000)
  const texts = useMessages('paymentRequests').statusPanel
  const format = useFormatter()
  if (left <= 0) return texts.expired
  if (left >= 3_600)
    return format.parts(texts.expires, { time: <Timestamp key="time" at={at} as="relative" /> })
  const [minutes, seconds] = [Math.floor(left / 60), String(left % 60).padStart(2, '0')]
  return (
    <span role="timer" aria-label={format.text(texts.expiresInMinutes, { count: Math.ceil(left / 60) })}>
      {format.text(texts.expiresIn, { minutes, seconds })}
    </span>
  )
}
