import { type CallerAnswer, callerAnswer } from '@paydesk/shared/caller'
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
}

const answers: Readonly<Record<CallerAnswer, string>> = {
  match: 'what was said is right',
  other: 'what was said is not right',
  empty: 'there is nothing to compare with',
}

const counted = (count: number, one: string) =>
  `${count.toLocaleString('en')} ${one}${count === 1 ? '' : 's'}`

function wordOf(part: string): string | null {
  const answer = callerAnswer.safeParse(part.replace(/^answer:/, ''))
  if (part.startsWith('answer:') && answer.success) return answers[answer.data]
  const [, what, number] = /^(rows|lines):(\d{1,12})$/.exec(part) ?? []
  if (what !== undefined) return counted(Number(number), what === 'rows' ? 'row' : 'line')
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
  const words = reason.split(' ').map(wordOf)
  const known = words.filter((word) => word !== null)
  return known.length === 0 ? 'for a reason that this version has no word for' : known.join(', ')
}
