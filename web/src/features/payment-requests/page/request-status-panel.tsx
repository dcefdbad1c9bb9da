import type { PaymentRequest } from '@paydesk/shared/payments/payment-requests'
import type { ReactNode } from 'react'
import { useNowEverySecond } from '../../../ui/state/use-now.ts'
import { ReasonLabel, StateLabel, type StateTone, ToneIcon } from '../../../ui/text/state-label.tsx'
import { Timestamp } from '../../../ui/text/timestamp.tsx'
import { classifyPaymentWait, type PaymentWait } from './progress.ts'
import styles from './request-page.module.css'

interface RequestStatusPanelProps {
  readonly request: PaymentRequest
  /** Link to another payment, if the user may make one; shown if nobody can be sent to this payment. */
  readonly another: ReactNode
}

/** States the status in one sentence, and its meaning for a user who has the customer on the phone. */
export function RequestStatusPanel({ request, another }: RequestStatusPanelProps): ReactNode {
  const { status, why, refusedMembers } = request
  switch (status) {
    case 'draft':
      return (
        <StatusPanel tone="ended" head="Nothing was sent">
          <p>It was checked and kept. Without a sending nothing comes of it.</p>
        </StatusPanel>
      )
    case 'sending':
      return (
        <StatusPanel tone="open" head="On its way to the service">
          <p>The answer has not come yet. It is sent once: there is nothing to repeat.</p>
        </StatusPanel>
      )
    case 'unknown':
      return (
        <StatusPanel tone="review" head="We do not know yet whether it was created">
          <p>
            It may have reached the service, and no answer came that says whether it was created.{' '}
            <b>Do not create another one</b>: the customer could pay twice. It is being found out from the
            customer’s list at the service and from notifications, and this page changes by itself.
          </p>
        </StatusPanel>
      )
    case 'absent':
      return (
        <StatusPanel tone="ended" head="It was not created">
          <p>{why}</p>
        </StatusPanel>
      )
    case 'not_sent':
      return (
        <StatusPanel tone="bad" head="Nothing left this office">
          <p>{why}</p>
        </StatusPanel>
      )
    case 'refused':
      return (
        <StatusPanel tone="bad" head="The service refused it">
          <p>{why}</p>
          {refusedMembers.length === 0 ? null : (
            <p>
              Not taken:{' '}
              {refusedMembers.map((member, nth) => (
                <span key={member}>
                  {nth > 0 ? ', ' : ''}
                  <code>{member}</code>
                </span>
              ))}
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

const finalityMessages = {
  proved: 'Final and proved: a notification whose origin is proved and a read after it gave this state.',
  two_reads:
    'Final by two reads apart in time; no notification came, so it is not proved. Wait with the goods.',
  unproved: 'Final by one read; the notification that proves it has not come yet. Wait with the goods.',
  open: 'The record says that it is final; this office has not confirmed it yet.',
} as const

function CreatedStatus({ request, another }: RequestStatusPanelProps): ReactNode {
  const { now } = request
  if (now === null)
    return (
      <StatusPanel tone="open" head="Created">
        <p>What became of it has not been read here yet.</p>
        <NoPaymentLink request={request} another={another} />
      </StatusPanel>
    )
  if (!now.isFinal) return <OpenStatus request={request} now={now} another={another} />
  const { state, finality } = now
  return (
    <div className={styles.standing} data-tone={finality === 'proved' ? 'proved' : 'ended'}>
      <p className={styles.standingHead}>
        <b>
          <StateLabel state={state} />
        </b>
      </p>
      <div className={styles.standingSays}>
        <p>{finalityMessages[finality]}</p>
      </div>
    </div>
  )
}

const openStatusHeadings: Readonly<Record<PaymentWait, string>> = {
  operator: 'An operator of the service must decide',
  customer: 'Waiting for the customer',
  over: 'Its time is over; the service has not said so yet',
  unsaid: 'Not ended yet',
}

interface OpenStatusProps extends RequestStatusPanelProps {
  readonly now: NonNullable<PaymentRequest['now']>
}

function OpenStatus({ request, now, another }: OpenStatusProps): ReactNode {
  const { state, compound, inReview, expiresAt } = now
  const waitsFor = classifyPaymentWait(now, useNowEverySecond())
  // A customer who paid at the last moment, or is being decided on, would pay twice: offer no other payment.
  const mayBePaid = waitsFor === 'over' || waitsFor === 'operator'
  return (
    <StatusPanel tone={inReview ? 'review' : 'open'} head={openStatusHeadings[waitsFor]}>
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
  if (noAddress === null) return null
  if (addressWithOthers) return <p>{noAddress}</p>
  return (
    <>
      <p>
        <b>Nobody can be sent to it.</b> {noAddress}
      </p>
      {another === null ? null : <p>{another}</p>}
    </>
  )
}

/** Shows seconds within the last hour, because the user reads the time out on the phone. */
function Expiry({ at }: { readonly at: string }): ReactNode {
  const left = Math.floor((Date.parse(at) - useNowEverySecond()) / 1_000)
  if (left <= 0) return <>its time is over</>
  if (left >= 3_600)
    return (
      <>
        ends <Timestamp at={at} as="relative" />
      </>
    )
  return (
    <span role="timer" aria-label={`Ends in ${Math.ceil(left / 60)} minutes`}>
      ends in {Math.floor(left / 60)} min {String(left % 60).padStart(2, '0')} s
    </span>
  )
}
