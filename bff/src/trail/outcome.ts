import { problemId } from '@paydesk/shared/problem'
import { catalogue } from '../http/problem.ts'

/** Words of our own that stand in the trail beside the ids of problems; docs/audit.md has their meaning. */
const ends: Readonly<Record<string, string>> = {
  left: 'the reader left before the end',
  session_over: 'the session had ended',
  not_whole: 'not whole',
  stopped: 'stopped before its end',
  provider: 'by the identity provider',
  signed_in_anew: 'because of another sign-in',
  answered: 'the service answered',
  never_left: 'nothing was sent',
  refused: 'the service refused',
  unknown: 'no answer came',
  not_given: 'the record has none',
  'answer:match': 'it matched',
  'answer:other': 'it did not match',
  'answer:empty': 'the record has none',
}

/** Notes that lead to something else and say nothing by themselves. */
const silent = /^(file|because):[a-z0-9_]{1,40}$/

const counted = (count: number, one: string) =>
  `${count.toLocaleString('en')} ${one}${count === 1 ? '' : 's'}`

function wordOf(part: string): string | null {
  const [, what, number] = /^(rows|lines):(\d{1,12})$/.exec(part) ?? []
  if (what !== undefined) return counted(Number(number), what === 'rows' ? 'row' : 'line')
  const [, kind, value] = /^(seconds|until):(\d{1,15})$/.exec(part) ?? []
  if (kind === 'seconds') return `for ${Number(value).toLocaleString('en')} s`
  if (kind === 'until') return `until ${new Date(Number(value)).toISOString().slice(11, 16)} UTC`
  const problem = problemId.safeParse(part)
  if (problem.success) {
    const { title } = catalogue[problem.data]
    return `${title.charAt(0).toLowerCase()}${title.slice(1)}`
  }
  return Object.entries(ends).find(([name]) => name === part)?.[1] ?? null
}

/**
 * Why something was refused or failed, or how much it was about, in words of ours; null where there is nothing
 * to say. Whatever the column holds, no text of it is repeated.
 */
export function outcomeOf(reason: string | null): string | null {
  if (reason === null) return null
  const parts = reason.split(' ').filter((part) => !silent.test(part))
  if (parts.length === 0) return null
  const words = parts.map(wordOf)
  const known = words.filter((word) => word !== null)
  return known.length === 0 ? 'for a reason that this version has no word for' : known.join(', ')
}
