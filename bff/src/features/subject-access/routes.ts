import { endpoints } from '@paydesk/shared/endpoints'
import type { AnswerRequestResult, CreateRequestResult } from '../../platform/approvals/requests.ts'
import type { AuditPurpose, AuditSubject } from '../../platform/audit/entry.ts'
import type { RateLimiter } from '../../platform/http/rate-limiter.ts'
import { type Actor, defineRoute, defineStreamRoute } from '../../platform/http/route.ts'
import { ProblemError } from '../../platform/problem/problem.ts'
import { findDataSubject, streamSubjectExport } from './content.ts'
import { loadSubjectExportTexts } from './labels.ts'
import {
  answerSubjectRequest,
  createSubjectRequest,
  loadSubjectRequests,
  recordSubjectDownload,
  type SubjectRequestDeps,
} from './requests.ts'
import { presentSubjectRequest, type SubjectRequestRow } from './rows.ts'

export interface SubjectAccessDeps extends SubjectRequestDeps {
  readonly subjectCalls: RateLimiter['take']
}

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
  audit: ({ body }, asked: CreateRequestResult<SubjectRequestRow> | undefined) => ({
    action: 'subject_access.requested',
    about: asked === undefined ? { kind: 'customer', id: body.customer } : buildCustomerSubject(asked.row),
    purpose: buildExportPurpose(asked?.row.ticket ?? null),
  }),
  async handle(call, needs: SubjectAccessDeps) {
    limitSubjectCalls(needs, call.actor)
    return createSubjectRequest(call.body, call, needs)
  },
  present: ({ answer, row, seal }, { actor }) => ({
    answer,
    request: presentSubjectRequest(row, actor, seal),
  }),
})

export const listSubjectRequests = defineRoute(endpoints.listSubjectAccessRequests, {
  permission: 'subject_access.export',
  audit: () => ({ action: 'subject_access.listed' }),
  handle: (call, needs: SubjectAccessDeps) => loadSubjectRequests(call, needs),
  present: ({ rows, waiting, seal }, { actor }) => ({
    requests: rows.map((row) => presentSubjectRequest(row, actor, seal)),
    waiting,
  }),
})

export const answerSubjectExport = defineRoute(endpoints.decideSubjectAccessExport, {
  permission: 'subject_access.export',
  audit: (_call, answered: AnswerRequestResult<SubjectRequestRow> | undefined) => ({
    action: answered?.answer === 'too_late' ? 'subject_access.stopped' : 'subject_access.decided',
    about: buildCustomerSubject(answered?.row),
    purpose: buildExportPurpose(answered?.row.ticket ?? null),
  }),
  async handle(call, needs: SubjectAccessDeps) {
    limitSubjectCalls(needs, call.actor)
    return answerSubjectRequest(call.params.request, call.body, call, needs)
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
    const words = await loadSubjectExportTexts(needs.store.db, call.actor.session)
    const { signal, countRows } = hearer
    return streamSubjectExport(row, await findDataSubject(row, needs), needs, {
      ...{ signal, countRows },
      ...words,
    })
  },
})
