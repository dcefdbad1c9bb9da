import type { FinalityProof, TransactionHistory } from '@paydesk/shared/core/observed'
import type { StateValue } from '@paydesk/shared/core/state'
import { stateWord } from '@paydesk/shared/core/state'
import { BadgeCheck, CircleDashed } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Loading } from '../../ui/page/async-view.tsx'
import { Timestamp } from '../../ui/text/timestamp.tsx'
import styles from './finality-seal.module.css'

interface FinalitySealProps {
  /** The state as the record that was just read gives it. */
  readonly state: StateValue
  readonly history: Loading<TransactionHistory>
}

/** How sure the state is: the seal with what it rests on, or the part that is missing. */
export function FinalitySeal({ state, history }: FinalitySealProps): ReactNode {
  if (state.raw === '') return <Line>Without a state it counts as not final.</Line>
  if (!state.known) return <Line>Nobody has documented this state; it counts as not final.</Line>
  if (!state.final) return <Line>Not final: it can still change.</Line>
  const { data, error } = history
  if (data === undefined)
    return (
      <Line>
        Final, as the service’s state record says.{' '}
        {error ? 'Whether it is proved could not be read.' : 'Its proof is being read…'}
      </Line>
    )
  const { proof } = data
  if (proof.state === null || proof.state.raw !== state.raw)
    return <Line>Final, as the record that was just read says. This office has not confirmed it yet.</Line>
  return <Seal proof={proof} state={proof.state} />
}

function Line({ children }: { readonly children: ReactNode }): ReactNode {
  return <p className={styles.line}>{children}</p>
}

const proofWords: Record<NonNullable<FinalityProof['notification']>['proof'], string> = {
  checksum: 'checksum valid',
  checksum_old: 'checksum valid with the old token',
  bearer: 'bearer token valid',
  none: 'origin not provable',
}

function Seal({ proof, state }: { readonly proof: FinalityProof; readonly state: StateValue }): ReactNode {
  const isProved = proof.finality === 'proved'
  const Icon = isProved ? BadgeCheck : CircleDashed
  return (
    <div className={styles.seal} data-grade={proof.finality}>
      <p className={styles.grade}>
        <Icon size={15} aria-hidden className={styles.icon} />
        <Grade proof={proof} state={state} />
      </p>
      <p className={styles.rests}>
        <Rests proof={proof} />
      </p>
      {proof.after.length > 0 ? <AfterEnd events={proof.after} /> : null}
    </div>
  )
}

function Grade({ proof: { finality, read }, state }: { proof: FinalityProof; state: StateValue }): ReactNode {
  if (finality === 'proved') return <b>Final, proved {read ? <Timestamp at={read.at} as="time" /> : null}</b>
  if (finality === 'two_reads') return <b>Final by two reads</b>
  return <b>{stateWord(state)}, not yet proved</b>
}

/** What the grade rests on, and what would make it a better one. */
function Rests({ proof: { finality, notification, read, missing } }: { proof: FinalityProof }): ReactNode {
  const received = notification ? (
    <>
      notification received <Timestamp at={notification.receivedAt} as="time" />,{' '}
      {proofWords[notification.proof]}
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

/** A refund or a dispute comes after the end: it stands beside the seal and does not break it. */
function AfterEnd({ events }: { readonly events: FinalityProof['after'] }): ReactNode {
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
