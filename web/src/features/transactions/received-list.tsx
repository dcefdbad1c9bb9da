import type { ReceivedNotification } from '@paydesk/shared/payments/notifications'
import type { ReactNode } from 'react'
import { useFormatter, useMessages } from '../../lib/messages/messages-context.tsx'
import { notificationEffectTones, notificationStatusTones } from '../../ui/text/notification-tones.ts'
import { RowTime } from '../../ui/text/row-time.tsx'
import { NotProvidedText, StateLabel, ToneIcon } from '../../ui/text/state-label.tsx'
import styles from './notifications-section.module.css'
import { NotificationEventName } from './sent-list.tsx'

interface ReceivedNotificationListProps {
  readonly entries: readonly ReceivedNotification[]
  readonly onOpen: (number: number) => void
}

/** Lists received notifications by arrival; those the payment service does not list come first. */
export function ReceivedNotificationList({ entries, onOpen }: ReceivedNotificationListProps): ReactNode {
  const texts = useMessages('transactions').notifications
  const { kinds } = useMessages('receivedNotifications')
  const format = useFormatter()
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
            <span className="unseen"> {format.text(texts.full, { number: String(entry.number) })}</span>
          </button>
          <span className={styles.event}>
            {entry.event ? (
              <NotificationEventName event={entry.event} />
            ) : entry.kind === null ? (
              texts.notProcessed
            ) : (
              kinds[entry.kind]
            )}
            {isUnlistedNotification(entry) ? (
              <span className={styles.missing}>{texts.unlistedTag}</span>
            ) : null}
          </span>
          <span className={styles.says}>
            {entry.state ? (
              <StateLabel state={entry.state} />
            ) : entry.kind === 'transaction' ? (
              <NotProvidedText />
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

/** Shows the effect first, then the evidence for and against the notification. */
function Checks({ entry }: { readonly entry: ReceivedNotification }): ReactNode {
  const { repeats, lastAt, late, secretMatches, proof } = entry
  const { finality, notifications: texts } = useMessages('transactions')
  const format = useFormatter()
  return (
    <>
      <Effect entry={entry} />
      {proof === 'none' ? (
        <span>{finality.origins[proof]}</span>
      ) : (
        <span
          title={[finality.origins[proof], secretMatches ? texts.secretMatches : null]
            .filter(Boolean)
            .join(' · ')}
        >
          {texts.authentic}
        </span>
      )}
      {secretMatches === false ? <b className={styles.odd}>▲ {texts.otherSecret}</b> : null}
      {late ? <b className={styles.odd}>{texts.late}</b> : null}
      {repeats > 0 ? (
        <span>
          {format.parts(texts.delivered, {
            times: format.number(repeats + 1),
            time: <RowTime key="time" at={lastAt} as="exact" />,
          })}
        </span>
      ) : null}
    </>
  )
}

function Effect({
  entry: { effect, status, confirmedAfterMs, isolationReason: why },
}: {
  readonly entry: ReceivedNotification
}): ReactNode {
  const texts = useMessages('transactions').notifications
  const format = useFormatter()
  const { effects, statuses } = useMessages('receivedNotifications')
  const tone = effect === null ? notificationStatusTones[status] : notificationEffectTones[effect]
  const { label, description } = effect === null ? statuses[status] : effects[effect]
  const read =
    confirmedAfterMs === null
      ? format.text(texts.read, { result: label })
      : format.text(texts.readAfter, { duration: format.duration(confirmedAfterMs), result: label })
  return (
    <span className={styles.effect} title={why === null ? description : `${description} ${why}`}>
      <ToneIcon tone={tone} />
      {effect === null ? label : read}
    </span>
  )
}
