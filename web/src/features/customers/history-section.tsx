import type { TransactionId } from '@paydesk/shared/core/ids'
import { transactionId } from '@paydesk/shared/core/ids'
import type { CustomerTransaction, CustomerTransactions } from '@paydesk/shared/payments/customer'
import type { ReactNode } from 'react'
import { useDeferredValue, useMemo, useState } from 'react'
import { Button } from '../../ui/forms/button.tsx'
import { amountsAmong } from '../../ui/table/amount-column.tsx'
import type { Sorting } from '../../ui/table/data-table.tsx'
import { DataTable } from '../../ui/table/data-table.tsx'
import { filterEntries, stateChoices, workflowChoices } from './filter.ts'
import { historyColumns } from './history-columns.tsx'
import { HistoryFilters } from './history-filters.tsx'
import styles from './history-section.module.css'
import type { ListChange, ListState, OptionalColumn } from './list-state.ts'
import { listState, optionalColumns, shownColumns, sortColumns } from './list-state.ts'

interface HistorySectionProps {
  readonly transactions: CustomerTransactions
  readonly list: ListState
  readonly onChange: (change: ListChange) => void
  readonly opened: TransactionId | null
  readonly isNarrow: boolean
}

export function HistorySection({
  transactions,
  list,
  onChange,
  opened,
  isNarrow,
}: HistorySectionProps): ReactNode {
  const { entries } = transactions
  const [text, setText] = useState(list.q ?? '')
  const deferred = useDeferredValue(text)
  const q = deferred.trim() === '' ? undefined : deferred.trim()
  const { state, workflow } = list
  const rows = useMemo(() => filterEntries(entries, { q, state, workflow }), [entries, q, state, workflow])
  const choices = useMemo(
    () => ({ states: stateChoices(entries), workflows: workflowChoices(entries) }),
    [entries],
  )
  const amounts = useMemo(() => amountsAmong(entries.map(({ amount }) => amount)), [entries])
  const columns = useMemo(() => historyColumns(amounts.inFull), [amounts.inFull])
  const isOffered = (column: OptionalColumn) => column !== 'amount' || amounts.some
  const shown = shownColumns(list.cols).filter(isOffered)

  // Only a piece of an id that is in the list goes into the address: anything else may be personal.
  function onText(typed: string) {
    setText(typed)
    const piece = typed.trim().toLowerCase()
    const known = piece !== '' && entries.some((entry) => entry.transaction.toLowerCase().includes(piece))
    const next = known ? listState.parse({ q: typed.trim() }).q : undefined
    if (next !== list.q) onChange({ q: next })
  }
  function onChoose(key: string) {
    onChange({ open: transactionId.parse(key) })
  }
  const coverageLine = (
    <p className={styles.coverage} aria-live="polite">
      {coverage(transactions, rows.length, {
        sorted: list.sort !== undefined,
        amounts: shown.includes('amount'),
      })}
    </p>
  )
  if (entries.length === 0) {
    return (
      <div className={styles.history}>
        <p className={styles.none}>
          {transactions.unreadable > 0
            ? `${counted(transactions.unreadable)} listed, none with a usable id.`
            : 'The service lists no transaction for this RID.'}
        </p>
        {coverageLine}
      </div>
    )
  }
  return (
    <div className={styles.history}>
      <HistoryFilters
        list={list}
        onChange={onChange}
        text={text}
        onText={onText}
        columns={optionalColumns.filter(isOffered)}
        {...choices}
      />
      {rows.length > 0 ? (
        <DataTable
          label="Transactions"
          columns={columns}
          visible={['state', ...shown, 'id']}
          rows={rows}
          rowKey={entryKey}
          changeOf={entryState}
          sorting={sortingOf(list.sort)}
          onSort={(sorting) => onChange({ sort: sortOf(sorting) })}
          chosen={opened}
          onChoose={onChoose}
          isNarrow={isNarrow}
        />
      ) : (
        <div className={styles.none}>
          <p>None of the {counted(entries.length)} transactions matches the filter.</p>
          <Button
            onClick={() => {
              setText('')
              onChange({ q: undefined, state: undefined, workflow: undefined })
            }}
          >
            Clear the filter
          </Button>
        </div>
      )}
      {coverageLine}
    </div>
  )
}

function entryState({ state, compound }: CustomerTransaction): string {
  return `${state.raw} ${compound.raw}`
}

function entryKey(entry: { readonly transaction: string }): string {
  return entry.transaction
}

function coverage(
  { entries, unreadable }: CustomerTransactions,
  shown: number,
  { sorted, amounts }: { readonly sorted: boolean; readonly amounts: boolean },
): string {
  const total = `${counted(entries.length)} ${entries.length === 1 ? 'transaction' : 'transactions'}`
  const all =
    shown === entries.length
      ? `${total}${unreadable > 0 ? '' : ', all'} that the service lists for this RID`
      : `${counted(shown)} of ${total} that the service lists for this RID`
  const lost =
    unreadable > 0
      ? ` ${counted(unreadable)} more without a usable id ${unreadable === 1 ? 'is' : 'are'} left out.`
      : ''
  if (entries.length === 0) return `${all}.${lost}`
  const order = sorted
    ? 'The service gives no dates or amounts here.'
    : 'In the service’s order; it gives no dates or amounts here.'
  const ours = amounts ? ' Amounts are from this office’s own records.' : ''
  return `${all}.${lost} ${order}${ours}`
}

function counted(count: number): string {
  return count.toLocaleString('en-GB')
}

function sortingOf(sort: ListState['sort']): Sorting | null {
  if (sort === undefined) return null
  return { column: sort.replace('-', ''), down: sort.startsWith('-') }
}

function sortOf(sorting: Sorting | null): ListState['sort'] {
  const column = sortColumns.find((each) => each === sorting?.column)
  if (!sorting || !column) return undefined
  return sorting.down ? `-${column}` : column
}
