import type { RecordedAmount } from '@paydesk/shared/payments/transaction-list'
import type { ReactNode } from 'react'
import { useMessages } from '../../lib/messages/messages-context.tsx'
import type { DataColumn } from './data-table-types.ts'
import { RowMoney } from './row-value.tsx'

const absentAmount: RecordedAmount = {
  amount: { visibility: 'absent' },
  currency: { visibility: 'absent' },
  amountFrom: null,
}

interface AmountCellProps {
  readonly known: RecordedAmount
  readonly isShort: boolean
}

function AmountCell({ known: { amount, currency, amountFrom }, isShort }: AmountCellProps): ReactNode {
  const { money } = useMessages('ui')
  const from = amountFrom === null ? money.noSource : money.sources[amountFrom]
  return <RowMoney amount={amount} currency={currency} from={from} isShort={isShort} />
}

/**
 * Creates the column of recorded amounts; `more` sets sorting and layout. `isShort`: the header says the unit of a
 * range.
 */
export function createAmountColumn<T>(
  header: string,
  amountOf: (row: T) => RecordedAmount | null,
  {
    isShort = false,
    ...more
  }: Pick<DataColumn<T>, 'sortBy' | 'track' | 'narrow'> & { readonly isShort?: boolean },
): DataColumn<T> {
  return {
    id: 'amount',
    header,
    cell: (row) => <AmountCell known={amountOf(row) ?? absentAmount} isShort={isShort} />,
    align: 'end',
    ...more,
  }
}

/**
 * Creates the amount column of a table that sorts its own rows. `byAmount`: amounts are shown in full; else the header
 * says the unit of the ranges.
 */
export function createSortableAmountColumn<T>(
  header: string,
  amountOf: (row: T) => RecordedAmount | null,
  byAmount: boolean,
): DataColumn<T> {
  return createAmountColumn(header, amountOf, {
    ...(byAmount ? { sortBy: (row) => readMinorUnits(amountOf(row)) } : {}),
    isShort: !byAmount,
    // A range is longer than an amount.
    // Fits "not provided" in German.
    track: byAmount ? 'minmax(104px, 0.6fr)' : 'minmax(108px, 1fr)',
    narrow: { line: 3, end: true },
  })
}

function readMinorUnits(known: RecordedAmount | null): number | undefined {
  const amount = known?.amount.visibility === 'clear' ? known.amount.text : ''
  // Leave out an amount that is not understood: in which units it is, nobody knows.
  return /^\d+$/.test(amount) ? Number(amount) : undefined
}

/** `some`: any amount of the list is known. `inFull`: all known amounts are shown in full. */
export function summarizeAmounts(amounts: readonly (RecordedAmount | null)[]): {
  readonly some: boolean
  readonly inFull: boolean
} {
  const known = amounts.filter((one) => one !== null)
  const some = known.length > 0
  return { some, inFull: some && known.every(({ amount }) => amount.visibility === 'clear') }
}
