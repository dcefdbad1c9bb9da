import type {
  SubjectAccessQuery,
  SubjectAccessRequestId,
  SubjectAccessRequestInput,
} from '@paydesk/shared/compliance/subject-access'
import type { ApprovalInput } from '@paydesk/shared/core/approval'
import { sql } from 'kysely'
import {
  type AnswerStaffRequestResult,
  answerStaffRequest,
  type CreateStaffRequestResult,
  canAnswerStaffRequest,
  consumeStaffRequest,
  createStaffRequest,
  findStaffRequest,
  rejectPersonalDataInAnswer,
  type StaffRequestDeps,
} from '../../platform/approvals/staff-requests.ts'
import type { ScopedActor } from '../../platform/http/route.ts'
import { rejectPersonalDataInTicket } from '../../platform/http/ticket.ts'
import { ProblemError } from '../../platform/problem/problem.ts'
import { generateId } from '../../platform/runtime/generate-id.ts'
import { isSamePerson } from '../../platform/session/person.ts'
import { resolveCustomerHandle } from '../../records/customers.ts'
import type { HandleStore } from '../../records/handles.ts'
import { markReadyInboxEntryRead } from '../../records/inbox/marks.ts'
import { buildSignerColumnValues, encryptStaffText } from '../../records/staff-texts.ts'
import {
  findOwnDownloadColumn,
  isSubjectExportDownloadOpen,
  type SubjectAccessRequestRow,
  selectVisibleSubjectAccessRequests,
  subjectAccessRequestRules,
} from './rows.ts'

export interface SubjectAccessRequestDeps extends StaffRequestDeps {
  readonly handles: HandleStore
}

const dayMs = 24 * 3_600_000
/** Time (ms) for which a request waits for its approver, and for which an approved one can be downloaded. */
const subjectRequestOpenMs = dayMs
/** Limit of requests per person and day: an export is everything that there is about a customer. */
const maxRequestsPerDay = 20
const maxListedRequests = 100
const listPeriodMs = 30 * dayMs

/**
 * Requests the export about a customer; the request waits for an approver. Throws
 * `not_found` for an unknown customer or one of another merchant, `bad_request` naming
 * `ticket` for personal data, and `too_many_requests`.
 */
export async function createSubjectAccessRequest(
  { customer, ticket }: SubjectAccessRequestInput,
  { actor: { session }, scope }: ScopedActor,
  deps: SubjectAccessRequestDeps,
): Promise<CreateStaffRequestResult<SubjectAccessRequestRow>> {
  const { issuer, subject } = session
  const { merchant } = await resolveCustomerHandle(customer, scope, deps.handles)
  rejectPersonalDataInTicket('ticket', ticket)
  const open = { environment: scope.environment, customer, status: 'waiting' } as const
  return createStaffRequest(
    subjectAccessRequestRules,
    `subject/${issuer}/${subject}`,
    deps,
    async (trx, now) => {
      await trx
        .updateTable('subject_access_requests')
        .set({ status: 'expired' })
        .where((is) => is.and(open))
        .where('until', '<=', now)
        .execute()
      const own = await trx
        .selectFrom('subject_access_requests')
        .select(({ fn }) => fn.countAll<number>().as('made'))
        .where('issuer', '=', issuer)
        .where('subject', '=', subject)
        .where('at', '>', now - dayMs)
        .executeTakeFirstOrThrow()
      if (Number(own.made) >= maxRequestsPerDay)
        throw new ProblemError('too_many_requests', { retryAfter: 3_600 })
      const made = await trx
        .insertInto('subject_access_requests')
        .values({
          id: generateId('q'),
          ...open,
          ...buildSignerColumnValues(session, deps.cipher),
          merchant,
          ticket,
          at: now,
          until: now + subjectRequestOpenMs,
        })
        .onConflict((conflict) =>
          conflict.columns(['environment', 'customer']).where('status', '=', sql.lit('waiting')).doNothing(),
        )
        .returningAll()
        .executeTakeFirst()
      if (made !== undefined) return { answer: 'asked', row: made }
      const row = await trx
        .selectFrom('subject_access_requests')
        .selectAll()
        .where((is) => is.and(open))
        .executeTakeFirstOrThrow()
      return { answer: 'open_already', row }
    },
  )
}

/**
 * Approves or rejects the request of another person, once. Throws `not_found`, `not_allowed` for the caller's
 * own request and for a person who is possibly the same, and `bad_request` naming `text` for personal data.
 */
export function decideSubjectAccessApproval(
  id: SubjectAccessRequestId,
  { answer, text }: ApprovalInput,
  caller: ScopedActor,
  deps: StaffRequestDeps,
): Promise<AnswerStaffRequestResult<SubjectAccessRequestRow>> {
  return answerStaffRequest(subjectAccessRequestRules, id, caller, deps, (trx, now) => {
    rejectPersonalDataInAnswer(text)
    const { issuer, subject, name } = buildSignerColumnValues(caller.actor.session, deps.cipher)
    return trx
      .updateTable('subject_access_requests')
      .set({
        status: answer === 'confirm' ? 'confirmed' : 'refused',
        until: answer === 'confirm' ? now + subjectRequestOpenMs : now,
        approval_issuer: issuer,
        approval_subject: subject,
        approval_name: name,
        approval_at: now,
        approval_text: encryptStaffText(text, deps.cipher),
      })
      .where('id', '=', id)
      .where('status', '=', 'waiting')
      .where('until', '>', now)
      .returningAll()
      .executeTakeFirst()
  })
}

/**
 * Records that this person downloads the export now: requester and approver once each, in any session.
 * Commits before anything is sent, so that an interrupted download needs a new request. Throws the same
 * `not_found` for an unknown request, one that was downloaded, and one of other people.
 */
export async function recordSubjectExportDownload(
  id: SubjectAccessRequestId,
  caller: ScopedActor,
  deps: StaffRequestDeps,
): Promise<SubjectAccessRequestRow> {
  const { session } = caller.actor
  const row = await findStaffRequest(subjectAccessRequestRules, id, caller, deps)
  const column = findOwnDownloadColumn(row, session)
  if (column === null || !isSubjectExportDownloadOpen(row, session, Date.now()))
    throw new ProblemError('not_found')
  return consumeStaffRequest(subjectAccessRequestRules, id, deps, async (trx, now) => {
    const taken = await trx
      .updateTable('subject_access_requests')
      .set({ [column]: now })
      .where('id', '=', id)
      .where('status', '=', 'confirmed')
      .where('until', '>', now)
      .where(column, 'is', null)
      .returningAll()
      .executeTakeFirst()
    // Only the requester has an entry about a download that is ready.
    if (taken !== undefined && isSamePerson(row, session))
      await markReadyInboxEntryRead(trx, deps.store.dialect, row, row, now)
    return taken
  })
}

/**
 * Loads requests of the last thirty days, or all about one customer, newest first, and the number of those that this
 * person may answer.
 */
export async function loadSubjectAccessRequests(
  { customer }: SubjectAccessQuery,
  caller: ScopedActor,
  { store, cipher }: StaffRequestDeps,
) {
  const now = Date.now()
  const visible = selectVisibleSubjectAccessRequests(store.db, caller).selectAll()
  const asked =
    customer === undefined
      ? visible.where('at', '>', now - listPeriodMs)
      : visible.where('customer', '=', customer)
  const rows = await asked.orderBy('at', 'desc').orderBy('id', 'desc').limit(maxListedRequests).execute()
  const open = rows.filter((row) => canAnswerStaffRequest(subjectAccessRequestRules, row, caller.actor, now))
  return { rows, waiting: open.length, cipher }
}
