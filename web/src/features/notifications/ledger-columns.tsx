import type { ReceivedNotification } from '@paydesk/shared/payments/ledger'
import type { ReactNode } from 'react'
import type { DataColumn } from '../../ui/table/data-table.tsx'
import { counted } from '../../ui/text/counted.ts'
import { duration, kindWords, proofWords } from '../../ui/text/received-words.ts'
import { RowTime } from '../../ui/text/row-time.tsx'
import { NotGiven, StateWord } from '../../ui/text/state-mark.tsx'
import styles from './notifications-page.module.css'
import type { NotificationsPageProps } from './notifications-page.tsx'
import { Effect } from './outcome.tsx'

export function ledgerColumns(
  link: NotificationsPageProps['transactionLink'],
): readonly DataColumn<ReceivedNotification>[] {
  return [
    {
      id: 'number',
      header: 'No.',
      cell: (entry) => <span className={styles.quiet}>{counted(entry.number)}</span>,
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
      cell: (entry) => (entry.state ? <StateWord state={entry.state} tagless /> : <NoState />),
      track: 'minmax(112px, 1fr)',
      narrow: { line: 2 },
    },
    {
      id: 'transaction',
      header: 'Transaction',
      cell: (entry) =>
        entry.transaction === null ? (
          <Dash says="names no transaction" />
        ) : (
          link(
            entry.transaction,
            <code title={entry.transaction}>
              {entry.transaction.slice(0, 8)}
              {entry.transaction.length > 8 ? <span aria-hidden>…</span> : null}
            </code>,
            true,
          )
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
          title={proofWords[entry.proof].says}
        >
          {entry.proof === 'none' ? <span aria-hidden>▲ </span> : null}
          {proofWords[entry.proof].word}
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
          <Dash says="delivered once" />
        ) : (
          <span title="Further deliveries of the same bytes">{counted(entry.repeats)}</span>
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
          <Dash says="not late" />
        ),
      track: '40px',
      narrow: { line: 3 },
    },
    {
      id: 'effect',
      header: 'What came of it',
      cell: (entry) => <Effect entry={entry} />,
      track: 'minmax(108px, 0.8fr)',
      narrow: { line: 3 },
    },
    {
      id: 'after',
      header: 'After',
      cell: (entry) =>
        entry.confirmedAfterMs === null ? (
          <Dash says="not confirmed by a read" />
        ) : (
          <span title="From its arrival to the read that confirmed it">
            {duration(entry.confirmedAfterMs)}
          </span>
        ),
      track: '54px',
      narrow: { line: 3 },
      align: 'end',
    },
  ]
}

/** Of a narrow row: the time and the number are said by what is opened. */
export const narrowLedger: readonly string[] = [
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
  return kind === null || kind === 'transaction' ? <NotGiven short /> : kindWords[kind]
}

function NoState(): ReactNode {
  return <Dash says="carries no state" />
}

function Dash({ says }: { readonly says: string }): ReactNode {
  return (
    <span className={styles.quiet} title={says}>
      <span aria-hidden>–</span>
      <span className="unseen">{says}</span>
    </span>
  )
}
