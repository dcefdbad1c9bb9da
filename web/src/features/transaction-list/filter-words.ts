import type { IndexFilter } from '@paydesk/shared/payments/indexed'
import { span } from '@paydesk/shared/payments/indexed'
import type { OverviewChange } from './address.ts'

interface Choice<T extends string> {
  readonly value: T
  readonly word: string
}

const units = { m: 'min', h: 'h', d: 'days' } as const

/** `24 h`, `3 days`. */
function spanWords(text: string): string {
  if (!span.safeParse(text).success) return text
  const unit = text.endsWith('m') ? 'm' : text.endsWith('h') ? 'h' : 'd'
  const count = text.slice(0, -1)
  return `${count} ${unit === 'd' && count === '1' ? 'day' : units[unit]}`
}

export const finalChoices = [
  { value: 'open', word: 'Open' },
  { value: 'final', word: 'Final' },
  { value: 'unproved', word: 'Final, not proved' },
  { value: 'two_reads', word: 'Final by two reads' },
  { value: 'proved', word: 'Final, proved' },
] as const
type FinalChoice = (typeof finalChoices)[number]['value']

/** Open or final, and how sure: two members of the filter, one question to a person. */
export function finalOf({ open, finality }: IndexFilter): FinalChoice | undefined {
  return finality ?? (open === '1' ? 'open' : open === '0' ? 'final' : undefined)
}

export function fromFinal(chosen: FinalChoice | undefined): OverviewChange {
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

const ages = ['newer 1h', 'newer 24h', 'newer 7d', 'older 24h', 'older 3d', 'older 7d', 'older 30d'] as const

function seenWord(value: string): string {
  return value
    .split(' and ')
    .map((part) => {
      const [which = '', length = ''] = part.split(' ')
      return which === 'newer' ? `Within ${spanWords(length)}` : `Longer than ${spanWords(length)} ago`
    })
    .join(', ')
}

/** How long this office has known it: `newer 24h`, `older 3d`, or both. */
export function seenOf({ newerThan, olderThan }: IndexFilter): string | undefined {
  const parts = [
    ...(newerThan === undefined ? [] : [`newer ${newerThan}`]),
    ...(olderThan === undefined ? [] : [`older ${olderThan}`]),
  ]
  return parts.length > 0 ? parts.join(' and ') : undefined
}

export function fromSeen(chosen: string | undefined): OverviewChange {
  const length = (which: string) =>
    chosen
      ?.split(' and ')
      .find((part) => part.startsWith(which))
      ?.split(' ')[1]
  return { newerThan: length('newer'), olderThan: length('older') }
}

export function seenChoices(filter: IndexFilter): readonly Choice<string>[] {
  return withOwn(ages, seenOf(filter)).map((value) => ({ value, word: seenWord(value) }))
}

export function expiryChoices({ expiresIn }: IndexFilter): readonly Choice<string>[] {
  return withOwn(['1h', '24h', '3d'], expiresIn).map((value) => ({
    value,
    word: `Within ${spanWords(value)}`,
  }))
}

/** What an address asks for is among the choices, whatever they are. */
function withOwn(usual: readonly string[], own: string | undefined): readonly string[] {
  return own === undefined || usual.includes(own) ? usual : [...usual, own]
}
