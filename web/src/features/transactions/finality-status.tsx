import type { FinalityProof, TransactionHistory } from '@paydesk/shared/core/observations'
import type { StateValue } from '@paydesk/shared/core/state'
import { getStateLabel } from '@paydesk/shared/core/state'
import { BadgeCheck, CircleDashed } from 'lucide-react'
import type { ReactNode } from 'react'
import { useFormatter, useMessages } from '../../lib/messages/messages-context.tsx'
import type { AsyncQuery } from '../../ui/page/async-view.tsx'
import { Timestamp } from '../../ui/text/timestamp.tsx'
import styles from './finality-status.module.css'

interface FinalityStatusProps {
  /** State from the record just read. */
  readonly state: StateValue
  readonly history: AsyncQuery<TransactionHistory>
}

/** Returns true if our records prove the state just read: a notification and a read agree on it. */
export function isFinalityConfirmed(state: StateValue, history: TransactionHistory | undefined): boolean {
  return history?.proof.finality === 'confirmed' && history.proof.state?.raw === state.raw
}

/** Shows how far the state is confirmed: the evidence, or the missing part. */
export function FinalityStatus({ state, history }: FinalityStatusProps): ReactNode {
  const texts = useMessages('transactions').finality
  if (state.raw === '') return <StatusLine>{texts.noState}</StatusLine>
  if (!state.documented) return <StatusLine>{texts.undocumented}</StatusLine>
  if (!state.final) return <StatusLine>{texts.notFinal}</StatusLine>
  const { data, error } = history
  if (data === undefined)
    return (
      <StatusLine>
        {texts.final} {error ? texts.proofNotLoaded : texts.proofLoading}
      </StatusLine>
    )
  const { proof } = data
  if (proof.state === null || proof.state.raw !== state.raw)
    return <StatusLine>{texts.notConfirmed}</StatusLine>
  return <FinalityProofDetails proof={proof} state={proof.state} />
}

function StatusLine({ children }: { readonly children: ReactNode }): ReactNode {
  return <p className={styles.line}>{children}</p>
}

function FinalityProofDetails({
  proof,
  state,
}: {
  readonly proof: FinalityProof
  readonly state: StateValue
}): ReactNode {
  const isProved = proof.finality === 'confirmed'
  const Icon = isProved ? BadgeCheck : CircleDashed
  return (
    <div className={styles.seal} data-grade={proof.finality}>
      <p className={styles.grade}>
        <Icon size={15} aria-hidden className={styles.icon} />
        <FinalityHeading proof={proof} state={state} />
      </p>
      <p className={styles.rests}>
        <FinalityEvidence proof={proof} />
      </p>
      {proof.after.length > 0 ? <EventsAfterEnd events={proof.after} /> : null}
    </div>
  )
}

function FinalityHeading({
  proof: { finality, read },
  state,
}: {
  proof: FinalityProof
  state: StateValue
}): ReactNode {
  const texts = useMessages('transactions').finality
  const states = useMessages('ui')
  const format = useFormatter()
  if (finality === 'confirmed')
    return (
      <b>
        {read
          ? format.parts(texts.confirmedAt, { time: <Timestamp key="time" at={read.at} as="time" /> })
          : texts.confirmed}
      </b>
    )
  if (finality === 'confirmed_by_second_read') return <b>{texts.secondRead}</b>
  return <b>{format.text(texts.awaiting, { state: getStateLabel(state, states) })}</b>
}

/** Shows the evidence of the finality, and what a better grade would need. */
function FinalityEvidence({
  proof: { finality, notification, read, missing },
}: {
  proof: FinalityProof
}): ReactNode {
  const texts = useMessages('transactions').finality
  const format = useFormatter()
  const received = notification
    ? format.parts(texts.received, {
        time: <Timestamp key="time" at={notification.receivedAt} as="time" />,
        proof: texts.origins[notification.proof],
      })
    : null
  if (finality !== 'confirmed')
    return (
      <>
        {missing === null ? null : texts.evidence[missing.evidence]}
        {missing?.isSingleRead ? ` ${texts.singleRead}` : null}
        {received ? <span className={styles.quiet}> ({received})</span> : null}
      </>
    )
  const same = notification?.state && read && notification.state.raw === read.state.raw
  return (
    <>
      {received}
      {read ? (
        <> · {format.parts(texts.refreshed, { time: <Timestamp key="time" at={read.at} as="time" /> })}</>
      ) : null}
      {same ? <> · {format.parts(texts.same, { state: <code key="state">{read.state.raw}</code> })}</> : null}
    </>
  )
}

/**
 * Lists events after the final state, such as a refund or a dispute, which do not revoke the confirmation.
 */
function EventsAfterEnd({ events }: { readonly events: FinalityProof['after'] }): ReactNode {
  const texts = useMessages('transactions').finality
  const labels: Readonly<Record<string, string>> = useMessages('notificationEvents').labels
  const format = useFormatter()
  return (
    <ul className={styles.after} aria-label={texts.laterEvents}>
      {events.map(({ event, receivedAt }, index) => (
        <li key={index} className={styles.event}>
          <span className={styles.quiet}>{texts.later}</span> <b>{labels[event] ?? event}</b>{' '}
          <code>{event}</code>
          <span className={styles.quiet}>
            {format.parts(texts.laterAt, { time: <Timestamp key="time" at={receivedAt} as="time" /> })}
          </span>
        </li>
      ))}
    </ul>
  )
}
