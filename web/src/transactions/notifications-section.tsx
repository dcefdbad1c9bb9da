import type { NotificationView, TransactionNotifications } from '@paydesk/shared/notification'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useClient } from '../api/client-context.tsx'
import { useKey } from '../ui/keys.tsx'
import { Money } from '../ui/money.tsx'
import { goToPart, Part } from '../ui/part.tsx'
import { ShownValue, shownText } from '../ui/shown-value.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { NotDocumented, NotGiven, StateWord } from '../ui/state-mark.tsx'
import { meanings } from './event-meanings.ts'
import styles from './notifications-section.module.css'
import type { TransactionPlace } from './queries.ts'
import { transactionQueries } from './queries.ts'

/** What the service says it sent: its own order, no times, because it gives none. */
export function NotificationsSection({ place }: { readonly place: TransactionPlace }): ReactNode {
  const query = useQuery(transactionQueries(useClient()).notifications(place))
  useKey('n', 'Notifications', () => goToPart('notifications'))
  return (
    <Part
      title="Notifications"
      id="notifications"
      keys="n"
      query={query}
      reading={(data) => data.reading}
      reread={() => query.refetch()}
      skeleton={<Skeleton lines={3} height={28} />}
      note={(data) => <LastAmount notifications={data} />}
    >
      {(data) => <Entries notifications={data} />}
    </Part>
  )
}

function LastAmount({
  notifications: { amount, currency, entries },
}: {
  notifications: TransactionNotifications
}): ReactNode {
  if (entries.length === 0) return null
  return (
    <>
      last named amount: <Money amount={amount} currency={currency} />
    </>
  )
}

function Entries({
  notifications: { entries, shapeKnown },
}: {
  notifications: TransactionNotifications
}): ReactNode {
  if (!shapeKnown) {
    return (
      <p className={styles.quiet}>
        The service answered in a form that nobody knows here, so nothing of it is listed.
      </p>
    )
  }
  if (entries.length === 0)
    return <p className={styles.quiet}>The service lists no notification for this transaction.</p>
  return (
    <>
      <ol className={styles.list}>
        {entries.map((entry) => (
          <Entry key={entry.position} entry={entry} />
        ))}
      </ol>
      <p className={styles.quiet}>
        {entries.length} {entries.length === 1 ? 'notification' : 'notifications'}, all that the service lists
        for this transaction, in its order; it gives them no times.
      </p>
    </>
  )
}

function Entry({ entry }: { entry: NotificationView }): ReactNode {
  const { event, state } = entry
  const meaning = meanings[event.means]
  return (
    <li className={styles.entry}>
      <span className={styles.position}>{entry.position}</span>
      <span className={styles.event}>
        <EventName event={event} />
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

function EventName({ event: { raw, known, word } }: Pick<NotificationView, 'event'>): ReactNode {
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
