import type { ReceivedNotification } from '@paydesk/shared/payments/notifications'
import type { ReactNode } from 'react'
import { TransactionLink } from '../../ui/links/record-links.tsx'
import type { DataColumn } from '../../ui/table/data-table-types.ts'
import { formatCount } from '../../ui/text/format-count.ts'
import {
  formatDuration,
  notificationKindLabels,
  originProofLabels,
} from '../../ui/text/notification-labels.ts'
import { RowTime } from '../../ui/text/row-time.tsx'
import { NotProvided, StateLabel } from '../../ui/text/state-label.tsx'
import { NotificationEffect } from './notification-outcome.tsx'
import styles from './notifications-page.module.css'

export const notificationColumns: readonly DataColumn<ReceivedNotification>[] = [
  {
    id: 'number',
    header: 'No.',
    cell: (entry) => <span className={styles.quiet}>{formatCount(entry.number)}</span>,
    track: 'minmax(52px, max-content)',
    narrow: { line: 3, end: true },
    align: 'end',
  },
  {
    id: 'arrived',
    header: 'Arrived',
    cell: (entry) => <RowTime at={entry.receivedAt} as="exact" />,
    track: 'minmax(112px, 0.7fr)',
    narrow: { line: 1, end: true },
  },
  {
    id: 'event',
    header: 'Event',
    cell: (entry) => <EventCell entry={entry} />,
    track: 'minmax(170px, 1.6fr)',
    narrow: { line: 1 },
  },
  {
    id: 'state',
    header: 'Says',
    cell: (entry) => (entry.state ? <StateLabel state={entry.state} tagless /> : <NoState />),
    track: 'minmax(112px, 1fr)',
    narrow: { line: 2 },
  },
  {
    id: 'transaction',
    header: 'Transaction',
    cell: (entry) =>
      entry.transaction === null ? (
        <EmptyCell says="names no transaction" />
      ) : (
        <TransactionLink transaction={entry.transaction} isInRow>
          <code title={entry.transaction}>
            {entry.transaction.slice(0, 8)}
            {entry.transaction.length > 8 ? <span aria-hidden>…</span> : null}
          </code>
        </TransactionLink>
      ),
    track: '78px',
    narrow: { line: 2, end: true },
  },
  {
    id: 'proof',
    header: 'Proof',
    cell: (entry) => (
      <span
        className={entry.proof === 'none' ? styles.loud : undefined}
        title={originProofLabels[entry.proof].says}
      >
        {entry.proof === 'none' ? <span aria-hidden>▲ </span> : null}
        {originProofLabels[entry.proof].word}
      </span>
    ),
    track: 'minmax(84px, 0.6fr)',
    narrow: { line: 3 },
  },
  {
    id: 'repeats',
    header: 'Repeats',
    cell: (entry) =>
      entry.repeats === 0 ? (
        <EmptyCell says="delivered once" />
      ) : (
        <span title="Further deliveries of the same bytes">{formatCount(entry.repeats)}</span>
      ),
    track: '54px',
    narrow: { line: 3 },
    align: 'end',
  },
  {
    id: 'late',
    header: 'Late',
    cell: (entry) =>
      entry.late ? (
        <span className={styles.loud} title="It carries an older state than one already known">
          late
        </span>
      ) : (
        <EmptyCell says="not late" />
      ),
    track: '40px',
    narrow: { line: 3 },
  },
  {
    id: 'effect',
    header: 'What came of it',
    cell: (entry) => <NotificationEffect entry={entry} />,
    track: 'minmax(108px, 0.8fr)',
    narrow: { line: 3 },
  },
  {
    id: 'after',
    header: 'After',
    cell: (entry) =>
      entry.confirmedAfterMs === null ? (
        <EmptyCell says="not confirmed by a read" />
      ) : (
        <span title="From its arrival to the read that confirmed it">
          {formatDuration(entry.confirmedAfterMs)}
        </span>
      ),
    track: '54px',
    narrow: { line: 3 },
    align: 'end',
  },
]

/** Columns of a narrow row; the dialog shows the others. */
export const narrowNotificationColumnIds: readonly string[] = [
  'event',
  'arrived',
  'state',
  'transaction',
  'effect',
  'number',
]

function EventCell({ entry }: { readonly entry: ReceivedNotification }): ReactNode {
  const { event, kind } = entry
  if (event && event.raw !== '') {
    return event.known ? (
      <span title={event.raw}>{event.word}</span>
    ) : (
      <>
        <code title={`${event.raw} – not documented`} className={styles.odd}>
          {event.raw}
        </code>
        <span className="unseen">, not documented</span>
      </>
    )
  }
  return kind === null || kind === 'transaction' ? <NotProvided short /> : notificationKindLabels[kind]
}

function NoState(): ReactNode {
  return <EmptyCell says="carries no state" />
}

function EmptyCell({ says }: { readonly says: string }): ReactNode {
  return (
    <span className={styles.quiet} title={says}>
      <span aria-hidden>–</span>
      <span className="unseen">{says}</span>
    </span>
  )
}
