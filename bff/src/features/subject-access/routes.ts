import { endpoints } from '@paydesk/shared/endpoints'
import type {
  AnswerStaffRequestResult,
  CreateStaffRequestResult,
} from '../../platform/approvals/staff-requests.ts'
import {
  type AuditPurpose,
  type AuditSubject,
  type FilteredByCustomer,
  toCustomerFilterAuditSubject,
} from '../../platform/audit/entry.ts'
import type { RateLimiter } from '../../platform/http/rate-limiter.ts'
import { type Actor, defineRoute, defineStreamRoute } from '../../platform/http/route.ts'
import { ProblemError } from '../../platform/problem/problem.ts'
import { resolveOptionalCustomer } from '../../records/customers.ts'
import { findDataSubject, streamSubjectExport } from './content.ts'
import { loadSubjectExportTexts } from './labels.ts'
import {
  createSubjectAccessRequest,
  decideSubjectAccessApproval,
  loadSubjectAccessRequests,
  recordSubjectExportDownload,
  type SubjectAccessRequestDeps,
} from './requests.ts'
import { presentSubjectAccessRequest, type SubjectAccessRequestRow } from './rows.ts'

type ListedSubjectAccessRequests = Awaited<ReturnType<typeof loadSubjectAccessRequests>> & FilteredByCustomer

export interface SubjectAccessDeps extends SubjectAccessRequestDeps {
  readonly subjectCalls: RateLimiter['take']
}

/**
 * Builds the subject of every entry about a request: its customer, so that
 * the customer's access log shows it, too.
 */
const buildCustomerSubject = (row: SubjectAccessRequestRow | undefined): AuditSubject | null =>
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

export const requestSubjectAccessExportRoute = defineRoute(endpoints.requestSubjectAccessExport, {
  permission: 'subject_access.export',
  audit: ({ body }, createRequestResult: CreateStaffRequestResult<SubjectAccessRequestRow> | undefined) => ({
    action: 'subject_access.requested',
    about:
      createRequestResult === undefined
        ? { kind: 'customer', id: body.customer }
        : buildCustomerSubject(createRequestResult.row),
    purpose: buildExportPurpose(createRequestResult?.row.ticket ?? null),
  }),
  async handle(call, deps: SubjectAccessDeps) {
    limitSubjectCalls(deps, call.actor)
    return createSubjectAccessRequest(call.body, call, deps)
  },
  present: ({ answer, row, cipher }, { actor }) => ({
    answer,
    request: presentSubjectAccessRequest(row, actor, cipher),
  }),
})

export const listSubjectAccessRequestsRoute = defineRoute(endpoints.listSubjectAccessRequests, {
  permission: 'subject_access.export',
  audit: ({ query }, listed: ListedSubjectAccessRequests | undefined) => ({
    action: 'subject_access.listed',
    about: toCustomerFilterAuditSubject(query.customer, listed),
  }),
  handle: async (call, deps: SubjectAccessDeps): Promise<ListedSubjectAccessRequests> => ({
    filterCustomer: await resolveOptionalCustomer(call.query.customer, call.scope, deps.handles),
    ...(await loadSubjectAccessRequests(call.query, call, deps)),
  }),
  present: ({ rows, waiting, cipher }, { actor }) => ({
    requests: rows.map((row) => presentSubjectAccessRequest(row, actor, cipher)),
    waiting,
  }),
})

export const decideSubjectAccessExportRoute = defineRoute(endpoints.decideSubjectAccessExport, {
  permission: 'subject_access.export',
  audit: (_call, answered: AnswerStaffRequestResult<SubjectAccessRequestRow> | undefined) => ({
    action: answered?.answer === 'too_late' ? 'subject_access.stopped' : 'subject_access.decided',
    about: buildCustomerSubject(answered?.row),
    purpose: buildExportPurpose(answered?.row.ticket ?? null),
  }),
  async handle(call, deps: SubjectAccessDeps) {
    limitSubjectCalls(deps, call.actor)
    return decideSubjectAccessApproval(call.params.request, call.body, call, deps)
  },
  present: ({ answer, row, cipher }, { actor }) => ({
    answer,
    request: presentSubjectAccessRequest(row, actor, cipher),
  }),
})

/** Request of each download call: the audit functions of a stream are given only the call. */
const requestsByCall = new WeakMap<object, SubjectAccessRequestRow>()

export const downloadSubjectAccessExportRoute = defineStreamRoute(endpoints.downloadSubjectAccessExport, {
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
  async open(call, deps: SubjectAccessDeps, streamClient) {
    limitSubjectCalls(deps, call.actor)
    const row = await recordSubjectExportDownload(call.params.request, call, deps)
    requestsByCall.set(call, row)
    const words = await loadSubjectExportTexts(deps.store.db, call.actor.session)
    const { signal, countRows } = streamClient
    return streamSubjectExport(row, await findDataSubject(row, deps), deps, {
      ...{ signal, countRows },
      ...words,
    })
  },
})
