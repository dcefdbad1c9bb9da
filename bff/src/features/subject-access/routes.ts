import { endpoints } from '@paydesk/shared/endpoints'
import type { AuditPurpose, AuditSubject } from '../../platform/audit/entry.ts'
import type { FieldCipher } from '../../platform/database/field-cipher.ts'
import type { RateLimiter } from '../../platform/http/rate-limiter.ts'
import { type Actor, defineRoute, defineStreamRoute } from '../../platform/http/route.ts'
import { ProblemError } from '../../platform/problem/problem.ts'
import { answerSubjectRequest, type SubjectAnswerResult } from './answer.ts'
import { findDataSubject, type SubjectExportDeps, streamSubjectExport } from './content.ts'
import { createSubjectRequest, type SubjectRequestResult } from './create-request.ts'
import { loadSubjectRequests, type SubjectRequestRows } from './list.ts'
import { recordSubjectDownload } from './record-download.ts'
import { presentSubjectRequest, type SubjectRequestRow } from './rows.ts'

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
  permission: 'subject.export',
  audit: ({ body }, asked: WithCipher<SubjectRequestResult> | undefined) => ({
    action: 'subject.export.asked',
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
  permission: 'subject.export',
  audit: () => ({ action: 'subject.requests.listed' }),
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
  permission: 'subject.export',
  audit: (_call, answered: WithCipher<SubjectAnswerResult> | undefined) => ({
    action: answered?.answer === 'too_late' ? 'subject.export.stopped' : 'subject.export.answered',
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
  permission: 'subject.export',
  renews: true,
  audit: (call) => ({
    action: 'subject.export.taken',
    about: buildCustomerSubject(requestsByCall.get(call)),
    purpose: buildExportPurpose(requestsByCall.get(call)?.ticket ?? null),
  }),
  auditEnd: (call, rows) => ({
    action: 'subject.export.ended',
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
