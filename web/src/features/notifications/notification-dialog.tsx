import type { Formatter } from '@paydesk/shared/core/formatter'
import type { Messages } from '@paydesk/shared/messages/catalogue'
import type { NotificationReprocessing, ReceivedNotification } from '@paydesk/shared/payments/notifications'
import type { ReactNode } from 'react'
import { useId } from 'react'
import { useFormatter, useMessages } from '../../lib/messages/messages-context.tsx'
import { useMay } from '../../lib/session-context.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { TransactionLink } from '../../ui/links/record-links.tsx'
import facts from '../../ui/text/description-list.module.css'
import { StateLabel, StateReasonLabel } from '../../ui/text/state-label.tsx'
import { Timestamp } from '../../ui/text/timestamp.tsx'
import { NotificationOutcome } from './notification-outcome.tsx'
import styles from './reprocess-form.module.css'
import { ReprocessNotificationForm } from './reprocess-form.tsx'

interface NotificationDialogProps {
  readonly entry: ReceivedNotification
  /** Earlier reprocessing, newest first; empty on pages without that data. */
  readonly again?: readonly NotificationReprocessing[]
  /** Links to the transaction, on pages of several transactions. */
  readonly linksTransaction?: boolean
  readonly onClose: () => void
}

/** Shows one received notification, with a form to reprocess it. */
export function NotificationDialog({
  entry,
  again = [],
  linksTransaction = false,
  onClose,
}: NotificationDialogProps): ReactNode {
  const texts = useMessages('notifications')
  const { kinds } = useMessages('receivedNotifications')
  const { labels } = useMessages('notificationEvents')
  const format = useFormatter()
  const mayReprocess = useMay('notification_queue.reprocess')
  return (
    <Dialog title={format.text(texts.details.title, { number: String(entry.number) })} onClose={onClose}>
      <dl className={facts.facts}>
        {createNotificationFacts(entry, linksTransaction, { ...texts, kinds, labels }, format).map(
          ({ term, value }) => (
            <div key={term} className={facts.fact}>
              <dt className={facts.term}>{term}</dt>
              <dd className={facts.value}>{value}</dd>
            </div>
          ),
        )}
      </dl>
      {again.length === 0 ? null : <ReprocessingNotes notes={again} />}
      {mayReprocess ? <ReprocessNotificationForm entry={entry} /> : null}
    </Dialog>
  )
}

function ReprocessingNotes({ notes }: { readonly notes: readonly NotificationReprocessing[] }): ReactNode {
  const texts = useMessages('notifications').details
  const format = useFormatter()
  const heading = useId()
  return (
    <section aria-labelledby={heading} className={styles.section}>
      <h3 id={heading}>{texts.reprocessed}</h3>
      <ul className={styles.notes}>
        {notes.map(({ at, by, reason, ticket }) => (
          <li key={at} className={styles.note}>
            <p className={styles.help}>
              {format.parts<typeof texts.by, ReactNode>(texts.by, {
                time: <Timestamp key="time" at={at} as="full" />,
                person: by,
              })}
              {ticket === null ? null : (
                <>
                  {' · '}
                  <code>{ticket}</code>
                </>
              )}
            </p>
            <p>{reason ?? texts.reasonGone}</p>
          </li>
        ))}
      </ul>
    </section>
  )
}

interface NotificationTexts extends Pick<Messages['notifications'], 'cells' | 'details' | 'proofs'> {
  readonly kinds: Messages['receivedNotifications']['kinds']
  readonly labels: Readonly<Record<string, string>>
}

function createNotificationFacts(
  entry: ReceivedNotification,
  linksTransaction: boolean,
  { cells, details, kinds, labels, proofs }: NotificationTexts,
  format: Formatter,
): readonly { term: string; value: ReactNode }[] {
  const { event, state, compound, transaction } = entry
  return [
    { term: details.arrived, value: <Timestamp at={entry.receivedAt} as="full" /> },
    {
      term: details.deliveries,
      value:
        entry.repeats === 0
          ? details.one
          : format.parts<typeof details.several, ReactNode>(details.several, {
              count: entry.repeats + 1,
              time: <Timestamp key="time" at={entry.lastAt} as="time" />,
            }),
    },
    { term: details.proof, value: proofs[entry.proof].description },
    { term: details.kind, value: entry.kind === null ? details.notProcessed : kinds[entry.kind] },
    {
      term: details.event,
      value: event ? (
        <>
          {labels[event.raw]} <code>{event.raw}</code>
        </>
      ) : (
        details.none
      ),
    },
    {
      term: details.state,
      value: state ? (
        <>
          <StateLabel state={state} />
          {compound && compound.raw !== '' ? (
            <>
              {' '}
              · <StateReasonLabel compound={compound} />
            </>
          ) : null}
        </>
      ) : (
        cells.noState
      ),
    },
    {
      term: details.transaction,
      value:
        transaction === null ? (
          cells.noTransaction
        ) : linksTransaction ? (
          <TransactionLink transaction={transaction}>
            <code>{transaction}</code>
          </TransactionLink>
        ) : (
          <code>{transaction}</code>
        ),
    },
    {
      term: details.secret,
      value:
        entry.secretMatches === null
          ? details.secretNotCompared
          : entry.secretMatches
            ? details.secretMatches
            : details.secretDiffers,
    },
    {
      term: details.order,
      value: entry.late ? details.late : details.notLate,
    },
    {
      term: details.listed,
      value: entry.listed === null ? details.notChecked : entry.listed ? details.yes : details.no,
    },
    { term: details.result, value: <NotificationOutcome entry={entry} /> },
  ]
}
