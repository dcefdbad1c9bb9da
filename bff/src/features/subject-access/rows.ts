import {
  type SubjectAccessRequestStatus,
  type SubjectAccessRequestView,
  subjectAccessRequestIdSchema,
} from '@paydesk/shared/compliance/subject-access'
import { customerHandleSchema } from '@paydesk/shared/core/ids'
import type { Kysely, Selectable } from 'kysely'
import { guardValue } from '../../platform/access/guarded.ts'
import {
  canAnswerStaffRequest,
  isAnotherPerson,
  type StaffRequestRules,
} from '../../platform/approvals/staff-requests.ts'
import type { FieldCipher } from '../../platform/database/field-cipher.ts'
import type { DatabaseSchema } from '../../platform/database/schema/schema.ts'
import type { Actor, ScopedActor } from '../../platform/http/route.ts'
import { formatIsoTime } from '../../platform/runtime/iso-time.ts'
import { isSamePerson, type Person } from '../../platform/session/person.ts'
import { appendLiveChange } from '../../records/live-changes.ts'
import { presentColleague, presentStaffAnswer } from '../../records/staff-texts.ts'

export type SubjectAccessRequestRow = Selectable<DatabaseSchema['subject_access_requests']>

/** Selects requests about customers of the caller's merchants. */
export function selectVisibleSubjectAccessRequests(
  db: Kysely<DatabaseSchema>,
  { scope }: Pick<ScopedActor, 'scope'>,
) {
  return db
    .selectFrom('subject_access_requests')
    .where('environment', '=', scope.environment)
    .where('merchant', 'in', scope.merchants)
}

/** Derives the status at `now`: the stored status holds what people did, and expiry is added here. */
function deriveSubjectRequestStatus(
  { status, until }: Pick<SubjectAccessRequestRow, 'status' | 'until'>,
  now: number,
): SubjectAccessRequestStatus {
  if (until > now) return status
  return status === 'waiting' ? 'expired' : status === 'confirmed' ? 'over' : status
}

/** Request for an export, which another person approves. */
export const subjectAccessRequestRules: StaffRequestRules<SubjectAccessRequestRow> = {
  lock: 'subject-request',
  find: (db, id, caller) =>
    selectVisibleSubjectAccessRequests(db, caller).selectAll().where('id', '=', id).executeTakeFirst(),
  isOpen: (row, now) => deriveSubjectRequestStatus(row, now) === 'waiting',
  mayAnswer: isAnotherPerson,
  appendChange(
    trx,
    dialect,
    { environment, merchant, id, approval_at, downloaded_at, approver_downloaded_at },
    now,
  ) {
    // Grow the version with each step.
    const version =
      1 + [approval_at, downloaded_at, approver_downloaded_at].filter((at) => at !== null).length
    const change = { environment, merchant, kind: 'subject_access', subject_id: id, version } as const
    return appendLiveChange(trx, dialect, change, now)
  },
}

const getApprover = ({
  approval_issuer: issuer,
  approval_subject: subject,
  approval_name: name,
}: SubjectAccessRequestRow) => ({ issuer: issuer ?? '', subject: subject ?? '', name })

/** Returns the column with this person's download time; null if they are neither requester nor approver. */
export function findOwnDownloadColumn(
  row: SubjectAccessRequestRow,
  person: Person,
): 'downloaded_at' | 'approver_downloaded_at' | null {
  if (isSamePerson(row, person)) return 'downloaded_at'
  return isSamePerson(getApprover(row), person) ? 'approver_downloaded_at' : null
}

export function isSubjectExportDownloadOpen(
  row: SubjectAccessRequestRow,
  person: Person,
  now: number,
): boolean {
  const column = findOwnDownloadColumn(row, person)
  return deriveSubjectRequestStatus(row, now) === 'confirmed' && column !== null && row[column] === null
}

/** Presents a request for this person; texts of staff follow the field permissions of the role. */
export function presentSubjectAccessRequest(
  row: SubjectAccessRequestRow,
  actor: Actor,
  cipher: FieldCipher,
): SubjectAccessRequestView {
  const { session, fieldAccess } = actor
  const viewer = { fieldAccess, session, cipher }
  const now = Date.now()
  const by = presentColleague(row, viewer)
  const status = deriveSubjectRequestStatus(row, now)
  const isApproved = status === 'confirmed' || status === 'over'
  const answer = presentStaffAnswer(
    {
      answer: isApproved ? 'confirm' : 'refuse',
      sealed_answer: row.approval_text,
      answered_issuer: row.approval_issuer,
      answered_subject: row.approval_subject,
      answered_name: row.approval_name,
      answered_at: row.approval_at,
    },
    viewer,
  )
  return {
    request: subjectAccessRequestIdSchema.parse(row.id),
    customer: customerHandleSchema.parse(row.customer),
    ticket: fieldAccess.maskOwn(guardValue('review.note', row.ticket)),
    by,
    at: formatIsoTime(row.at),
    status,
    until: formatIsoTime(row.until),
    answer,
    downloadUntil: isApproved ? formatIsoTime(row.until) : null,
    mayAnswer: canAnswerStaffRequest(subjectAccessRequestRules, row, actor, now),
    mayDownload: isSubjectExportDownloadOpen(row, session, now),
    downloads: [
      ...(row.downloaded_at === null ? [] : [{ by, at: formatIsoTime(row.downloaded_at) }]),
      ...(row.approver_downloaded_at === null
        ? []
        : [
            { by: presentColleague(getApprover(row), viewer), at: formatIsoTime(row.approver_downloaded_at) },
          ]),
    ],
  }
}
