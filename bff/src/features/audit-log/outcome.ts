import { sessionEndReasonSchema } from '@paydesk/shared/administration/sessions'
import type { AuditOutcomePart } from '@paydesk/shared/compliance/audit-log'
import { callerVerificationResultSchema } from '@paydesk/shared/compliance/caller-verification'
import { problemIdSchema } from '@paydesk/shared/core/problem'
import type { AuditNote, AuditReasonCode } from '../../platform/audit/reason.ts'

/** Reason codes that the audit log uses besides problem IDs; docs/audit.md explains them. */
const reasonCodes: Readonly<Record<AuditReasonCode, true>> = {
  left: true,
  session_over: true,
  not_whole: true,
  stopped: true,
  provider: true,
  signed_in_again: true,
  answered: true,
  never_left: true,
  refused: true,
  unknown: true,
  absent: true,
  wrong_answers: true,
  checks_of_person: true,
  break_glass: true,
}

const isCount = (text: string) => /^\d{1,15}$/.test(text)

type NoteParser = (text: string) => Partial<AuditOutcomePart> | null

const parseCount: NoteParser = (text) => (isCount(text) ? { count: Number(text) } : null)

type NoteKind = AuditNote extends infer One ? (One extends `${infer Kind}:${string}` ? Kind : One) : never

/** Parses each kind of note from the text after its colon; null if the text is not in a form Paydesk writes. */
const noteParsers: Readonly<Record<NoteKind, NoteParser>> = {
  lines: parseCount,
  rows: parseCount,
  seconds: parseCount,
  until: (text) =>
    isCount(text) && Number(text) < 8.64e15 ? { at: new Date(Number(text)).toISOString() } : null,
  file(text) {
    const [, of] = /^doc_[0-9a-f]{24}\/(\d{1,4})$/.exec(text) ?? []
    return of === undefined ? null : { count: Number(of) + 1 }
  },
  answer: (text) =>
    callerVerificationResultSchema.safeParse(text).success ? { code: `answer:${text}` } : null,
  because: (text) => (sessionEndReasonSchema.safeParse(text).success ? { code: `because:${text}` } : null),
  not_given: (text) => (text === '' ? {} : null),
}

const isNoteKind = (kind: string): kind is NoteKind => Object.hasOwn(noteParsers, kind)

function parseReasonPart(part: string): AuditOutcomePart | null {
  if (problemIdSchema.safeParse(part).success || Object.hasOwn(reasonCodes, part)) return { code: part }
  const [kind = '', ...rest] = part.split(':')
  const note = isNoteKind(kind) ? noteParsers[kind](rest.join(':')) : null
  return note === null ? null : { code: kind, ...note }
}

/**
 * Parses the stored reason: why an action was refused or failed, or how much it covered. Never repeats text
 * that Paydesk cannot have written.
 */
export function parseAuditOutcome(reason: string | null): AuditOutcomePart[] {
  if (reason === null) return []
  const parts = reason.split(' ').flatMap((part) => parseReasonPart(part) ?? [])
  return parts.length === 0 ? [{ code: 'undocumented' }] : parts
}
