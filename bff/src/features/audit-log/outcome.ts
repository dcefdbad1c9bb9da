import { endReason, endReasons } from '@paydesk/shared/administration/people'
import { type CallerAnswer, callerAnswer } from '@paydesk/shared/compliance/caller'
import { problemId } from '@paydesk/shared/core/problem'
import type { Note, ReasonWord } from '../../platform/audit/reason.ts'
import { catalogue } from '../../platform/problem/problem-catalogue.ts'

/** Words of our own that stand in the trail beside the ids of problems; docs/audit.md has their meaning. */
const ends: Readonly<Record<ReasonWord, string>> = {
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
  absent: 'the service has none',
  wrong_answers: 'too many wrong answers about this customer',
  checks_of_person: 'too many checks by this person',
  glass: 'behind broken glass',
}

const answers: Readonly<Record<CallerAnswer, string>> = {
  match: 'it matched',
  other: 'it did not match',
  empty: 'the record has none',
}

const counted = (count: number, one: string) =>
  `${count.toLocaleString('en')} ${one}${count === 1 ? '' : 's'}`

const lowered = (text: string) => `${text.charAt(0).toLowerCase()}${text.slice(1)}`

const number = (text: string) => (/^\d{1,15}$/.test(text) ? Number(text) : null)

type NoteWords = (told: string) => string | null

const numbered =
  (words: (value: number) => string): NoteWords =>
  (told) => {
    const value = number(told)
    return value === null ? null : words(value)
  }

type NoteKind = Note extends infer One ? (One extends `${infer Kind}:${string}` ? Kind : One) : never

/** What each kind of note says, from what stands behind its colon; null where that is of no form of ours. */
const notes: Readonly<Record<NoteKind, NoteWords>> = {
  lines: numbered((count) => counted(count, 'line')),
  rows: numbered((count) => counted(count, 'row')),
  seconds: numbered((count) => `for ${count.toLocaleString('en')} s`),
  until: numbered((at) => `until ${new Date(at).toISOString().slice(11, 16)} UTC`),
  file(told) {
    const [, of] = /^doc_[0-9a-f]{24}\/(\d{1,4})$/.exec(told) ?? []
    return of === undefined ? null : `file ${Number(of) + 1} of the document`
  },
  answer(told) {
    const found = callerAnswer.safeParse(told)
    return found.success ? answers[found.data] : null
  },
  because(told) {
    const found = endReason.safeParse(told)
    return found.success ? lowered(endReasons[found.data]) : null
  },
  not_given: (told) => (told === '' ? 'the record has none' : null),
}

const isEnd = (part: string): part is ReasonWord => Object.hasOwn(ends, part)
const isNote = (kind: string): kind is NoteKind => Object.hasOwn(notes, kind)

function wordOf(part: string): string | null {
  const problem = problemId.safeParse(part)
  if (problem.success) return lowered(catalogue[problem.data].title)
  if (isEnd(part)) return ends[part]
  const [kind = '', ...told] = part.split(':')
  return isNote(kind) ? notes[kind](told.join(':')) : null
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
