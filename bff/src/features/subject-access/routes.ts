import type { SubjectAccessRequestId } from '@paydesk/shared/compliance/subject-access'
import { endpoints } from '@paydesk/shared/endpoints'
import type { AuditPurpose, AuditSubject } from '../../platform/audit/entry.ts'
import type { FieldCipher } from '../../platform/database/field-cipher.ts'
import { withRequestTransaction } from '../../platform/database/transaction.ts'
import type { RateLimiter } from '../../platform/http/rate-limiter.ts'
import { type Actor, defineRoute, defineStreamRoute } from '../../platform/http/route.ts'
import { ProblemError } from '../../platform/problem/problem.ts'
import { appendChange } from '../../records/changes.ts'
import { answerSubjectRequest, findSubjectRequest, type SubjectAnswerResult } from './answer.ts'
import { findDataSubject, type SubjectExportDeps, streamSubjectExport } from './content.ts'
import { createSubjectRequest, type SubjectRequestResult } from './create-request.ts'
import {
  buildSubjectRequestChange,
  canAnswerSubjectRequest,
  canDownloadSubjectExport,
  findOwnDownloadColumn,
  presentSubjectRequest,
  type SubjectAccessCaller,
  type SubjectRequestRow,
  type SubjectStoreDeps,
  selectVisibleSubjectRequests,
} from './rows.ts'

/**
 * Records that this person downloads the export now: requester and approver once each, in any session.
 * Commits before anything is sent, so that an interrupted download needs a new request. Throws the same
 * `not_found` for an unknown request, one that was downloaded, and one of other people.
 */
async function recordSubjectDownload(
  id: SubjectAccessRequestId,
  caller: SubjectAccessCaller,
  needs: SubjectStoreDeps,
): Promise<SubjectRequestRow> {
  const { session } = caller.actor
  const row = await findSubjectRequest(id, caller, needs)
  const column = findOwnDownloadColumn(row, session)
  if (column === null || !canDownloadSubjectExport(row, session, Date.now()))
    throw new ProblemError('not_found')
  const { store } = needs
  const taken = await withRequestTransaction(store, `subject-request/${id}`, async (trx) => {
    const now = Date.now()
    const done = await trx
      .updateTable('subject_access_requests')
      .set({ [column]: now })
      .where('id', '=', id)
      .where('status', '=', 'confirmed')
      .where('until', '>', now)
      .where(column, 'is', null)
      .returningAll()
      .executeTakeFirst()
    if (done !== undefined) await appendChange(trx, store.dialect, buildSubjectRequestChange(done), now)
    return done
  })
  store.wake('changes')
  if (taken === undefined) throw new ProblemError('not_found')
  return taken
}

interface SubjectRequestRows {
  readonly rows: readonly SubjectRequestRow[]
  readonly waiting: number
}

const maxListedRequests = 100
const listPeriodMs = 30 * 24 * 3_600_000

/**
 * Loads requests of the last thirty days, newest first, and the number of those that this person may answer.
 */
async function loadSubjectRequests(
  caller: SubjectAccessCaller,
  { store }: SubjectStoreDeps,
): Promise<SubjectRequestRows> {
  const { session } = caller.actor
  const now = Date.now()
  const rows = await selectVisibleSubjectRequests(store.db, caller)
    .selectAll()
    .where('at', '>', now - listPeriodMs)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(maxListedRequests)
    .execute()
  const open = rows.filter((row) => canAnswerSubjectRequest(row, session, now))
  return { rows, waiting: open.length }
}

export interface SubjectAccessDeps extends SubjectExportDeps {
  readonly subjectCalls: RateLimiter['take']
}

type WithCipher<Value> = Value & { readonly seal: FieldCipher }

/**
 * Builds the subject of every entry about a request: its customer, so that
 * the customer's access log shows it, too.
 */
const buildCustomerSubject = (row: SubjectRequestRow | undefined): AuditSubject | null =>
  row === undefined ? null : { kind: 'customer', id: row.customer, merchant: row.merchant }

