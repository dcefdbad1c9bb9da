import type { PaymentRequest } from '@paydesk/shared/payments/payment-requests'
import type { ReactNode } from 'react'
import { useFormat, useMessages } from '../../../lib/messages/messages-context.tsx'
import { useNowEverySecond } from '../../../ui/state/use-now.ts'
import { ReasonLabel, StateLabel, type StateTone, ToneIcon } from '../../../ui/text/state-label.tsx'
import { Timestamp } from '../../../ui/text/timestamp.tsx'
import { classifyPaymentWait } from './progress.ts'
import styles from './request-page.module.css'

interface RequestStatusPanelProps {
  readonly request: PaymentRequest
  /** Link to another payment, if the user may make one; shown if nobody can be sent to this payment. */
  readonly another: ReactNode
}

/** States the status in one sentence, and its meaning for a user who has the customer on the phone. */
export function RequestStatusPanel({ request, another }: RequestStatusPanelProps): ReactNode {
  const { status, why, refusedMembers } = request
  const texts = useMessages('paymentRequests').statusPanel
  const format = useFormat()
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
        <StatusPanel tone="ended" head={texts.absent}>
          <p>{why}</p>
        </StatusPanel>
      )
    case 'not_sent':
      return (
        <StatusPanel tone="bad" head={texts.not_sent}>
          <p>{why}</p>
        </StatusPanel>
      )
    case 'refused':
      return (
        <StatusPanel tone="bad" head={texts.refused.title}>
          <p>{why}</p>
          {refusedMembers.length === 0 ? null : (
            <p>
              {format.parts(texts.refused.fields, {
                fields: refusedMembers.map((member, nth) => (
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

function CreatedStatus({ request, another }: RequestStatusPanelProps): ReactNode {
  const { now } = request
  const texts = useMessages('paymentRequests').statusPanel
  if (now === null)
    return (
      <StatusPanel tone="open" head={texts.created.title}>
        <p>{texts.created.detail}</p>
        <NoPaymentLink request={request} another={another} />
      </StatusPanel>
    )
  if (!now.isFinal) return <OpenStatus request={request} now={now} another={another} />
  const { state, finality } = now
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

interface OpenStatusProps extends RequestStatusPanelProps {
  readonly now: NonNullable<PaymentRequest['now']>
}

function OpenStatus({ request, now, another }: OpenStatusProps): ReactNode {
  const { state, compound, inReview, expiresAt } = now
  const texts = useMessages('paymentRequests').statusPanel
  const waitsFor = classifyPaymentWait(now, useNowEverySecond())
  // A customer who paid at the last moment, or is being decided on, would pay twice: offer no other payment.
  const mayBePaid = waitsFor === 'over' || waitsFor === 'operator'
  return (
    <StatusPanel tone={inReview ? 'review' : 'open'} head={texts.waitsFor[waitsFor]}>
      <p>
        <StateLabel state={state} inReview={inReview} />
        {compound === null ? null : (
          <>
            {' '}
            · <ReasonLabel compound={compound} />
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

/** Explains why there is no payment link. Offers no new payment if someone else holds the link. */
function NoPaymentLink({
  request: { noAddress, addressWithOthers },
  another,
}: RequestStatusPanelProps): ReactNode {
  const { noLink } = useMessages('paymentRequests').statusPanel
  if (noAddress === null) return null
  if (addressWithOthers) return <p>{noAddress}</p>
  return (
    <>
      <p>
        <b>{noLink}</b> {noAddress}
      </p>
      {another === null ? null : <p>{another}</p>}
    </>
  )
}

/** Shows seconds within the last hour, because the user reads the time out on the phone. */
function Expiry({ at }: { readonly at: string }): ReactNode {
  const left = Math.floor((Date.parse(at) - useNowEverySecond()) / 1_000)
  const texts = useMessages('paymentRequests').statusPanel
  const format = useFormat()
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
