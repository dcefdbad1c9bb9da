import type { MaskedValue } from '@paydesk/shared/core/masked-value'
import type { SentNotification } from '@paydesk/shared/payments/notifications'
import type { ReactNode } from 'react'
import { useFormatter, useMessages } from '../../lib/messages/messages-context.tsx'
import { FieldValue, getVisibleText } from '../../ui/text/field-value.tsx'
import { Money } from '../../ui/text/money.tsx'
import { NotProvidedText, StateLabel, UndocumentedValueTag } from '../../ui/text/state-label.tsx'
import styles from './notifications-section.module.css'

/** Wraps a masked value of one notification; `position` and `of` locate the notification in the list. */
export type SentNotificationValueRenderer = (
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
  readonly renderValue?: SentNotificationValueRenderer | undefined
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
  const texts = useMessages('transactions').notifications
  return (
    <li className={styles.entry} data-missing={isMissing || undefined}>
      <span className={styles.position}>{entry.position}</span>
      <span className={styles.event}>
        <NotificationEventName event={event} />
        {isMissing ? <span className={styles.missing}>{texts.missingTag}</span> : null}
      </span>
      <span className={styles.tag} data-means={event.meaning}>
        {texts.meanings[event.meaning]}
      </span>
      <span className={styles.amount}>
        {entry.amount.visibility === 'absent' ? (
          <span className={styles.quiet}>{texts.noAmount}</span>
        ) : (
          <Money amount={entry.amount} currency={entry.currency} />
        )}
      </span>
      <span className={styles.detail}>
        {state ? (
          <StateLabel state={state} />
        ) : (
          <span className={styles.quiet}>
            {entry.kind === 'incoming_transfer' ? texts.transferWithoutState : texts.noState}
          </span>
        )}
        <Details entry={entry} of={of} renderValue={renderValue} />
      </span>
    </li>
  )
}

export function NotificationEventName({
  event: { raw, documented },
}: Pick<SentNotification, 'event'>): ReactNode {
  const labels: Readonly<Record<string, string>> = useMessages('notificationEvents').labels
  if (raw === '') return <NotProvidedText />
  return documented ? (
    <>
      {labels[raw]} <code className={styles.raw}>{raw}</code>
    </>
  ) : (
    <>
      <code>{raw}</code> <UndocumentedValueTag />
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
  const { fields, fieldOf } = useMessages('transactions').notifications
  const format = useFormatter()
  const details: readonly Detail[] = [
    { term: fields.code, value: entry.responseCode },
    { term: fields.description, value: entry.responseCodeDescription },
    { term: fields.card, value: entry.cardBrand },
    { term: fields.number, value: entry.maskedPan },
    { term: fields.tasks, value: entry.outstandingTasks },
    { term: fields.sender, value: entry.senderName, member: 'original_sender_name' },
    { term: fields.senderIban, value: entry.senderIban, member: 'original_sender_iban' },
    { term: fields.senderBank, value: entry.senderBankCountry },
    { term: fields.beneficiary, value: entry.beneficiaryIban, member: 'beneficiary_iban' },
    { term: fields.purpose, value: entry.transactionDetail, member: 'transaction_detail' },
  ]
  const given = details.filter(({ value }) =>
    value.visibility === 'presence' ? value.present : getVisibleText(value) !== null,
  )
  return given.map(({ term, value, member }) => (
    <span key={term} className={styles.pair}>
      <span className={styles.quiet}>{term}</span>{' '}
      {renderValue && member && value.visibility === 'masked' ? (
        renderValue(
          {
            position,
            of,
            path: [member],
            what: format.text(fieldOf, { field: term, position: String(position) }),
          },
          value,
        )
      ) : (
        <FieldValue value={value} />
      )}
    </span>
  ))
}
