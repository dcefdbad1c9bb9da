import type { Formatter } from '@paydesk/shared/core/formatter'
import type { TransactionId } from '@paydesk/shared/core/ids'
import { transactionIdSchema } from '@paydesk/shared/core/ids'
import type { Messages } from '@paydesk/shared/messages/catalogue'
import type { CustomerTransaction, CustomerTransactionList } from '@paydesk/shared/payments/customers'
import type { ReactNode } from 'react'
import { useDeferredValue, useMemo, useState } from 'react'
import { useReadAhead } from '../../lib/api/use-read-ahead.ts'
import { useFormatter, useMessages } from '../../lib/messages/messages-context.tsx'
import { Button } from '../../ui/forms/button.tsx'
import { summarizeAmounts } from '../../ui/table/amount-column.tsx'
import { DataTable } from '../../ui/table/data-table.tsx'
import type { TableSorting } from '../../ui/table/data-table-types.ts'
import { createCustomerHistoryColumns, listNarrowRowColumnIds } from './history-columns.tsx'
import { filterCustomerHistory, listStateFilterOptions, listWorkflowFilterOptions } from './history-filter.ts'
import { CustomerHistoryFilters } from './history-filters.tsx'
import styles from './history-section.module.css'
import type {
  CustomerHistorySearchChange,
  CustomerHistorySearchParams,
  OptionalCustomerHistoryColumn,
} from './search-params.ts'
import {
  customerHistorySearchSchema,
  customerHistorySortColumns,
  encodeCustomerHistoryColumns,
  listVisibleCustomerHistoryColumnIds,
  noCustomerHistoryFilter,
  optionalCustomerHistoryColumns,
} from './search-params.ts'

interface CustomerHistorySectionProps {
  readonly transactions: CustomerTransactionList
  readonly list: CustomerHistorySearchParams
  readonly onChange: (change: CustomerHistorySearchChange) => void
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
  const readAhead = useReadAhead()
  const texts = useMessages('customers')
  const { history } = texts
  const shared = useMessages('ui')
  const format = useFormatter()
  const [text, setText] = useState(list.q ?? '')
  const deferred = useDeferredValue(text)
  const q = deferred.trim() === '' ? undefined : deferred.trim()
  const { state, workflow, review } = list
  const rows = useMemo(
    () => filterCustomerHistory(entries, { q, state, workflow, review }),
    [entries, q, state, workflow, review],
  )
  const choices = useMemo(
    () => ({
      states: listStateFilterOptions(entries, history, shared),
      workflows: listWorkflowFilterOptions(entries),
      inReview: entries.filter((entry) => entry.inReview).length,
    }),
    [entries, history, shared],
  )
  const amounts = useMemo(() => summarizeAmounts(entries.map(({ amount }) => amount)), [entries])
  const columns = useMemo(
    () => createCustomerHistoryColumns(amounts.inFull, history, shared),
    [amounts.inFull, history, shared],
  )
  const isOffered = (column: OptionalCustomerHistoryColumn) => column !== 'amount' || amounts.some
  const shown = listVisibleCustomerHistoryColumnIds(list.cols).filter(isOffered)
  const visible = ['state', ...shown, 'id']

  /** Keeps the choice of columns for which this list has no data; other lists may have some. */
  const selectFrom = (ids: readonly string[]) =>
    optionalCustomerHistoryColumns.filter((column) =>
      (isOffered(column) ? ids : listVisibleCustomerHistoryColumnIds(list.cols)).some((id) => id === column),
    )

  // Store only fragments of listed ids in the URL; other text may be personal.
  function onText(typed: string) {
    setText(typed)
    const piece = typed.trim().toLowerCase()
    const known = piece !== '' && entries.some((entry) => entry.transaction.toLowerCase().includes(piece))
    const next = known ? customerHistorySearchSchema.parse({ q: typed.trim() }).q : undefined
    if (next !== list.q) onChange({ q: next })
  }
  function onChoose(key: string) {
    onChange({ open: transactionIdSchema.parse(key) })
  }
  const coverageLine = (
    <p className={styles.coverage} aria-live="polite">
      {describeCoverage(transactions, {
        shown: rows.length,
        isSorted: list.sort !== undefined,
        hasAmounts: shown.includes('amount'),
        texts: history,
        format,
      })}
    </p>
  )
  if (entries.length === 0) {
    return (
      <div className={styles.history}>
        <p className={styles.none}>
          {transactions.unreadable > 0
            ? format.text(history.noneUsable, { count: transactions.unreadable })
            : history.none}
        </p>
        {coverageLine}
      </div>
    )
  }
  return (
    <div className={styles.history}>
      <CustomerHistoryFilters list={list} onChange={onChange} text={text} onText={onText} {...choices} />
      {rows.length > 0 ? (
        <DataTable
          list="customer_history"
          label={texts.transactions}
          columns={columns.filter(({ id }) => id !== 'amount' || amounts.some)}
          visible={isNarrow ? listNarrowRowColumnIds(visible, columns) : visible}
          fixed={fixedColumns}
          isVisibleFixed={list.cols !== undefined}
          onVisible={(ids) => onChange({ cols: encodeCustomerHistoryColumns(selectFrom(ids)) })}
          rows={rows}
          rowKey={getEntryKey}
          changeOf={getEntryState}
          sorting={parseSorting(list.sort)}
          onSort={(sorting) => onChange({ sort: formatSorting(sorting) })}
          chosen={opened}
          onChoose={onChoose}
          onIntent={(key) => key !== opened && readAhead(key)}
          isNarrow={isNarrow}
        />
      ) : (
        <div className={styles.none}>
          <p>{format.text(history.noMatch, { count: entries.length })}</p>
          <Button
            onClick={() => {
              setText('')
              onChange(noCustomerHistoryFilter)
            }}
          >
            {history.clearFilter}
          </Button>
        </div>
      )}
      {coverageLine}
    </div>
  )
}

/** Columns that name a row. */
const fixedColumns = ['state', 'id'] as const

function getEntryState({ state, compound }: CustomerTransaction): string {
  return `${state.raw} ${compound.raw}`
}

function getEntryKey(entry: { readonly transaction: string }): string {
  return entry.transaction
}

interface CoverageOptions {
  readonly shown: number
  readonly isSorted: boolean
  readonly hasAmounts: boolean
  readonly texts: Messages['customers']['history']
  readonly format: Formatter
}

/** Tells how many transactions are listed and shown, and where order and amounts come from. */
function describeCoverage(
  { entries, unreadable }: CustomerTransactionList,
  { shown, isSorted, hasAmounts, texts, format }: CoverageOptions,
): string {
  const count = entries.length
  return [
    shown === count ? format.text(texts.total, { count }) : format.text(texts.part, { shown, count }),
    unreadable > 0 ? format.text(texts.unreadable, { count: unreadable }) : null,
    count > 0 && !isSorted ? texts.serviceOrder : null,
    count > 0 && hasAmounts ? texts.ownAmounts : null,
  ]
    .filter((part) => part !== null)
    .join(' ')
}

function parseSorting(sort: CustomerHistorySearchParams['sort']): TableSorting | null {
  if (sort === undefined) return null
  return { column: sort.replace('-', ''), down: sort.startsWith('-') }
}

function formatSorting(sorting: TableSorting | null): CustomerHistorySearchParams['sort'] {
  const column = customerHistorySortColumns.find((each) => each === sorting?.column)
  if (!sorting || !column) return undefined
  return sorting.down ? `-${column}` : column
}
