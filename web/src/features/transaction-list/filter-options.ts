import type { TransactionListFilter } from '@paydesk/shared/payments/transaction-list'
import { createAddressOptions, formatTimeSpan } from '../../ui/table/filter-menus.tsx'
import type { TransactionListSearchChange } from './search-params.ts'

export const finalityOptions = [
  { value: 'open', word: 'Open' },
  { value: 'final', word: 'Final' },
  { value: 'unproved', word: 'Final, not proved' },
  { value: 'two_reads', word: 'Final by two reads' },
  { value: 'proved', word: 'Final, proved' },
] as const
type FinalityChoice = (typeof finalityOptions)[number]['value']

/** Combines the filter fields `open` and `finality` into one choice for the user. */
export function getFinalityChoice({ open, finality }: TransactionListFilter): FinalityChoice | undefined {
  return finality ?? (open === '1' ? 'open' : open === '0' ? 'final' : undefined)
}

export function buildFinalityFilter(chosen: FinalityChoice | undefined): TransactionListSearchChange {
  switch (chosen) {
    case undefined:
      return { open: undefined, finality: undefined }
    case 'open':
      return { open: '1', finality: undefined }
    case 'final':
      return { open: '0', finality: undefined }
    default:
      return { open: undefined, finality: chosen }
  }
}

const firstSeenOptions = [
  'newer 1h',
  'newer 24h',
  'newer 7d',
  'older 24h',
  'older 3d',
  'older 7d',
  'older 30d',
] as const

export const labelWithin = (span: string) => `Within ${formatTimeSpan(span)}`

function labelFirstSeen(value: string): string {
  return value
    .split(' and ')
    .map((part) => {
      const [which = '', length = ''] = part.split(' ')
      return which === 'newer' ? labelWithin(length) : `Longer than ${formatTimeSpan(length)} ago`
    })
    .join(', ')
}

/**
 * Returns the choice for the time since Paydesk first saw a transaction: `newer 24h`, `older 3d`, or both.
 */
export function getFirstSeenChoice({ newerThan, olderThan }: TransactionListFilter): string | undefined {
  const parts = [
    ...(newerThan === undefined ? [] : [`newer ${newerThan}`]),
    ...(olderThan === undefined ? [] : [`older ${olderThan}`]),
  ]
  return parts.length > 0 ? parts.join(' and ') : undefined
}

export function buildFirstSeenFilter(chosen: string | undefined): TransactionListSearchChange {
  const length = (which: string) =>
    chosen
      ?.split(' and ')
      .find((part) => part.startsWith(which))
      ?.split(' ')[1]
  return { newerThan: length('newer'), olderThan: length('older') }
}

export const listFirstSeenOptions = (filter: TransactionListFilter) =>
  createAddressOptions(firstSeenOptions, getFirstSeenChoice(filter), labelFirstSeen)
