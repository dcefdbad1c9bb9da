import type { Formatter } from '@paydesk/shared/core/formatter'
import type { Messages } from '@paydesk/shared/messages/catalogue'
import type { ReceivedNotification } from '@paydesk/shared/payments/notifications'
import type { ReactNode } from 'react'
import { useFormatter, useMessages } from '../../lib/messages/messages-context.tsx'
import { TransactionLink } from '../../ui/links/record-links.tsx'
import type { DataColumn } from '../../ui/table/data-table-types.ts'
import { MiddleEllipsis } from '../../ui/text/middle-ellipsis.tsx'
import { RowTime } from '../../ui/text/row-time.tsx'
import { NotProvidedText, StateLabel } from '../../ui/text/state-label.tsx'
import { NotificationEffectLabel } from './notification-outcome.tsx'
import styles from './notifications-page.module.css'

export function createNotificationColumns(
  texts: Messages['notifications'],
  format: Formatter,
): readonly DataColumn<ReceivedNotification>[] {
  const { cells, columns, proofs } = texts
  return [
    {
      id: 'number',
      header: columns.number,
      cell: (entry) => <span className={styles.quiet}>{format.number(entry.number)}</span>,
      track: 'minmax(52px,max-content)',
      narrow: { line: 3, end: true },
      align: 'end',
    },
    {
      id: 'arrived',
      header: columns.arrived,
      cell: (entry) => <RowTime at={entry.receivedAt} as="exact" />,
      track: 'minmax(112px, 0.7fr)',
      narrow: { line: 1, end: true },
    },
    {
      id: 'event',
      header: columns.event,
      cell: (entry) => <EventCell entry={entry} />,
      track: 'minmax(170px, 1.6fr)',
      narrow: { line: 1 },
    },
    {
      id: 'state',
      header: columns.state,
      cell: (entry) =>
        entry.state ? <StateLabel state={entry.state} tagless /> : <EmptyCell message={cells.noState} />,
      track: 'minmax(112px, 1fr)',
      narrow: { line: 2 },
    },
    {
      id: 'transaction',
      header: columns.transaction,
      cell: (entry) =>
        entry.transaction === null ? (
          <EmptyCell message={cells.noTransaction} />
        ) : (
          <TransactionLink transaction={entry.transaction} isInRow>
            <code title={entry.transaction}>
              <MiddleEllipsis text={entry.transaction} />
            </code>
          </TransactionLink>
        ),
      track: '92px',
      narrow: { line: 2, end: true },
    },
    {
      id: 'proof',
      header: columns.proof,
      cell: (entry) => (
        <span
          className={entry.proof === 'none' ? styles.loud : undefined}
          title={proofs[entry.proof].description}
        >
          {entry.proof === 'none' ? <span aria-hidden>▲ </span> : null}
          {proofs[entry.proof].label}
        </span>
      ),
      track: 'minmax(84px, 0.6fr)',
      narrow: { line: 3 },
    },
    {
      id: 'repeats',
      header: columns.repeats,
      cell: (entry) =>
        entry.repeats === 0 ? (
          <EmptyCell message={cells.notRepeated} />
        ) : (
          <span title={cells.repeats}>{format.number(entry.repeats)}</span>
        ),
      track: '54px',
      narrow: { line: 3 },
      align: 'end',
    },
    {
      id: 'late',
      header: columns.late,
      cell: (entry) =>
        entry.late ? (
          <span className={styles.loud} title={cells.older}>
            {cells.late}
          </span>
        ) : (
          <EmptyCell message={cells.notLate} />
        ),
      track: '40px',
      narrow: { line: 3 },
    },
    {
      id: 'effect',
      header: columns.effect,
      cell: (entry) => <NotificationEffectLabel entry={entry} />,
      track: 'minmax(124px, 0.8fr)',
      narrow: { line: 3 },
    },
    {
      id: 'after',
      header: columns.after,
      cell: (entry) =>
        entry.confirmedAfterMs === null ? (
          <EmptyCell message={cells.notConfirmed} />
        ) : (
          <span title={cells.delay}>{format.duration(entry.confirmedAfterMs)}</span>
        ),
      track: '54px',
      narrow: { line: 3 },
      align: 'end',
    },
  ]
}

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
  const { cells } = useMessages('notifications')
  const { kinds } = useMessages('receivedNotifications')
  const labels: Readonly<Record<string, string>> = useMessages('notificationEvents').labels
  const format = useFormatter()
  const { event, kind } = entry
  if (event && event.raw !== '') {
    return event.documented ? (
      <span title={event.raw}>{labels[event.raw] ?? event.raw}</span>
    ) : (
      <>
        <code title={format.text(cells.undocumented, { value: event.raw })} className={styles.odd}>
          {event.raw}
        </code>
        <span className="unseen">{cells.undocumentedMark}</span>
      </>
    )
  }
  return kind === null || kind === 'transaction' ? <NotProvidedText short /> : kinds[kind]
}

function EmptyCell({ message }: { readonly message: string }): ReactNode {
  return (
    <span className={styles.quiet} title={message}>
      <span aria-hidden>–</span>
      <span className="unseen">{message}</span>
    </span>
  )
}
