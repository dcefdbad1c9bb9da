import type { RecordedAmount } from '@paydesk/shared/payments/transaction-list'
import type { DataColumn } from './data-table-types.ts'
import { RowMoney } from './row-value.tsx'

const amountSourceLabels = {
  notification: 'as a notification said',
  create: 'as it was created',
} as const

const absentAmount: RecordedAmount = {
  amount: { seen: 'absent' },
  currency: { seen: 'absent' },
  amountFrom: null,
}

/** Creates the column of recorded amounts; `more` sets sorting and layout. */
export function createAmountColumn<T>(
  amountOf: (row: T) => RecordedAmount | null,
  more: Pick<DataColumn<T>, 'sortBy' | 'track' | 'narrow'>,
): DataColumn<T> {
  return {
    id: 'amount',
    header: 'Amount',
    cell: (row) => {
      const { amount, currency, amountFrom } = amountOf(row) ?? absentAmount
      const from = amountFrom === null ? 'source not known' : amountSourceLabels[amountFrom]
      return <RowMoney amount={amount} currency={currency} from={from} />
    },
    align: 'end',
    ...more,
  }
}

/** Creates the amount column of a table that sorts its own rows. `byAmount`: amounts are shown in full. */
export function createSortableAmountColumn<T>(
  amountOf: (row: T) => RecordedAmount | null,
  byAmount: boolean,
): DataColumn<T> {
  return createAmountColumn(amountOf, {
    ...(byAmount ? { sortBy: (row) => readMinorUnits(amountOf(row)) } : {}),
    // A range is longer than an amount.
    track: byAmount ? 'minmax(88px, 0.6fr)' : 'minmax(136px, 0.9fr)',
    narrow: { line: 3, end: true },
  })
}

function readMinorUnits(known: RecordedAmount | null): number | undefined {
  return known?.amount.seen === 'clear' ? Number(known.amount.text) : undefined
}

/** `some`: any amount of the list is known. `inFull`: all known amounts are shown in full. */
export function summarizeAmounts(amounts: readonly (RecordedAmount | null)[]): {
  readonly some: boolean
  readonly inFull: boolean
} {
  const known = amounts.filter((one) => one !== null)
  const some = known.length > 0
  return { some, inFull: some && known.every(({ amount }) => amount.seen === 'clear') }
}
