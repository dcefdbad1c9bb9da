import type { AuditEntryView } from '@paydesk/shared/compliance/audit-log'
import type { ReactNode } from 'react'
import { useFormatter } from '../../lib/messages/messages-context.tsx'
import type { DataColumn } from '../../ui/table/data-table-types.ts'
import { RowTime } from '../../ui/text/row-time.tsx'
import { ToneIcon } from '../../ui/text/state-label.tsx'
import { AuditEntrySentence } from './audit-entry-sentence.tsx'
import styles from './audit-log.module.css'
import { formatAuditOutcome, formatAuditSentence, useAuditEntryTexts } from './labels.ts'

/** Returns the columns: time, event as one sentence, outcome, position in the chain. */
export function useAuditColumns(): readonly DataColumn<AuditEntryView>[] {
  const entryTexts = useAuditEntryTexts()
  const texts = entryTexts.page
  const format = useFormatter()
  return [
    {
      id: 'at',
      header: texts.columns.time,
      cell: ({ at }) => <RowTime at={at} as="exact" />,
      track: 'minmax(78px, 148px)',
      narrow: { line: 1 },
    },
    {
      id: 'sentence',
      header: texts.columns.event,
      cell: (entry) => (
        <span className={styles.sentence} title={formatAuditSentence(entry, entryTexts, format)}>
          <AuditEntrySentence entry={entry} isInRow />
          {entry.repeated === null ? null : (
            <span className={styles.repeated}>
              {' '}
              {format.parts(texts.repeated, {
                count: entry.repeated.times,
                time: <RowTime key="time" at={entry.repeated.since} as="exact" />,
              })}
            </span>
          )}
        </span>
      ),
      track: 'minmax(280px, 4fr)',
      narrow: { line: 2 },
    },
    {
      id: 'outcome',
      header: texts.columns.outcome,
      cell: (entry) => <OutcomeCell entry={entry} />,
      track: 'minmax(120px, 2fr)',
      narrow: { line: 3 },
    },
    {
      id: 'place',
      header: texts.columns.position,
      cell: ({ chain, number: n, hash }) => (
        <code title={hash === null ? texts.noChain : format.text(texts.hash, { hash })}>
          {hash === null ? texts.none : `${chain} ${format.number(n)}`}
        </code>
      ),
      track: 'minmax(96px, 130px)',
      narrow: { line: 3, end: true },
      align: 'end',
    },
  ]
}

/** Columns beside an open entry, whose panel shows the rest. */
export const compactAuditColumnIds: readonly string[] = ['at', 'sentence', 'outcome']

function OutcomeCell({ entry }: { readonly entry: AuditEntryView }): ReactNode {
  const texts = useAuditEntryTexts()
  const format = useFormatter()
  const text = formatAuditOutcome(entry, texts, format)
  if (entry.result === 'allowed') return <span className={styles.quiet}>{text ?? ''}</span>
  return (
    <span className={styles.outcome} data-result={entry.result}>
      <ToneIcon tone={entry.result === 'refused' ? 'review' : 'bad'} />
      <span title={text ?? undefined}>{text}</span>
    </span>
  )
}
