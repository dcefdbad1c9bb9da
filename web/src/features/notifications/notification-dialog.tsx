import type { ReceivedNotification, ReprocessingNote } from '@paydesk/shared/payments/notifications'
import type { ReactNode } from 'react'
import { useId } from 'react'
import { useMay } from '../../lib/session-context.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { TransactionLink } from '../../ui/links/record-links.tsx'
import facts from '../../ui/text/description-list.module.css'
import { notificationKindLabels, originProofLabels } from '../../ui/text/notification-labels.ts'
import { ReasonLabel, StateLabel } from '../../ui/text/state-label.tsx'
import { Timestamp } from '../../ui/text/timestamp.tsx'
import { NotificationOutcome } from './notification-outcome.tsx'
import styles from './reprocess-form.module.css'
import { ReprocessForm } from './reprocess-form.tsx'

interface NotificationDialogProps {
  readonly entry: ReceivedNotification
  /** Earlier reprocessing, newest first; empty on pages without that data. */
  readonly again?: readonly ReprocessingNote[]
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
  const mayReprocess = useMay('notification_queue.reprocess')
  return (
    <Dialog title={`Notification ${entry.number}`} onClose={onClose}>
      <dl className={facts.facts}>
        {createNotificationFacts(entry, linksTransaction).map(({ term, value }) => (
          <div key={term} className={facts.fact}>
            <dt className={facts.term}>{term}</dt>
            <dd className={facts.value}>{value}</dd>
          </div>
        ))}
      </dl>
      {again.length === 0 ? null : <ReprocessingNotes notes={again} />}
      {mayReprocess ? <ReprocessForm entry={entry} /> : null}
    </Dialog>
  )
}

function ReprocessingNotes({ notes }: { readonly notes: readonly ReprocessingNote[] }): ReactNode {
  const heading = useId()
  return (
    <section aria-labelledby={heading} className={styles.section}>
      <h3 id={heading}>Worked on again</h3>
      <ul className={styles.notes}>
        {notes.map(({ at, by, reason, ticket }) => (
          <li key={at} className={styles.note}>
            <p className={styles.help}>
              <Timestamp at={at} as="full" /> by {by}
              {ticket === null ? null : (
                <>
                  {' · '}
                  <code>{ticket}</code>
                </>
              )}
            </p>
            <p>{reason ?? 'The reason cannot be opened any more.'}</p>
          </li>
        ))}
      </ul>
    </section>
  )
}

function createNotificationFacts(
  entry: ReceivedNotification,
  linksTransaction: boolean,
): readonly { term: string; value: ReactNode }[] {
  const { event, state, compound, transaction } = entry
  return [
    { term: 'Arrived', value: <Timestamp at={entry.receivedAt} as="full" /> },
    {
      term: 'Deliveries',
      value:
        entry.repeats === 0 ? (
          'one'
        ) : (
          <>
            {entry.repeats + 1}, the last <Timestamp at={entry.lastAt} as="time" />
          </>
        ),
    },
    { term: 'Proof of origin', value: originProofLabels[entry.proof].says },
    { term: 'Kind', value: entry.kind === null ? 'not looked at yet' : notificationKindLabels[entry.kind] },
    {
      term: 'Event',
      value: event ? (
        <>
          {event.known ? event.word : null} <code>{event.raw}</code>
        </>
      ) : (
        'none'
      ),
    },
    {
      term: 'Says',
      value: state ? (
        <>
          <StateLabel state={state} />
          {compound && compound.raw !== '' ? (
            <>
              {' '}
              · <ReasonLabel compound={compound} />
            </>
          ) : null}
        </>
      ) : (
        'no state'
      ),
    },
    {
      term: 'Transaction',
      value:
        transaction === null ? (
          'none named'
        ) : linksTransaction ? (
          <TransactionLink transaction={transaction}>
            <code>{transaction}</code>
          </TransactionLink>
        ) : (
          <code>{transaction}</code>
        ),
    },
    {
      term: 'Its secret',
      value:
        entry.secretMatches === null
          ? 'could not be compared'
          : entry.secretMatches
            ? 'is the one of the state record'
            : '▲ is another than the one of the state record',
    },
    {
      term: 'Order',
      value: entry.late ? 'late: it carries an older state than one already known' : 'not late',
    },
    {
      term: 'In the service’s list',
      value: entry.listed === null ? 'not asked' : entry.listed ? 'yes' : 'no: the service does not list it',
    },
    { term: 'What came of it', value: <NotificationOutcome entry={entry} /> },
  ]
}
