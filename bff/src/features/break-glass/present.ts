import {
  type BreakGlassActivation,
  type BreakGlassActivityLog,
  breakGlassHandleSchema,
} from '@paydesk/shared/compliance/break-glass'
import { roleSchema } from '@paydesk/shared/core/permissions'
import { classifyAuditEvent, toAuditSubjectKind } from '../../platform/audit/event-groups.ts'
import type { FieldCipher } from '../../platform/database/field-cipher.ts'
import type { Actor } from '../../platform/http/route.ts'
import { formatIsoTime } from '../../platform/runtime/iso-time.ts'
import { isPossiblySamePerson } from '../../platform/session/person.ts'
import type { BreakGlassRow } from '../../records/break-glass.ts'
import { presentColleague, presentStaffText } from '../../records/staff-texts.ts'
import type { loadBreakGlassActivity } from './activity.ts'
import { isBreakGlassReportMissing } from './rows.ts'

/**
 * Presents a break-glass use to people who oversee break-glass; texts of staff are masked as `review.note`.
 */
export function presentBreakGlass(
  row: BreakGlassRow,
  { actor, cipher, now }: { readonly actor: Actor; readonly cipher: FieldCipher; readonly now: number },
): BreakGlassActivation {
  const { session, fieldAccess } = actor
  const viewer = { fieldAccess, session, cipher }
  const { acknowledged_issuer: issuer, acknowledged_subject: subject, acknowledged_name: name } = row
  const of = roleSchema.parse(row.role)
  return {
    breakGlass: breakGlassHandleSchema.parse(row.id),
    by: presentColleague(row, viewer),
    role: of,
    purpose: row.purpose_code,
    ticket: row.case_ref,
    text: presentStaffText(row.sealed_text, viewer),
    at: formatIsoTime(row.at),
    until: formatIsoTime(row.until),
    isOver: now >= row.until,
    acknowledgement:
      row.acknowledged_at === null || issuer === null || subject === null
        ? null
        : { by: presentColleague({ issuer, subject, name }, viewer), at: formatIsoTime(row.acknowledged_at) },
    mayAcknowledge: row.acknowledged_at === null && !isPossiblySamePerson(row, session),
    report:
      row.reported_at === null
        ? null
        : { text: presentStaffText(row.sealed_report, viewer), at: formatIsoTime(row.reported_at) },
    isReportMissing: isBreakGlassReportMissing(row, now),
  }
}

type BreakGlassActivity = Awaited<ReturnType<typeof loadBreakGlassActivity>>

const presentKind = (kind: string | null) => (kind === null ? null : toAuditSubjectKind(kind))

export const presentBreakGlassCount = ({
  action,
  subject_kind: kind,
  count,
}: BreakGlassActivity['counts'][number]) => ({
  action: classifyAuditEvent(action).action,
  kind: presentKind(kind),
  count: Number(count),
})

/** Presents one entry made under break-glass access, with the codes of the audit log. */
export function presentBreakGlassEntry(
  row: BreakGlassActivity['entries'][number],
): BreakGlassActivityLog['entries'][number] {
  const { subject_kind: kind, subject_id: id, action, result, environment, reference } = row
  return {
    at: formatIsoTime(row.time_ms),
    action: classifyAuditEvent(action).action,
    result,
    about: kind === null || id === null ? null : { kind: toAuditSubjectKind(kind), id },
    environment,
    reference,
  }
}
