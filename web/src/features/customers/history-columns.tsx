import { getStateLabel, type StateTexts } from '@paydesk/shared/core/state'
import type { Messages } from '@paydesk/shared/messages/catalogue'
import type { CustomerTransaction } from '@paydesk/shared/payments/customers'
import type { ReactNode } from 'react'
import { createSortableAmountColumn } from '../../ui/table/amount-column.tsx'
import type { DataColumn } from '../../ui/table/data-table-types.ts'
import { RowValue } from '../../ui/table/row-value.tsx'
import { FieldValue, getVisibleText } from '../../ui/text/field-value.tsx'
import { MiddleEllipsis } from '../../ui/text/middle-ellipsis.tsx'
import { RowTime } from '../../ui/text/row-time.tsx'
import { NotProvidedText, StateLabel, StateReasonLabel } from '../../ui/text/state-label.tsx'
import styles from './history-section.module.css'

/** Creates the columns of the history; the amount column is sortable if `byAmount` is set. */
export function createCustomerHistoryColumns(
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
      // The range of a masked amount takes some of the room.
      track: byAmount ? 'minmax(132px, 1.15fr)' : 'minmax(116px, 1.46fr)',
      narrow: { line: 1 },
    },
    {
      id: 'reason',
      header: columns.reason,
      cell: (entry) => <StateReasonLabel compound={entry.compound} tagless />,
      track: 'minmax(84px, 1.15fr)',
      narrow: { line: 2 },
    },
    createSortableAmountColumn(
      byAmount ? columns.amount : columns.amountRange,
      ({ amount }) => amount,
      byAmount,
    ),
    {
      id: 'firstSeen',
      header: columns.firstSeen,
      sortBy: ({ recorded }) => recorded?.firstSeenAt,
      cell: ({ recorded }) => <RecordedTime at={recorded?.firstSeenAt} />,
      track: 'minmax(74px, 0.5fr)',
      narrow: { line: 2 },
    },
    {
      id: 'changed',
      header: columns.changed,
      sortBy: ({ recorded }) => recorded?.changedAt,
      cell: ({ recorded }) => <RecordedTime at={recorded?.changedAt} />,
      track: 'minmax(86px, 0.5fr)',
      narrow: { line: 2, end: true },
    },
    {
      id: 'expires',
      header: columns.expires,
      sortBy: ({ state, recorded }) => (state.final ? undefined : (recorded?.expiresAt ?? undefined)),
      cell: ({ state, recorded }) => <RecordedTime at={state.final ? null : recorded?.expiresAt} />,
      track: 'minmax(58px, 0.4fr)',
      narrow: { line: 3 },
    },
    {
      id: 'merchantId',
      header: columns.merchantId,
      sortBy: ({ recorded }) => (recorded && getVisibleText(recorded.merchantTransactionId)) ?? undefined,
      cell: ({ recorded }) =>
        recorded === null ? (
          <NotProvidedText short />
        ) : (
          <RowValue value={recorded.merchantTransactionId} mono />
        ),
      track: 'minmax(68px, 0.8fr)',
      narrow: { line: 3 },
    },
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
          <NotProvidedText short />
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
          <MiddleEllipsis text={entry.transaction} />
        </code>
      ),
      track: '90px',
      narrow: { line: 1, end: true },
    },
  ]
}

/** Leaves out columns whose place in a narrow row another column has taken. */
export function listNarrowRowColumnIds(
  visible: readonly string[],
  columns: readonly Pick<DataColumn<CustomerTransaction>, 'id' | 'narrow'>[],
): readonly string[] {
  const taken = new Set<string>()
  return visible.filter((id) => {
    const place = JSON.stringify(columns.find((column) => column.id === id)?.narrow)
    const isFree = !taken.has(place)
    taken.add(place)
    return isFree
  })
}

/** Shows a time of our records; a dash without one. */
function RecordedTime({ at }: { readonly at: string | null | undefined }): ReactNode {
  return at ? <RowTime at={at} as="relative" /> : <NotProvidedText short />
}
