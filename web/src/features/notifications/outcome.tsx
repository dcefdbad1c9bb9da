import type { ReceivedNotification } from '@paydesk/shared/payments/ledger'
import type { ReactNode } from 'react'
import { duration, effectWords, statusWords } from '../../ui/text/received-words.ts'
import { Mark } from '../../ui/text/state-mark.tsx'
import { Timestamp } from '../../ui/text/timestamp.tsx'
import styles from './notifications-page.module.css'

/** What the re-read gave, or how far the notification is. */
export function Effect({ entry }: { readonly entry: ReceivedNotification }): ReactNode {
  const { tone, word, says } = entry.effect === null ? statusWords[entry.status] : effectWords[entry.effect]
  return (
    <span className={styles.effect} title={entry.why === null ? says : `${says} ${entry.why}`}>
      <Mark tone={tone} />
      {word}
    </span>
  )
}

/** Its effect with the words, the time of the read that confirmed it, and why where it has a reason. */
export function Outcome({ entry }: { readonly entry: ReceivedNotification }): ReactNode {
  const { confirmedAt, confirmedAfterMs, why, status } = entry
  return (
    <>
      <Effect entry={entry} />
      {confirmedAt === null ? (
        <> · {statusWords[status].says}</>
      ) : (
        <>
          {' '}
          · read <Timestamp at={confirmedAt} as="time" />
          {confirmedAfterMs === null ? '' : `, ${duration(confirmedAfterMs)} after it arrived`}
        </>
      )}
      {why === null ? null : <> · {why}</>}
    </>
  )
}
