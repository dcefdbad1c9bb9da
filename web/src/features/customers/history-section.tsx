import type { TransactionId } from '@paydesk/shared/core/ids'
import { transactionId } from '@paydesk/shared/core/ids'
import type { CustomerTransaction, CustomerTransactionList } from '@paydesk/shared/payments/customers'
import type { ReactNode } from 'react'
import { useDeferredValue, useMemo, useState } from 'react'
import { Button } from '../../ui/forms/button.tsx'
import { summarizeAmounts } from '../../ui/table/amount-column.tsx'
import { DataTable } from '../../ui/table/data-table.tsx'
import type { TableSorting } from '../../ui/table/data-table-types.ts'
import { createHistoryColumns } from './history-columns.tsx'
import { filterHistoryEntries, listStateOptions, listWorkflowOptions } from './history-filter.ts'
import { HistoryFilters } from './history-filters.tsx'
import styles from './history-section.module.css'
import type { HistorySearchChange, HistorySearchParams, OptionalHistoryColumn } from './search-params.ts'
import {
  historySearchSchema,
  historySortColumns,
  optionalHistoryColumns,
  selectHistoryColumns,
} from './search-params.ts'

interface CustomerHistorySectionProps {
  readonly transactions: CustomerTransactionList
  readonly list: HistorySearchParams
  readonly onChange: (change: HistorySearchChange) => void
  readonly opened: TransactionId | null
  readonly isNarrow: boolean
}

export function CustomerHistorySection({
  transactions,
  list,
  onChange,
  opened,
  isNarrow,
}: CustomerHistorySectionProps): ReactNode {
  const { entries } = transactions
  const [text, setText] = useState(list.q ?? '')
  const deferred = useDeferredValue(text)
  const q = deferred.trim() === '' ? undefined : deferred.trim()
  const { state, workflow } = list
  const rows = useMemo(
    () => filterHistoryEntries(entries, { q, state, workflow }),
    [entries, q, state, workflow],
  )
  const choices = useMemo(
    () => ({ states: listStateOptions(entries), workflows: listWorkflowOptions(entries) }),
    [entries],
  )
  const amounts = useMemo(() => summarizeAmounts(entries.map(({ amount }) => amount)), [entries])
  const columns = useMemo(() => createHistoryColumns(amounts.inFull), [amounts.inFull])
  const isOffered = (column: OptionalHistoryColumn) => column !== 'amount' || amounts.some
  const shown = selectHistoryColumns(list.cols).filter(isOffered)

  // Store only fragments of listed ids in the URL; other text may be personal.
  function onText(typed: string) {
    setText(typed)
    const piece = typed.trim().toLowerCase()
    const known = piece !== '' && entries.some((entry) => entry.transaction.toLowerCase().includes(piece))
    const next = known ? historySearchSchema.parse({ q: typed.trim() }).q : undefined
    if (next !== list.q) onChange({ q: next })
  }
  function onChoose(key: string) {
    onChange({ open: transactionId.parse(key) })
  }
  const coverageLine = (
    <p className={styles.coverage} aria-live="polite">
      {describeCoverage(transactions, rows.length, {
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
            ? `${formatCount(transactions.unreadable)} listed, none with a usable id.`
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
        columns={optionalHistoryColumns.filter(isOffered)}
        {...choices}
      />
      {rows.length > 0 ? (
        <DataTable
          label="Transactions"
          columns={columns}
          visible={['state', ...shown, 'id']}
          rows={rows}
          rowKey={getEntryKey}
          changeOf={getEntryState}
          sorting={parseSorting(list.sort)}
          onSort={(sorting) => onChange({ sort: formatSorting(sorting) })}
          chosen={opened}
          onChoose={onChoose}
          isNarrow={isNarrow}
        />
      ) : (
        <div className={styles.none}>
          <p>None of the {formatCount(entries.length)} transactions matches the filter.</p>
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

function getEntryState({ state, compound }: CustomerTransaction): string {
  return `${state.raw} ${compound.raw}`
}

function getEntryKey(entry: { readonly transaction: string }): string {
  return entry.transaction
}

function describeCoverage(
  { entries, unreadable }: CustomerTransactionList,
  shown: number,
  { sorted, amounts }: { readonly sorted: boolean; readonly amounts: boolean },
): string {
  const total = `${formatCount(entries.length)} ${entries.length === 1 ? 'transaction' : 'transactions'}`
  const all =
    shown === entries.length
      ? `${total}${unreadable > 0 ? '' : ', all'} that the service lists for this RID`
      : `${formatCount(shown)} of ${total} that the service lists for this RID`
  const lost =
    unreadable > 0
      ? ` ${formatCount(unreadable)} more without a usable id ${unreadable === 1 ? 'is' : 'are'} left out.`
      : ''
  if (entries.length === 0) return `${all}.${lost}`
  const order = sorted
    ? 'The service gives no dates or amounts here.'
    : 'In the service’s order; it gives no dates or amounts here.'
  const ours = amounts ? ' Amounts are from this office’s own records.' : ''
  return `${all}.${lost} ${order}${ours}`
}

function formatCount(count: number): string {
  return count.toLocaleString('en-GB')
}

function parseSorting(sort: HistorySearchParams['sort']): TableSorting | null {
  if (sort === undefined) return null
  return { column: sort.replace('-', ''), down: sort.startsWith('-') }
}

function formatSorting(sorting: TableSorting | null): HistorySearchParams['sort'] {
  const column = historySortColumns.find((each) => each === sorting?.column)
  if (!sorting || !column) return undefined
  return sorting.down ? `-${column}` : column
}
