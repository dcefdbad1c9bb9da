import type { TransactionListFilter } from '@paydesk/shared/payments/transaction-list'
import { durationText } from '@paydesk/shared/payments/transaction-list'
import type { TransactionListSearchChange } from './search-params.ts'

interface FilterOption<T extends string> {
  readonly value: T
  readonly word: string
}

const unitLabels = { m: 'min', h: 'h', d: 'days' } as const

/** Formats a duration text, for example `24 h`, `3 days`. */
function formatTimeSpan(text: string): string {
  if (!durationText.safeParse(text).success) return text
  const unit = text.endsWith('m') ? 'm' : text.endsWith('h') ? 'h' : 'd'
  const count = text.slice(0, -1)
  return `${count} ${unit === 'd' && count === '1' ? 'day' : unitLabels[unit]}`
}

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

function labelFirstSeen(value: string): string {
  return value
    .split(' and ')
    .map((part) => {
      const [which = '', length = ''] = part.split(' ')
      return which === 'newer'
        ? `Within ${formatTimeSpan(length)}`
        : `Longer than ${formatTimeSpan(length)} ago`
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

export function listFirstSeenOptions(filter: TransactionListFilter): readonly FilterOption<string>[] {
  return includeCurrent(firstSeenOptions, getFirstSeenChoice(filter)).map((value) => ({
    value,
    word: labelFirstSeen(value),
  }))
}

export function listExpiryOptions({ expiresIn }: TransactionListFilter): readonly FilterOption<string>[] {
  return includeCurrent(['1h', '24h', '3d'], expiresIn).map((value) => ({
    value,
    word: `Within ${formatTimeSpan(value)}`,
  }))
}

/** Adds a value of the URL to the usual options, unless it is one of them. */
function includeCurrent(usual: readonly string[], own: string | undefined): readonly string[] {
  return own === undefined || usual.includes(own) ? usual : [...usual, own]
}
