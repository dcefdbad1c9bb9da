import type { TrailEntry } from '@paydesk/shared/compliance/trail'
import type { ReactNode } from 'react'
import type { DataColumn } from '../../ui/table/data-table.tsx'
import { RowTime } from '../../ui/text/row-time.tsx'
import { Mark } from '../../ui/text/state-mark.tsx'
import type { PlaceLink } from './sentence.tsx'
import { Sentence } from './sentence.tsx'
import styles from './trail.module.css'
import { outcomeWords, sentenceOf } from './words.ts'

/** A row is a time, one sentence, and what came of it. */
export function trailColumns(link: PlaceLink): readonly DataColumn<TrailEntry>[] {
  return [
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
        <span className={styles.sentence} title={sentenceOf(entry)}>
          <Sentence entry={entry} link={link} isInRow />
        </span>
      ),
      track: 'minmax(280px, 4fr)',
      narrow: { line: 2 },
    },
    {
      id: 'outcome',
      header: 'What came of it',
      cell: (entry) => <Outcome entry={entry} />,
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
}

export const allColumns: readonly string[] = ['at', 'sentence', 'outcome', 'place']
/** What is left beside an open entry, which says the rest. */
export const columnsBeside: readonly string[] = ['at', 'sentence', 'outcome']

function Outcome({ entry }: { readonly entry: TrailEntry }): ReactNode {
  const words = outcomeWords(entry)
  if (entry.result === 'allowed') return <span className={styles.quiet}>{words ?? ''}</span>
  return (
    <span className={styles.outcome} data-result={entry.result}>
      <Mark tone={entry.result === 'refused' ? 'review' : 'bad'} />
      <span title={words ?? undefined}>{words}</span>
    </span>
  )
}
