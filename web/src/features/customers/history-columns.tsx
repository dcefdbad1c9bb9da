import { getStateLabel, type StateTexts } from '@paydesk/shared/core/state'
import type { Messages } from '@paydesk/shared/messages/catalogue'
import type { CustomerTransaction } from '@paydesk/shared/payments/customers'
import { createSortableAmountColumn } from '../../ui/table/amount-column.tsx'
import type { DataColumn } from '../../ui/table/data-table-types.ts'
import { FieldValue, getVisibleText } from '../../ui/text/field-value.tsx'
import { NotProvided, ReasonLabel, StateLabel } from '../../ui/text/state-label.tsx'
import styles from './history-section.module.css'

/** Creates the columns of the history; the amount column is sortable if `byAmount` is set. */
export function createHistoryColumns(
  byAmount: boolean,
  { columns, compoundOption }: Messages['customers']['history'],
  states: StateTexts,
): readonly DataColumn<CustomerTransaction>[] {
  return [
    {
      id: 'state',
      header: columns.state,
      sortBy: (entry) => getStateLabel(entry.state, states),
      cell: (entry) => <StateLabel state={entry.state} inReview={entry.inReview} tagless />,
      track: byAmount ? 'minmax(132px, 1.15fr)' : 'minmax(118px, 1.15fr)',
      narrow: { line: 1 },
    },
    {
      id: 'reason',
      header: columns.reason,
      cell: (entry) => <ReasonLabel compound={entry.compound} tagless />,
      track: 'minmax(84px, 1.15fr)',
      narrow: { line: 2 },
    },
    createSortableAmountColumn(columns.amount, ({ amount }) => amount, byAmount),
    {
      id: 'workflow',
      header: columns.workflow,
      sortBy: (entry) => getVisibleText(entry.workflow) ?? '',
      cell: (entry) => (
        <span className={styles.workflow} title={getVisibleText(entry.workflow) ?? undefined}>
          <FieldValue value={entry.workflow} mono />
        </span>
      ),
      track: 'minmax(64px, 0.9fr)',
      narrow: { line: 2, end: true },
    },
    {
      id: 'compound',
      header: columns.compound,
      label: compoundOption,
      cell: (entry) =>
        entry.compound.raw === '' ? (
          <NotProvided short />
        ) : (
          <code title={entry.compound.raw}>{entry.compound.raw}</code>
        ),
      track: 'minmax(112px, 1fr)',
      narrow: { line: 3 },
    },
    {
      id: 'id',
      header: columns.id,
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
}

/** Length of a shortened id, enough to tell one customer's transactions apart. Hover shows the full id. */
const shortLength = 8

function isShortened(id: string): boolean {
  return id.length > shortLength + 1
}
