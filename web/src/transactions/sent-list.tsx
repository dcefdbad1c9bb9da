import type { NotificationView } from '@paydesk/shared/notification'
import type { ReactNode } from 'react'
import { Money } from '../ui/money.tsx'
import { ShownValue, shownText } from '../ui/shown-value.tsx'
import { NotDocumented, NotGiven, StateWord } from '../ui/state-mark.tsx'
import { meanings } from './event-meanings.ts'
import styles from './notifications-section.module.css'

/** What the service says it sent: its own order, no times, because it gives none; what did not arrive first. */
export function SentList({ entries }: { readonly entries: readonly NotificationView[] }): ReactNode {
  const sorted = [...entries.filter(didNotArrive), ...entries.filter((entry) => !didNotArrive(entry))]
  return (
    <ol className={styles.list}>
      {sorted.map((entry) => (
        <Entry key={entry.position} entry={entry} />
      ))}
    </ol>
  )
}

/** Null is not false: what cannot be compared is not called missing. */
export function didNotArrive({ received }: NotificationView): boolean {
  return received === false
}

function Entry({ entry }: { entry: NotificationView }): ReactNode {
  const { event, state } = entry
  const isMissing = didNotArrive(entry)
  const meaning = meanings[event.means]
  return (
    <li className={styles.entry} data-missing={isMissing || undefined}>
      <span className={styles.position}>{entry.position}</span>
      <span className={styles.event}>
        <EventName event={event} />
        {isMissing ? <span className={styles.missing}>did not arrive</span> : null}
      </span>
      <span className={styles.tag} data-means={event.means}>
        {meaning}
      </span>
      <span className={styles.amount}>
        {entry.amount.seen === 'absent' ? (
          <span className={styles.quiet}>no amount</span>
        ) : (
          <Money amount={entry.amount} currency={entry.currency} />
        )}
      </span>
      <span className={styles.detail}>
        {state ? (
          <StateWord state={state} />
        ) : (
          <span className={styles.quiet}>
            {entry.kind === 'incoming_transfer' ? 'incoming bank transfer: carries no state' : 'no state'}
          </span>
        )}
        <Details entry={entry} />
      </span>
    </li>
  )
}

export function EventName({ event: { raw, known, word } }: Pick<NotificationView, 'event'>): ReactNode {
  if (raw === '') return <NotGiven />
  return known ? (
    <>
      {word} <code className={styles.raw}>{raw}</code>
    </>
  ) : (
    <>
      <code>{raw}</code> <NotDocumented />
    </>
  )
}

function Details({ entry }: { entry: NotificationView }): ReactNode {
  const details = [
    { term: 'code', value: entry.responseCode },
    { term: 'description', value: entry.responseCodeDescription },
    { term: 'card', value: entry.cardBrand },
    { term: 'number', value: entry.maskedPan },
    { term: 'tasks', value: entry.outstandingTasks },
    { term: 'sender', value: entry.senderName },
    { term: 'sender IBAN', value: entry.senderIban },
    { term: 'sender bank', value: entry.senderBankCountry },
    { term: 'beneficiary', value: entry.beneficiaryIban },
    { term: 'purpose', value: entry.transactionDetail },
  ].filter(({ value }) => (value.seen === 'presence' ? value.present : shownText(value) !== null))
  return details.map(({ term, value }) => (
    <span key={term} className={styles.pair}>
      <span className={styles.quiet}>{term}</span> <ShownValue value={value} />
    </span>
  ))
}
