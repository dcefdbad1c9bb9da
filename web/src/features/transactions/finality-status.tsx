import type { FinalityProof, TransactionHistory } from '@paydesk/shared/core/observations'
import type { StateValue } from '@paydesk/shared/core/state'
import { getStateLabel } from '@paydesk/shared/core/state'
import { BadgeCheck, CircleDashed } from 'lucide-react'
import type { ReactNode } from 'react'
import type { AsyncQuery } from '../../ui/page/async-view.tsx'
import { Timestamp } from '../../ui/text/timestamp.tsx'
import styles from './finality-status.module.css'

interface FinalityStatusProps {
  /** State from the record just read. */
  readonly state: StateValue
  readonly history: AsyncQuery<TransactionHistory>
}

/** Shows how far the state is confirmed: the evidence, or the missing part. */
export function FinalityStatus({ state, history }: FinalityStatusProps): ReactNode {
  if (state.raw === '') return <StatusLine>Without a state it counts as not final.</StatusLine>
  if (!state.known) return <StatusLine>Nobody has documented this state; it counts as not final.</StatusLine>
  if (!state.final) return <StatusLine>Not final: it can still change.</StatusLine>
  const { data, error } = history
  if (data === undefined)
    return (
      <StatusLine>
        Final, as the service’s state record says.{' '}
        {error ? 'Whether it is proved could not be read.' : 'Its proof is being read…'}
      </StatusLine>
    )
  const { proof } = data
  if (proof.state === null || proof.state.raw !== state.raw)
    return (
      <StatusLine>
        Final, as the record that was just read says. This office has not confirmed it yet.
      </StatusLine>
    )
  return <FinalityProofDetails proof={proof} state={proof.state} />
}

function StatusLine({ children }: { readonly children: ReactNode }): ReactNode {
  return <p className={styles.line}>{children}</p>
}

const proofLabels: Record<NonNullable<FinalityProof['notification']>['proof'], string> = {
  checksum: 'checksum valid',
  checksum_old: 'checksum valid with the old token',
  bearer: 'bearer token valid',
  none: 'origin not provable',
}

function FinalityProofDetails({
  proof,
  state,
}: {
  readonly proof: FinalityProof
  readonly state: StateValue
}): ReactNode {
  const isProved = proof.finality === 'proved'
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
  if (finality === 'proved') return <b>Final, proved {read ? <Timestamp at={read.at} as="time" /> : null}</b>
  if (finality === 'two_reads') return <b>Final by two reads</b>
  return <b>{getStateLabel(state)}, not yet proved</b>
}

/** Shows the evidence of the finality, and what a better grade would need. */
function FinalityEvidence({
  proof: { finality, notification, read, missing },
}: {
  proof: FinalityProof
}): ReactNode {
  const received = notification ? (
    <>
      notification received <Timestamp at={notification.receivedAt} as="time" />,{' '}
      {proofLabels[notification.proof]}
    </>
  ) : null
  if (finality !== 'proved')
    return (
      <>
        {missing}
        {received ? <span className={styles.quiet}> ({received})</span> : null}
      </>
    )
  const same = notification?.state && read && notification.state.raw === read.state.raw
  return (
    <>
      {received}
      {read ? (
        <>
          {' '}
          · state re-read <Timestamp at={read.at} as="time" />
        </>
      ) : null}
      {same ? (
        <>
          {' '}
          · both <code>{read.state.raw}</code>
        </>
      ) : null}
    </>
  )
}

/**
 * Lists events after the final state, such as a refund or a dispute, which do not revoke the confirmation.
 */
function EventsAfterEnd({ events }: { readonly events: FinalityProof['after'] }): ReactNode {
  return (
    <ul className={styles.after} aria-label="After the end">
      {events.map(({ event, word, receivedAt }, index) => (
        <li key={index} className={styles.event}>
          <span className={styles.quiet}>after the end:</span> <b>{word}</b> <code>{event}</code>
          <span className={styles.quiet}>
            , received <Timestamp at={receivedAt} as="time" />
          </span>
        </li>
      ))}
    </ul>
  )
}
