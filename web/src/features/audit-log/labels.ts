import type { AuditEntryView, AuditLogVerification } from '@paydesk/shared/compliance/audit-log'
import type { Formatter } from '@paydesk/shared/core/formatter'
import type { Messages } from '@paydesk/shared/messages/catalogue'
import { getVisibleText } from '../../ui/text/field-value.tsx'

type AuditTexts = Messages['auditLog']

/** Lists value, reason and ticket of an event as parts of its sentence. */
export function formatAuditDetails(
  { field, purpose, ticket }: Pick<AuditEntryView, 'field' | 'purpose' | 'ticket'>,
  { sentence }: AuditTexts,
  format: Formatter,
): string[] {
  return [
    ...(field === null ? [] : [format.text(sentence.value, { field })]),
    ...(purpose === null ? [] : [format.text(sentence.reason, { reason: lowercaseFirst(purpose.words) })]),
    ...(ticket === null ? [] : [format.text(sentence.ticket, { ticket })]),
  ]
}

/** Formats an entry as plain text, for titles and screen readers. */
export function formatAuditSentence(entry: AuditEntryView, texts: AuditTexts, format: Formatter): string {
  const { person, role, says, about } = entry
  const name = person === null ? texts.paydesk : getVisibleText(person.name) || texts.colleague
  const who = person?.me ? texts.you : name
  const whom = about === null ? '' : ` ${about.words} ${getVisibleText(about.id)}`.trimEnd()
  const parts = [
    `${who}${role === null ? '' : ` (${role.toLowerCase()})`} ${says}${whom}`,
    ...formatAuditDetails(entry, texts, format),
  ]
  const end = formatAuditOutcome(entry, texts, format)
  return `${parts.join(', ')}${end === null ? '' : ` — ${end}`}`
}

/** Formats the outcome: a count, or the refusal or failure with its reason. Null if none is recorded. */
export function formatAuditOutcome(
  { result, outcome }: Pick<AuditEntryView, 'result' | 'outcome'>,
  { sentence }: AuditTexts,
  format: Formatter,
): string | null {
  if (result === 'allowed') return outcome
  return outcome === null
    ? sentence[result]
    : format.text(sentence.outcome, { result: sentence[result], outcome })
}

const lowercaseFirst = (text: string) => `${text.charAt(0).toLowerCase()}${text.slice(1)}`

type CompletedVerification = Extract<AuditLogVerification, { state: 'done' }>

/** Formats the result as one sentence: the first finding, or the entry count and the latest `sealedAt`. */
export function formatVerificationResult(
  done: CompletedVerification,
  { verification: texts, entryCount }: AuditTexts,
  format: Formatter,
): string {
  const [first] = done.findings
  if (first !== undefined) {
    const others = done.findings.length - 1
    const words =
      first.n === null ? first.words : first.words.replace(String(first.n), format.number(first.n))
    const finding =
      first.n === null || first.chain === null
        ? words
        : format.text(texts.findingOf, { finding: words, chain: first.chain })
    return others > 0
      ? format.text(texts.invalidAndMore, {
          finding,
          others: format.text(texts.others, { count: others }),
        })
      : format.text(texts.invalid, { finding })
  }
  const entries = format.text(entryCount, { count: done.entries })
  const sealed = done.chains
    .flatMap(({ sealedAt }) => sealedAt ?? [])
    .sort()
    .at(-1)
  if (sealed === undefined) return format.text(texts.verified, { entries })
  const time = format.exactTime(new Date(sealed), Date.parse(done.endedAt))
  return format.text(texts.signed, { entries, time })
}
