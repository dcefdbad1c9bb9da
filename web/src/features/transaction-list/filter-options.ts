import type { Formatter } from '@paydesk/shared/core/formatter'
import type { Messages } from '@paydesk/shared/messages/catalogue'
import type { TransactionListFilter } from '@paydesk/shared/payments/transaction-list'
import { createUrlFilterOptions, describeTimeSpan } from '../../ui/table/filter-menus.tsx'
import type { TransactionListSearchChange } from './search-params.ts'

type FilterTexts = Messages['transactionList']['filters']

const finalityChoices = ['open', 'final', 'unconfirmed', 'confirmed_by_second_read', 'confirmed'] as const
type FinalityChoice = (typeof finalityChoices)[number]

export const listFinalityOptions = ({ finalities }: FilterTexts) =>
  finalityChoices.map((value) => ({ value, label: finalities[value] }))

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
  'newer 30d',
  'newer 90d',
  'older 24h',
  'older 3d',
  'older 7d',
  'older 30d',
] as const

/** Creates the functions that label the time spans of a filter, such as `Within 24 h`. */
export function createTimeSpanLabels({ spans, within, longerAgo }: FilterTexts, format: Formatter) {
  const formatSpan = (span: string) => describeTimeSpan(span, spans, format)
  const labelWithin = (span: string) => format.text(within, { span: formatSpan(span) })
  return {
    within: labelWithin,
    firstSeen: (value: string) =>
      value
        .split(' and ')
        .map((part) => {
          const [which = '', span = ''] = part.split(' ')
          return which === 'newer' ? labelWithin(span) : format.text(longerAgo, { span: formatSpan(span) })
        })
        .join(', '),
  }
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

export const listFirstSeenOptions = (filter: TransactionListFilter, label: (value: string) => string) =>
  createUrlFilterOptions(firstSeenOptions, getFirstSeenChoice(filter), label)
