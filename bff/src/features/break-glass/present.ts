import {
  type BreakGlassActivation,
  type BreakGlassActivityLog,
  breakGlassHandle,
} from '@paydesk/shared/compliance/break-glass'
import { role } from '@paydesk/shared/core/permissions'
import { guardValue } from '../../platform/access/guarded.ts'
import { describeRole } from '../../platform/access/permissions.ts'
import {
  formatKindWithArticle,
  getEventLabel,
  getSubjectKindLabel,
} from '../../platform/audit/event-labels.ts'
import type { FieldCipher } from '../../platform/database/field-cipher.ts'
import type { Actor } from '../../platform/http/route.ts'
import { isPossiblySamePerson, isSamePerson, type Person } from '../../platform/session/person.ts'
import type { BreakGlassRow } from '../../records/break-glass.ts'
import { reviewCipherContext } from '../../records/review-cases.ts'
import type { loadBreakGlassActivity } from './activity.ts'
import { isReportMissing } from './rows.ts'

const time = (at: number) => new Date(at).toISOString()

/**
 * Presents a break-glass use to people who oversee break-glass; texts of staff are masked as `review.note`.
 */
export function presentBreakGlass(
  row: BreakGlassRow,
  { actor, seal, now }: { readonly actor: Actor; readonly seal: FieldCipher; readonly now: number },
): BreakGlassActivation {
  const { session, fieldAccess } = actor
  const name = (sealed: string | null) =>
    sealed === null ? '' : (seal.open(reviewCipherContext, sealed) ?? '')
  const text = (sealed: string | null) => fieldAccess.maskOwn(guardValue('review.note', name(sealed)))
  const me = (person: Person) => isSamePerson(person, session)
  const { acknowledged_issuer: issuer, acknowledged_subject: subject } = row
  const of = role.parse(row.role)
  return {
    glass: breakGlassHandle.parse(row.id),
    by: { name: name(row.name), me: me(row) },
    role: { id: of, label: describeRole(of).label },
    purpose: row.purpose_code,
    ticket: row.case_ref,
    text: text(row.sealed_text),
    at: time(row.at),
    until: time(row.until),
    isOver: now >= row.until,
    acknowledged:
      row.acknowledged_at === null || issuer === null || subject === null
        ? null
        : {
            by: { name: name(row.acknowledged_name), me: me({ issuer, subject }) },
            at: time(row.acknowledged_at),
          },
    mayAcknowledge: row.acknowledged_at === null && !isPossiblySamePerson(row, session),
    report: row.reported_at === null ? null : { text: text(row.sealed_report), at: time(row.reported_at) },
    isReportMissing: isReportMissing(row, now),
  }
}

type BreakGlassActivity = Awaited<ReturnType<typeof loadBreakGlassActivity>>

/** Formats the count of one action as a whole phrase: `opened an identity record`. */
export function presentBreakGlassCount({
  action,
  subject_kind: kind,
  count,
}: BreakGlassActivity['counts'][number]) {
  const { withSubject, withoutSubject } = getEventLabel(action)
  return {
    action,
    says: kind === null ? withoutSubject : `${withSubject} ${formatKindWithArticle(kind, withSubject)}`,
    count: Number(count),
  }
}

/** Presents one entry made under break-glass access, with the labels of the audit log. */
export function presentBreakGlassEntry(
  row: BreakGlassActivity['entries'][number],
): BreakGlassActivityLog['entries'][number] {
  const { subject_kind: kind, subject_id: id, action, result, environment, reference } = row
  const about = kind === null || id === null ? null : { words: getSubjectKindLabel(kind), id }
  const { withSubject, withoutSubject } = getEventLabel(action)
  const at = new Date(row.time_ms).toISOString()
  return {
    at,
    action,
    says: about === null ? withoutSubject : withSubject,
    result,
    about,
    environment,
    reference,
  }
}
