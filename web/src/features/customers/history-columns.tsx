import { stateWord } from '@paydesk/shared/core/state'
import type { CustomerTransaction } from '@paydesk/shared/payments/customer'
import { sortedAmountColumn } from '../../ui/table/amount-column.tsx'
import type { DataColumn } from '../../ui/table/data-table.tsx'
import { ShownValue, shownText } from '../../ui/text/masked-value.tsx'
import { NotGiven, ReasonWord, StateWord } from '../../ui/text/state-mark.tsx'
import styles from './history-section.module.css'

/** What is shown of a transaction in a customer's list; `byAmount` where amounts can be ordered. */
export function historyColumns(byAmount: boolean): readonly DataColumn<CustomerTransaction>[] {
  return [...beforeAmount, sortedAmountColumn(({ amount }) => amount, byAmount), ...behindAmount]
}

const beforeAmount: readonly DataColumn<CustomerTransaction>[] = [
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
    cell: (entry) => <ReasonWord compound={entry.compound} tagless />,
    track: 'minmax(112px, 1.15fr)',
    narrow: { line: 2 },
  },
]

const behindAmount: readonly DataColumn<CustomerTransaction>[] = [
  {
    id: 'workflow',
    header: 'Workflow',
    sortBy: (entry) => shownText(entry.workflow) ?? '',
    cell: (entry) => (
      <span className={styles.workflow} title={shownText(entry.workflow) ?? undefined}>
        <ShownValue value={entry.workflow} mono />
      </span>
    ),
    track: 'minmax(88px, 0.9fr)',
    narrow: { line: 2, end: true },
  },
  {
    id: 'compound',
    header: 'As given',
    cell: (entry) =>
      entry.compound.raw === '' ? (
        <NotGiven short />
      ) : (
        <code title={entry.compound.raw}>{entry.compound.raw}</code>
      ),
    track: 'minmax(112px, 1fr)',
    narrow: { line: 3 },
  },
  {
    id: 'id',
    header: 'Id',
    sortBy: (entry) => entry.transaction,
    cell: (entry) => (
      <code title={entry.transaction}>
        {isShortened(entry.transaction) ? (
          <>
            {entry.transaction.slice(0, shortLength)}…
            <span className="unseen">{entry.transaction.slice(shortLength)}</span>
          </>
        ) : (
          entry.transaction
        )}
      </code>
    ),
    track: '76px',
    narrow: { line: 1, end: true },
  },
]

/** The first characters tell the transactions of one customer apart; all of them are on hover. */
const shortLength = 8

function isShortened(id: string): boolean {
  return id.length > shortLength + 1
}
