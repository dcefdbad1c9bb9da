import type { CustomerTransaction } from '@paydesk/shared/customer'
import { reasonWord, stateWord } from '@paydesk/shared/state'
import type { DataColumn } from '../ui/data-table.tsx'
import { ShownValue, shownText } from '../ui/shown-value.tsx'
import { ReasonWord, StateWord } from '../ui/state-mark.tsx'
import styles from './history-section.module.css'

export const historyColumns: readonly DataColumn<CustomerTransaction>[] = [
  {
    id: 'state',
    header: 'State',
    sortBy: (entry) => stateWord(entry.state),
    cell: (entry) => <StateWord state={entry.state} inReview={entry.inReview} tagless />,
    track: 'minmax(132px, 1.15fr)',
    narrow: { line: 1 },
  },
  {
    id: 'reason',
    header: 'Reason',
    sortBy: (entry) => reasonWord(entry.compound) ?? entry.compound.raw,
    cell: (entry) => <ReasonWord compound={entry.compound} tagless />,
    track: 'minmax(112px, 1.15fr)',
    narrow: { line: 2 },
  },
  {
    id: 'workflow',
    header: 'Workflow',
    sortBy: (entry) => shownText(entry.workflow) ?? '',
    cell: (entry) => (
      <span className={styles.workflow}>
        <ShownValue value={entry.workflow} mono />
      </span>
    ),
    track: 'minmax(88px, 0.9fr)',
    narrow: { line: 2, end: true },
  },
  {
    id: 'compound',
    header: 'As given',
    sortBy: (entry) => entry.compound.raw,
    cell: (entry) => <code>{entry.compound.raw}</code>,
    track: 'minmax(112px, 1fr)',
    narrow: { line: 3 },
  },
  {
    id: 'id',
    header: 'Id',
    sortBy: (entry) => entry.transaction,
    cell: (entry) => (
      <code title={entry.transaction}>
        {shortId(entry.transaction)}
        <span className="unseen">{entry.transaction.slice(shortId(entry.transaction).length - 1)}</span>
      </code>
    ),
    track: '76px',
    narrow: { line: 1, end: true },
  },
]

/** The first eight characters tell the transactions of one customer apart; all of it is on hover. */
function shortId(id: string): string {
  return id.length > 9 ? `${id.slice(0, 8)}…` : id
}
