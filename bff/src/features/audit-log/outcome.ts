import { sessionEndReason, sessionEndReasonLabels } from '@paydesk/shared/administration/sessions'
import {
  type CallerVerificationResult,
  callerVerificationResult,
} from '@paydesk/shared/compliance/caller-verification'
import { problemId } from '@paydesk/shared/core/problem'
import type { AuditNote, AuditReasonCode } from '../../platform/audit/reason.ts'
import { problemCatalogue } from '../../platform/problem/problem-catalogue.ts'

/**
 * Labels of the reason codes that the audit log uses besides problem IDs; docs/audit.md explains the codes.
 */
const reasonLabels: Readonly<Record<AuditReasonCode, string>> = {
  left: 'the reader left before the end',
  session_over: 'the session had ended',
  not_whole: 'not whole',
  stopped: 'stopped before its end',
  provider: 'by the identity provider',
  signed_in_again: 'because of another sign-in',
  answered: 'the service answered',
  never_left: 'nothing was sent',
  refused: 'the service refused',
  unknown: 'no answer came',
  absent: 'the service has none',
  wrong_answers: 'too many wrong answers about this customer',
  checks_of_person: 'too many checks by this person',
  break_glass: 'behind broken glass',
}

const callerAnswerLabels: Readonly<Record<CallerVerificationResult, string>> = {
  match: 'it matched',
  other: 'it did not match',
  empty: 'the record has none',
}

const formatCount = (count: number, one: string) =>
  `${count.toLocaleString('en')} ${one}${count === 1 ? '' : 's'}`

const lowercaseFirst = (text: string) => `${text.charAt(0).toLowerCase()}${text.slice(1)}`

const parseCount = (text: string) => (/^\d{1,15}$/.test(text) ? Number(text) : null)

type NoteFormatter = (told: string) => string | null

const createNumberFormatter =
  (words: (value: number) => string): NoteFormatter =>
  (told) => {
    const value = parseCount(told)
    return value === null ? null : words(value)
  }

type NoteKind = AuditNote extends infer One ? (One extends `${infer Kind}:${string}` ? Kind : One) : never

/**
 * Formats each kind of note from the text after its colon; null if the text is not in a form Paydesk writes.
 */
const noteFormatters: Readonly<Record<NoteKind, NoteFormatter>> = {
  lines: createNumberFormatter((count) => formatCount(count, 'line')),
  rows: createNumberFormatter((count) => formatCount(count, 'row')),
  seconds: createNumberFormatter((count) => `for ${count.toLocaleString('en')} s`),
  until: createNumberFormatter((at) => `until ${new Date(at).toISOString().slice(11, 16)} UTC`),
  file(told) {
    const [, of] = /^doc_[0-9a-f]{24}\/(\d{1,4})$/.exec(told) ?? []
    return of === undefined ? null : `file ${Number(of) + 1} of the document`
  },
  answer(told) {
    const found = callerVerificationResult.safeParse(told)
    return found.success ? callerAnswerLabels[found.data] : null
  },
  because(told) {
    const found = sessionEndReason.safeParse(told)
    return found.success ? lowercaseFirst(sessionEndReasonLabels[found.data]) : null
  },
  not_given: (told) => (told === '' ? 'the record has none' : null),
}

const isReasonCode = (part: string): part is AuditReasonCode => Object.hasOwn(reasonLabels, part)
const isNoteKind = (kind: string): kind is NoteKind => Object.hasOwn(noteFormatters, kind)

function describeReasonPart(part: string): string | null {
  const problem = problemId.safeParse(part)
  if (problem.success) return lowercaseFirst(problemCatalogue[problem.data].title)
  if (isReasonCode(part)) return reasonLabels[part]
  const [kind = '', ...told] = part.split(':')
  return isNoteKind(kind) ? noteFormatters[kind](told.join(':')) : null
}

/**
 * Describes why an action was refused or failed, or how much it covered; null without a reason. Never repeats
 * text from the column.
 */
export function describeAuditOutcome(reason: string | null): string | null {
  if (reason === null) return null
  const words = reason.split(' ').map(describeReasonPart)
  const known = words.filter((word) => word !== null)
  return known.length === 0 ? 'for a reason that this version has no word for' : known.join(', ')
}
