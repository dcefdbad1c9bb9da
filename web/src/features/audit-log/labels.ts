import type {
  AuditEntryView,
  AuditEventGroup,
  AuditLogVerification,
  AuditResult,
} from '@paydesk/shared/compliance/audit-log'
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

/** Formats an entry as plain text, for titles and screen readers. */
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

/** Formats the outcome: a count, or the refusal or failure with its reason. Null if none is recorded. */
export function formatAuditOutcome({
  result,
  outcome,
}: Pick<AuditEntryView, 'result' | 'outcome'>): string | null {
  if (result === 'allowed') return outcome
  return outcome === null ? result : `${result}: ${outcome}`
}

export const lowercaseFirst = (text: string) => `${text.charAt(0).toLowerCase()}${text.slice(1)}`

type CompletedVerification = Extract<AuditLogVerification, { state: 'done' }>

/** Formats the result as one sentence: the first finding, or the entry count and the latest `sealedAt`. */
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