const buildExportPurpose = (caseRef: string | null): AuditPurpose => ({
  field: null,
  code: 'subject_request',
  caseRef,
  stepUpAge: null,
})

/** Limits the calls of a person over all sessions and roles. */
function limitSubjectCalls({ subjectCalls }: SubjectAccessDeps, { session }: Actor): void {
  const person = JSON.stringify([session.issuer, session.subject])
  if (!subjectCalls(person)) throw new ProblemError('too_many_requests', { retryAfter: 10 })
}

export const requestSubjectExport = defineRoute(endpoints.requestSubjectAccessExport, {
  permission: 'subject_access.export',
  audit: ({ body }, asked: WithCipher<SubjectRequestResult> | undefined) => ({
    action: 'subject_access.requested',
    about: asked === undefined ? { kind: 'customer', id: body.customer } : buildCustomerSubject(asked.row),
    purpose: buildExportPurpose(asked?.row.ticket ?? null),
  }),
  async handle(call, needs: SubjectAccessDeps): Promise<WithCipher<SubjectRequestResult>> {
    limitSubjectCalls(needs, call.actor)
    return { ...(await createSubjectRequest(call.body, call, needs)), seal: needs.seal }
  },
  present: ({ answer, row, seal }, { actor }) => ({
    answer,
    request: presentSubjectRequest(row, actor, seal),
  }),
})

export const listSubjectRequests = defineRoute(endpoints.listSubjectAccessRequests, {
  permission: 'subject_access.export',
  audit: () => ({ action: 'subject_access.listed' }),
  handle: async (call, needs: SubjectAccessDeps): Promise<WithCipher<SubjectRequestRows>> => ({
    ...(await loadSubjectRequests(call, needs)),
    seal: needs.seal,
  }),
  present: ({ rows, waiting, seal }, { actor }) => ({
    requests: rows.map((row) => presentSubjectRequest(row, actor, seal)),
    waiting,
  }),
})

export const answerSubjectExport = defineRoute(endpoints.decideSubjectAccessExport, {
  permission: 'subject_access.export',
  audit: (_call, answered: WithCipher<SubjectAnswerResult> | undefined) => ({
    action: answered?.answer === 'too_late' ? 'subject_access.stopped' : 'subject_access.decided',
    about: buildCustomerSubject(answered?.row),
    purpose: buildExportPurpose(answered?.row.ticket ?? null),
  }),
  async handle(call, needs: SubjectAccessDeps): Promise<WithCipher<SubjectAnswerResult>> {
    limitSubjectCalls(needs, call.actor)
    return { ...(await answerSubjectRequest(call.params.request, call.body, call, needs)), seal: needs.seal }
  },
  present: ({ answer, row, seal }, { actor }) => ({
    answer,
    request: presentSubjectRequest(row, actor, seal),
  }),
})

/** Request of each download call: the audit functions of a stream are given only the call. */
const requestsByCall = new WeakMap<object, SubjectRequestRow>()

export const downloadSubjectExport = defineStreamRoute(endpoints.downloadSubjectAccessExport, {
  permission: 'subject_access.export',
  renews: true,
  audit: (call) => ({
    action: 'subject_access.downloaded',
    about: buildCustomerSubject(requestsByCall.get(call)),
    purpose: buildExportPurpose(requestsByCall.get(call)?.ticket ?? null),
  }),
  auditEnd: (call, rows) => ({
    action: 'subject_access.ended',
    about: buildCustomerSubject(requestsByCall.get(call)),
    purpose: buildExportPurpose(requestsByCall.get(call)?.ticket ?? null),
    note: `rows:${rows}`,
  }),
  headers: ({ params }) => ({
    'content-disposition': `attachment; filename="paydesk-subject-export-${params.request}.json"`,
  }),
  async open(call, needs: SubjectAccessDeps, hearer) {
    limitSubjectCalls(needs, call.actor)
    const row = await recordSubjectDownload(call.params.request, call, needs)
    requestsByCall.set(call, row)
    return streamSubjectExport(row, await findDataSubject(row, needs), needs, hearer)
  },
})
