import type { PaymentRequest } from '@paydesk/shared/payments/payment-request'
import type { ReactNode } from 'react'
import { useSeconds } from '../../../ui/state/clock.ts'
import { Mark, ReasonWord, StateWord, type Tone } from '../../../ui/text/state-mark.tsx'
import { Timestamp } from '../../../ui/text/timestamp.tsx'
import { type Awaits, awaits } from './progress.ts'
import styles from './request-page.module.css'

interface StandingProps {
  readonly request: PaymentRequest
  /** The way to another payment, for whoever may make one; offered where nobody can be sent to this one. */
  readonly another: ReactNode
}

/** How it stands, in one sentence, and what that means for whoever has the customer on the phone. */
export function Standing({ request, another }: StandingProps): ReactNode {
  const { status, why, refusedMembers } = request
  switch (status) {
    case 'draft':
      return (
        <Stand tone="ended" head="Nothing was sent">
          <p>It was checked and kept. Without a sending nothing comes of it.</p>
        </Stand>
      )
    case 'sending':
      return (
        <Stand tone="open" head="On its way to the service">
          <p>The answer has not come yet. It is sent once: there is nothing to repeat.</p>
        </Stand>
      )
    case 'unknown':
      return (
        <Stand tone="review" head="We do not know yet whether it was created">
          <p>
            It may have reached the service, and no answer came that says whether it was created.{' '}
            <b>Do not create another one</b>: the customer could pay twice. It is being found out from the
            customer’s list at the service and from notifications, and this page changes by itself.
          </p>
        </Stand>
      )
    case 'absent':
      return (
        <Stand tone="ended" head="It was not created">
          <p>{why}</p>
        </Stand>
      )
    case 'not_sent':
      return (
        <Stand tone="bad" head="Nothing left this office">
          <p>{why}</p>
        </Stand>
      )
    case 'refused':
      return (
        <Stand tone="bad" head="The service refused it">
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
        </Stand>
      )
    case 'created':
      return <Created request={request} another={another} />
  }
}

interface StandProps {
  readonly tone: Tone
  readonly head: ReactNode
  readonly children: ReactNode
}

function Stand({ tone, head, children }: StandProps): ReactNode {
  return (
    <div className={styles.standing} data-tone={tone}>
      <p className={styles.standingHead}>
        <Mark tone={tone} />
        <b>{head}</b>
      </p>
      <div className={styles.standingSays}>{children}</div>
    </div>
  )
}

const finalWords = {
  proved: 'Final and proved: a notification whose origin is proved and a read after it gave this state.',
  two_reads:
    'Final by two reads apart in time; no notification came, so it is not proved. Wait with the goods.',
  unproved: 'Final by one read; the notification that proves it has not come yet. Wait with the goods.',
  open: 'The record says that it is final; this office has not confirmed it yet.',
} as const

function Created({ request, another }: StandingProps): ReactNode {
  const { now } = request
  if (now === null)
    return (
      <Stand tone="open" head="Created">
        <p>What became of it has not been read here yet.</p>
        <NoAddress request={request} another={another} />
      </Stand>
    )
  if (!now.isFinal) return <Open request={request} now={now} another={another} />
  const { state, finality } = now
  return (
    <div className={styles.standing} data-tone={finality === 'proved' ? 'proved' : 'ended'}>
      <p className={styles.standingHead}>
        <b>
          <StateWord state={state} />
        </b>
      </p>
      <div className={styles.standingSays}>
        <p>{finalWords[finality]}</p>
      </div>
    </div>
  )
}

const openHeads: Readonly<Record<Awaits, string>> = {
  operator: 'An operator of the service must decide',
  customer: 'Waiting for the customer',
  over: 'Its time is over; the service has not said so yet',
  unsaid: 'Not ended yet',
}

interface OpenProps extends StandingProps {
  readonly now: NonNullable<PaymentRequest['now']>
}

function Open({ request, now, another }: OpenProps): ReactNode {
  const { state, compound, inReview, expiresAt } = now
  const waitsFor = awaits(now, useSeconds())
  // Whoever paid in the last moment, or is being decided on, would pay twice.
  const mayBePaid = waitsFor === 'over' || waitsFor === 'operator'
  return (
    <Stand tone={inReview ? 'review' : 'open'} head={openHeads[waitsFor]}>
      <p>
        <StateWord state={state} inReview={inReview} />
        {compound === null ? null : (
          <>
            {' '}
            · <ReasonWord compound={compound} />
          </>
        )}
        {expiresAt === null || waitsFor === 'over' ? null : (
          <>
            {' '}
            · <Expiry at={expiresAt} />
          </>
        )}
      </p>
      <NoAddress request={request} another={mayBePaid ? null : another} />
    </Stand>
  )
}

/** Why nobody can be sent to it, or who else has the address: then there is nothing to be made anew. */
function NoAddress({ request: { noAddress, addressWithOthers }, another }: StandingProps): ReactNode {
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

/** To the second within the last hour: whoever is on the phone reads it out. */
function Expiry({ at }: { readonly at: string }): ReactNode {
  const left = Math.floor((Date.parse(at) - useSeconds()) / 1_000)
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
