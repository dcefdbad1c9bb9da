import type { KnownAmount } from '@paydesk/shared/payments/indexed'
import type { DataColumn } from './data-table.tsx'
import { RowMoney } from './row-value.tsx'

const words = {
  notification: 'as a notification said',
  create: 'as it was created',
} as const

const none: KnownAmount = { amount: { seen: 'absent' }, currency: { seen: 'absent' }, amountFrom: null }

/** The column of what this office knows of amounts; `more` says how the table sorts and lays it out. */
export function amountColumn<T>(
  amountOf: (row: T) => KnownAmount | null,
  more: Pick<DataColumn<T>, 'sortBy' | 'track' | 'narrow'>,
): DataColumn<T> {
  return {
    id: 'amount',
    header: 'Amount',
    cell: (row) => {
      const { amount, currency, amountFrom } = amountOf(row) ?? none
      const from = amountFrom === null ? 'source not known' : words[amountFrom]
      return <RowMoney amount={amount} currency={currency} from={from} />
    },
    align: 'end',
    ...more,
  }
}

/** The same for a table that sorts its rows itself: by amounts that its reader sees in full. */
export function sortedAmountColumn<T>(
  amountOf: (row: T) => KnownAmount | null,
  byAmount: boolean,
): DataColumn<T> {
  return amountColumn(amountOf, {
    ...(byAmount ? { sortBy: (row) => minorUnits(amountOf(row)) } : {}),
    // A range is longer than an amount.
    track: byAmount ? 'minmax(88px, 0.6fr)' : 'minmax(136px, 0.9fr)',
    narrow: { line: 3, end: true },
  })
}

function minorUnits(known: KnownAmount | null): number | undefined {
  return known?.amount.seen === 'clear' ? Number(known.amount.text) : undefined
}

/** Of the amounts of a list: whether any is known, and whether all that are known are seen in full. */
export function amountsAmong(amounts: readonly (KnownAmount | null)[]): {
  readonly some: boolean
  readonly inFull: boolean
} {
  const known = amounts.filter((one) => one !== null)
  const some = known.length > 0
  return { some, inFull: some && known.every(({ amount }) => amount.seen === 'clear') }
}
