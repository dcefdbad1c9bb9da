import type {
  AuditEntryView,
  AuditEventGroup,
  AuditLogVerification,
  AuditResult,
} from '@paydesk/shared/compliance/trail'
import { getVisibleText } from '../../ui/text/field-value.tsx'
import { formatCount, formatCountOf } from '../../ui/text/format-count.ts'
import { formatTimeOfDay } from '../../ui/text/format-time.ts'

export const auditGroupLabels: Readonly<Record<AuditEventGroup, string>> = {
  reads: 'Records opened',
  reveals: 'Values revealed or checked',
  searches: 'Look-ups',
  lists: 'Lists and figures',
  exports: 'Exports',
  work: 'Work on records',
  questions: 'Questions',
  sessions: 'Sign-ins and roles',
  administration: 'Administration',
  trail: 'The audit trail itself',
}

export const auditResultLabels: Readonly<Record<AuditResult, string>> = {
  allowed: 'Allowed',
  refused: 'Refused',
  failed: 'Failed',
}

export const formatReauthenticationAge = (seconds: number) =>
  seconds < 120 ? `${seconds} s before` : `${Math.round(seconds / 60)} min before`

/** The whole sentence of an entry as one text: for a title and for whoever hears it. */
export function formatAuditSentence(entry: AuditEntryView): string {
  const { person, role, says, about, field, purpose, ticket } = entry
  const who = person === null ? 'Paydesk' : person.me ? 'You' : getVisibleText(person.name) || 'A colleague'
  const whom = about === null ? '' : ` ${about.words} ${getVisibleText(about.id)}`.trimEnd()
  const parts = [
    `${who}${role === null ? '' : ` (${role.toLowerCase()})`} ${says}${whom}`,
    ...(field === null ? [] : [`value: ${field}`]),
    ...(purpose === null ? [] : [`reason: ${lowercaseFirst(purpose.words)}`]),
    ...(ticket === null ? [] : [`ticket ${ticket}`]),
  ]
  const end = formatAuditOutcome(entry)
  return `${parts.join(', ')}${end === null ? '' : ` — ${end}`}`
}

/** What came of it, where that is worth a word: how much, or that it was refused or failed, and why. */
export function formatAuditOutcome({
  result,
  outcome,
}: Pick<AuditEntryView, 'result' | 'outcome'>): string | null {
  if (result === 'allowed') return outcome
  return outcome === null ? result : `${result}: ${outcome}`
}

export const lowercaseFirst = (text: string) => `${text.charAt(0).toLowerCase()}${text.slice(1)}`

type CompletedVerification = Extract<AuditLogVerification, { state: 'done' }>

/** The result of a verification in one exact sentence, and whether it is good. */
export function formatVerificationResult(done: CompletedVerification, zone: string): string {
  const [first] = done.findings
  if (first !== undefined) {
    const others = done.findings.length - 1
    const where = first.chain === null ? '' : ` of ${first.chain}`
    const what =
      first.n === null
        ? first.words
        : first.words.replace(`entry ${first.n}`, `entry ${formatCount(first.n)}${where}`)
    return `Not whole: ${what}${others > 0 ? `, and ${formatCountOf(others, 'further finding')}` : ''}.`
  }
  const times = done.chains.flatMap(({ sealedAt }) => sealedAt ?? []).sort()
  const sealed = times.at(-1)
  const until =
    sealed === undefined
      ? ''
      : `, sealed to ${formatTimeOfDay(new Date(sealed), zone, Date.parse(done.endedAt))}`
  return `${formatCountOf(done.entries, 'entry', 'entries')}, whole${until}.`
}
