import type { ReceivedNotification } from '@paydesk/shared/payments/notifications'
import type { ReactNode } from 'react'
import {
  formatDuration,
  notificationEffectLabels,
  notificationKindLabels,
  notificationStatusLabels,
} from '../../ui/text/notification-labels.ts'
import { RowTime } from '../../ui/text/row-time.tsx'
import { NotProvided, StateLabel, ToneIcon } from '../../ui/text/state-label.tsx'
import styles from './notifications-section.module.css'
import { NotificationEventName } from './sent-list.tsx'

interface ReceivedNotificationListProps {
  readonly entries: readonly ReceivedNotification[]
  readonly onOpen: (number: number) => void
}

/** Lists received notifications by arrival; those the payment service does not list come first. */
export function ReceivedNotificationList({ entries, onOpen }: ReceivedNotificationListProps): ReactNode {
  const sorted = [
    ...entries.filter(isUnlistedNotification),
    ...entries.filter((entry) => !isUnlistedNotification(entry)),
  ]
  return (
    <ol className={styles.list}>
      {sorted.map((entry) => (
        <li
          key={entry.number}
          className={styles.arrived}
          data-missing={isUnlistedNotification(entry) || undefined}
        >
          <button type="button" className={styles.arrival} onClick={() => onOpen(entry.number)}>
            <RowTime at={entry.receivedAt} as="exact" />
            <span className="unseen"> notification {entry.number} in full</span>
          </button>
          <span className={styles.event}>
            {entry.event ? (
              <NotificationEventName event={entry.event} />
            ) : entry.kind === null ? (
              'not looked at yet'
            ) : (
              notificationKindLabels[entry.kind]
            )}
            {isUnlistedNotification(entry) ? (
              <span className={styles.missing}>not in the service’s list</span>
            ) : null}
          </span>
          <span className={styles.says}>
            {entry.state ? (
              <StateLabel state={entry.state} />
            ) : entry.kind === 'transaction' ? (
              <NotProvided />
            ) : null}
          </span>
          <span className={styles.checks}>
            <Checks entry={entry} />
          </span>
        </li>
      ))}
    </ol>
  )
}

/** Returns true only if the payment service was asked and does not list the notification. */
export function isUnlistedNotification({ listed }: ReceivedNotification): boolean {
  return listed === false
}

const proofLabels: Record<ReceivedNotification['proof'], string> = {
  checksum: 'checksum valid',
  checksum_old: 'checksum valid, old token',
  bearer: 'bearer token valid',
  none: 'origin not provable',
}

/** Shows the effect first, then the evidence for and against the notification. */
function Checks({ entry }: { readonly entry: ReceivedNotification }): ReactNode {
  const { repeats, lastAt, late, secretMatches, proof } = entry
  return (
    <>
      <Effect entry={entry} />
      <span>{proofLabels[proof]}</span>
      {secretMatches === null ? null : secretMatches ? (
        <span>secret matches</span>
      ) : (
        <b className={styles.odd}>▲ another secret</b>
      )}
      {late ? <b className={styles.odd}>late</b> : null}
      {repeats > 0 ? (
        <span>
          delivered {repeats + 1} times, last <RowTime at={lastAt} as="exact" />
        </span>
      ) : null}
    </>
  )
}

function Effect({
  entry: { effect, status, confirmedAfterMs, why },
}: {
  readonly entry: ReceivedNotification
}): ReactNode {
  const { tone, word, says } =
    effect === null ? notificationStatusLabels[status] : notificationEffectLabels[effect]
  const after = confirmedAfterMs === null ? 're-read' : `re-read ${formatDuration(confirmedAfterMs)} later`
  return (
    <span className={styles.effect} title={why === null ? says : `${says} ${why}`}>
      <ToneIcon tone={tone} />
      {effect === null ? word : `${after}: ${word}`}
    </span>
  )
}
