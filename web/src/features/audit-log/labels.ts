import {
  type AuditEventTexts,
  formatAuditEvent,
  formatAuditOutcomePart,
  labelAuditField,
  labelRecordKind,
} from '@paydesk/shared/compliance/audit-event-text'
import type { AuditEntryView } from '@paydesk/shared/compliance/audit-log'
import type { AuditLogVerification } from '@paydesk/shared/compliance/audit-verification'
import type { Formatter } from '@paydesk/shared/core/formatter'
import type { Messages } from '@paydesk/shared/messages/catalogue'
import { useMessages } from '../../lib/messages/messages-context.tsx'
import { type ColleagueNamer, useFormatColleagueName } from '../../lib/messages/use-format-colleague-name.ts'
import { getVisibleText } from '../../ui/text/field-value.tsx'

/** Texts of the page, and the words of the codes in entries. */
export interface AuditEntryTexts {
  readonly page: Messages['auditLog']
  readonly events: AuditEventTexts
  readonly roles: Messages['signIn']['roles']
  readonly namePerson: AuditPersonNamer
}

/** Names a person of the audit log; a hidden name stands as that of a colleague. */
type AuditPersonNamer = (
  person: Pick<NonNullable<AuditEntryView['person']>, 'name' | 'me'>,
  form: Parameters<ColleagueNamer>[1],
) => string

export function useAuditPersonName(): AuditPersonNamer {
  const nameColleague = useFormatColleagueName()
  return ({ name, me }, form) => nameColleague({ name: getVisibleText(name) || null, me }, form)
}

export const useAuditEntryTexts = (): AuditEntryTexts => ({
  page: useMessages('auditLog'),
  events: useMessages('auditEvents'),
  roles: useMessages('signIn').roles,
  namePerson: useAuditPersonName(),
})

/** Lists value, reason and ticket of an event as parts of its sentence. */
export function formatAuditDetails(
  { field, purpose, ticket }: Pick<AuditEntryView, 'field' | 'purpose' | 'ticket'>,
  { page: { sentence }, events }: AuditEntryTexts,
  format: Formatter,
): string[] {
  return [
    ...(field === null ? [] : [format.text(sentence.value, { field: labelAuditField(field, events) })]),
    ...(purpose === null ? [] : [format.text(sentence.reason, { reason: events.purposes[purpose] })]),
    ...(ticket === null ? [] : [format.text(sentence.ticket, { ticket })]),
  ]
}

/** Names the record of an entry: its kind, before the ID if the viewer sees one. */
export const labelAuditEntryRecord = (
  { kind, id }: NonNullable<AuditEntryView['about']>,
  { kinds, someKinds }: AuditEventTexts,
): string =>
  labelRecordKind(kind, id.visibility === 'clear' || id.visibility === 'masked' ? kinds : someKinds)

/** Formats an entry as plain text, for titles and screen readers. */
export function formatAuditSentence(
  entry: AuditEntryView,
  texts: AuditEntryTexts,
  format: Formatter,
): string {
  const { person, role, action, about } = entry
  const { page, events, roles, namePerson } = texts
  const who = person === null ? page.paydesk : namePerson(person, 'subject')
  const record =
    about === null ? null : `${labelAuditEntryRecord(about, events)} ${getVisibleText(about.id)}`.trimEnd()
  const sentence = format.text(page.sentence.entry, {
    person: `${who}${role === null ? '' : ` (${roles[role].label})`}`,
    event: formatAuditEvent(action, record, events, format).join(''),
  })
  const end = formatAuditOutcome(entry, texts, format)
  return `${[sentence, ...formatAuditDetails(entry, texts, format)].join(', ')}${end === null ? '' : ` — ${end}`}`
}

/** Formats the outcome: a count, or the refusal or failure with its reason. Null if none is recorded. */
export function formatAuditOutcome(
  { result, outcome: parts, at }: Pick<AuditEntryView, 'result' | 'outcome' | 'at'>,
  { page: { sentence }, events }: AuditEntryTexts,
  format: Formatter,
): string | null {
  const outcome = parts.map((part) => formatAuditOutcomePart(part, at, events, format)).join(', ')
  if (result === 'allowed') return outcome || null
  return outcome === ''
    ? sentence[result]
    : format.text(sentence.outcome, { result: sentence[result], outcome })
}

type CompletedVerification = Extract<AuditLogVerification, { state: 'done' }>

/** Formats one finding with the entries that it is about. */
export function formatVerificationFinding(
  { chain, kind, from, to }: CompletedVerification['findings'][number],
  { verification: texts }: Messages['auditLog'],
  format: Formatter,
): string {
  const finding =
    from === null
      ? texts.findings[kind]
      : format.text(to === null ? texts.ofEntry : texts.ofEntries, {
          finding: texts.findings[kind],
          n: from,
          to: to ?? from,
        })
  return chain === null ? finding : format.text(texts.findingOf, { finding, chain })
}

/** Formats the result as one sentence: the first finding, or the entry count and the latest `signedAt`. */
export function formatVerificationResult(
  done: CompletedVerification,
  texts: Messages['auditLog'],
  format: Formatter,
): string {
  const { verification } = texts
  const [first] = done.findings
  if (first !== undefined) {
    const others = done.findings.length - 1
    const finding = formatVerificationFinding(first, texts, format)
    return others > 0
      ? format.text(verification.invalidAndMore, {
          finding,
          others: format.text(verification.others, { count: others }),
        })
      : format.text(verification.invalid, { finding })
  }
  const entries = format.text(texts.entryCount, { count: done.entries })
  const signed = done.chains
    .flatMap(({ signedAt }) => signedAt ?? [])
    .sort()
    .at(-1)
  if (signed === undefined) return format.text(verification.verified, { entries })
  const time = format.exactTime(new Date(signed), Date.parse(done.endedAt))
  return format.text(verification.signed, { entries, time })
}
