import type { Formatter } from '../core/formatter.ts'
import type { Messages } from '../messages/catalogue.ts'

export type AuditEventTexts = Messages['auditEvents']

const findText = <Text>(texts: Readonly<Record<string, Text>>, code: string): Text | undefined =>
  Object.hasOwn(texts, code) ? texts[code] : undefined

/** Pieces of an event in words, with its record in place; `record` is null if the event names none. */
export function formatAuditEvent<Value extends object | string>(
  action: string,
  record: Value | null,
  { events, recordEvents }: AuditEventTexts,
  format: Formatter,
): (string | Value)[] {
  const template = record === null ? undefined : findText(recordEvents, action)
  return template === undefined || record === null
    ? [findText(events, action) ?? events.unknown]
    : format.parts(template, { record })
}

/** Names a kind of record: before its ID (`kinds`) or alone (`someKinds`). */
export const labelRecordKind = (
  kind: string,
  names: AuditEventTexts['kinds'] | AuditEventTexts['someKinds'],
): string => findText(names, kind) ?? names.unknown

/** Counts records of one kind, such as `3 transactions`. */
export const formatRecordCount = (
  kind: string,
  count: number,
  { kindCounts }: AuditEventTexts,
  format: Formatter,
): string => format.text(findText(kindCounts, kind) ?? kindCounts.unknown, { count })

/** Labels a field of the access policy; a fixed text for a field that this version does not know. */
export const labelAuditField = (field: string, { fields, unknownField }: AuditEventTexts): string =>
  findText(fields, field) ?? unknownField

/** Formats one part of an outcome; `eventAt` is the time of the event, for a time on the same day. */
export function formatAuditOutcomePart(
  {
    code,
    count,
    at,
  }: { readonly code: string; readonly count?: number | undefined; readonly at?: string | undefined },
  eventAt: string,
  { outcomes, amounts, problems, until }: AuditEventTexts,
  format: Formatter,
): string {
  if (at !== undefined)
    return format.text(until, { time: format.shortTime(new Date(at), Date.parse(eventAt)) })
  const amount = count === undefined ? undefined : findText(amounts, code)
  if (count !== undefined && amount !== undefined) return format.text(amount, { count })
  return findText(outcomes, code) ?? findText(problems, code)?.title ?? outcomes.undocumented
}
