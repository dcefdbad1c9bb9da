import type { MaskedValue } from '@paydesk/shared/core/masked-value'
import type { SentNotification } from '@paydesk/shared/payments/notifications'
import type { ReactNode } from 'react'
import { FieldValue, getVisibleText } from '../../ui/text/field-value.tsx'
import { Money } from '../../ui/text/money.tsx'
import { NotProvided, StateLabel, UndocumentedTag } from '../../ui/text/state-label.tsx'
import styles from './notifications-section.module.css'

/** Labels for the meaning of an event. The state itself always comes from a read, never from an event. */
const eventMeaningLabels: Record<SentNotification['event']['means'], string> = {
  final: 'end',
  progress: 'on the way',
  review: 'needs a decision',
  after_end: 'after the end, changes no state',
  unknown: 'meaning not known',
}

/** Wraps a masked value of one notification; `position` and `of` locate the notification in the list. */
export type RenderSentValue = (
  at: {
    readonly position: number
    readonly of: number
    readonly path: readonly string[]
    readonly what: string
  },
  value: MaskedValue,
) => ReactNode

interface SentNotificationListProps {
  readonly entries: readonly SentNotification[]
  readonly renderValue?: RenderSentValue | undefined
}

/** Lists notifications in the order of the payment service, which gives no times; missing ones come first. */
export function SentNotificationList({ entries, renderValue }: SentNotificationListProps): ReactNode {
  const sorted = [
    ...entries.filter(isMissingNotification),
    ...entries.filter((entry) => !isMissingNotification(entry)),
  ]
  return (
    <ol className={styles.list}>
      {sorted.map((entry) => (
        <Entry key={entry.position} entry={entry} of={entries.length} renderValue={renderValue} />
      ))}
    </ol>
  )
}

/** Returns true only for false: null means that a comparison was not possible. */
export function isMissingNotification({ received }: SentNotification): boolean {
  return received === false
}

interface EntryProps extends Pick<SentNotificationListProps, 'renderValue'> {
  readonly entry: SentNotification
  readonly of: number
}

function Entry({ entry, of, renderValue }: EntryProps): ReactNode {
  const { event, state } = entry
  const isMissing = isMissingNotification(entry)
  const meaning = eventMeaningLabels[event.means]
  return (
    <li className={styles.entry} data-missing={isMissing || undefined}>
      <span className={styles.position}>{entry.position}</span>
      <span className={styles.event}>
        <NotificationEventName event={event} />
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
          <StateLabel state={state} />
        ) : (
          <span className={styles.quiet}>
            {entry.kind === 'incoming_transfer' ? 'incoming bank transfer: carries no state' : 'no state'}
          </span>
        )}
        <Details entry={entry} of={of} renderValue={renderValue} />
      </span>
    </li>
  )
}

export function NotificationEventName({
  event: { raw, known, word },
}: Pick<SentNotification, 'event'>): ReactNode {
  if (raw === '') return <NotProvided />
  return known ? (
    <>
      {word} <code className={styles.raw}>{raw}</code>
    </>
  ) : (
    <>
      <code>{raw}</code> <UndocumentedTag />
    </>
  )
}

interface Detail {
  readonly term: string
  readonly value: MaskedValue
  /** Field name in the interface, set if some role may reveal the value. */
  readonly member?: string
}

function Details({ entry, of, renderValue }: EntryProps): ReactNode {
  const { position } = entry
  const details: readonly Detail[] = [
    { term: 'code', value: entry.responseCode },
    { term: 'description', value: entry.responseCodeDescription },
    { term: 'card', value: entry.cardBrand },
    { term: 'number', value: entry.maskedPan },
    { term: 'tasks', value: entry.outstandingTasks },
    { term: 'sender', value: entry.senderName, member: 'original_sender_name' },
    { term: 'sender IBAN', value: entry.senderIban, member: 'original_sender_iban' },
    { term: 'sender bank', value: entry.senderBankCountry },
    { term: 'beneficiary', value: entry.beneficiaryIban, member: 'beneficiary_iban' },
    { term: 'purpose', value: entry.transactionDetail, member: 'transaction_detail' },
  ]
  const given = details.filter(({ value }) =>
    value.seen === 'presence' ? value.present : getVisibleText(value) !== null,
  )
  return given.map(({ term, value, member }) => (
    <span key={term} className={styles.pair}>
      <span className={styles.quiet}>{term}</span>{' '}
      {renderValue && member && value.seen === 'masked' ? (
        renderValue({ position, of, path: [member], what: `${term} of notification ${position}` }, value)
      ) : (
        <FieldValue value={value} />
      )}
    </span>
  ))
}
