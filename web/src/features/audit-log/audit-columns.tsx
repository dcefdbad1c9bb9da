import type { AuditEntryView } from '@paydesk/shared/compliance/audit-log'
import type { ReactNode } from 'react'
import type { DataColumn } from '../../ui/table/data-table-types.ts'
import { RowTime } from '../../ui/text/row-time.tsx'
import { ToneIcon } from '../../ui/text/state-label.tsx'
import { AuditEntrySentence } from './audit-entry-sentence.tsx'
import styles from './audit-log.module.css'
import { formatAuditOutcome, formatAuditSentence } from './labels.ts'

/** Time, event as one sentence, outcome, position in the chain. */
export const auditColumns: readonly DataColumn<AuditEntryView>[] = [
  {
    id: 'at',
    header: 'Time',
    cell: ({ at }) => <RowTime at={at} as="exact" />,
    track: 'minmax(78px, 148px)',
    narrow: { line: 1 },
  },
  {
    id: 'sentence',
    header: 'Who did what',
    cell: (entry) => (
      <span className={styles.sentence} title={formatAuditSentence(entry)}>
        <AuditEntrySentence entry={entry} isInRow />
      </span>
    ),
    track: 'minmax(280px, 4fr)',
    narrow: { line: 2 },
  },
  {
    id: 'outcome',
    header: 'What came of it',
    cell: (entry) => <OutcomeCell entry={entry} />,
    track: 'minmax(120px, 2fr)',
    narrow: { line: 3 },
  },
  {
    id: 'place',
    header: 'Place',
    cell: ({ chain, n, hash }) => (
      <code title={hash === null ? 'stands in no chain' : `hash ${hash}…`}>
        {hash === null ? 'none' : `${chain} ${n.toLocaleString('en-GB')}`}
      </code>
    ),
    track: 'minmax(96px, 130px)',
    narrow: { line: 3, end: true },
    align: 'end',
  },
]

/** Columns beside an open entry, whose panel shows the rest. */
export const compactAuditColumnIds: readonly string[] = ['at', 'sentence', 'outcome']

function OutcomeCell({ entry }: { readonly entry: AuditEntryView }): ReactNode {
  const words = formatAuditOutcome(entry)
  if (entry.result === 'allowed') return <span className={styles.quiet}>{words ?? ''}</span>
  return (
    <span className={styles.outcome} data-result={entry.result}>
      <ToneIcon tone={entry.result === 'refused' ? 'review' : 'bad'} />
      <span title={words ?? undefined}>{words}</span>
    </span>
  )
}
