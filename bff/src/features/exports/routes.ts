import { endpoints } from '@paydesk/shared/endpoints'
import type {
  AnswerStaffRequestResult,
  CreateStaffRequestResult,
  StaffRequestDeps,
  StaffRequestResult,
} from '../../platform/approvals/staff-requests.ts'
import {
  type AuditSubject,
  type FilteredByCustomer,
  toCustomerFilterAuditSubject,
} from '../../platform/audit/entry.ts'
import { defineRoute, type ScopedActor } from '../../platform/http/route.ts'
import { resolveOptionalCustomer } from '../../records/customers.ts'
import type { HandleStore } from '../../records/handles.ts'
import {
  createExportRequest,
  decideExportApproval,
  type ExportRequestDeps,
  loadExportRequests,
  withdrawExportRequest,
} from './requests.ts'
import { type ExportRequestRow, presentExportRequest } from './rows.ts'

export interface ExportListDeps extends StaffRequestDeps {
  readonly handles: HandleStore
}

type ListedExportRequests = Awaited<ReturnType<typeof loadExportRequests>> & FilteredByCustomer

const buildSubject = (id: string | undefined): AuditSubject | null =>
  id === undefined ? null : { kind: 'export_request', id }

const presentResult = <Answer extends string>(
  { answer, row, cipher }: StaffRequestResult<ExportRequestRow, Answer>,
  { actor }: ScopedActor,
) => ({ answer, request: presentExportRequest(row, actor, cipher) })

export const requestExportRoute = defineRoute(endpoints.requestExport, {
  permission: 'records.export',
  audit: ({ body }, createRequestResult: CreateStaffRequestResult<ExportRequestRow> | undefined) => ({
    action: 'export.requested',
    about: buildSubject(createRequestResult?.row.id),
    purpose: { field: null, code: body.purpose, caseRef: body.caseRef, stepUpAge: null },
    ...(createRequestResult && { note: `rows:${createRequestResult.row.row_count}` as const }),
  }),
  handle: (call, deps: ExportRequestDeps) => createExportRequest(call.body, call, deps),
  present: presentResult,
})

export const listExportRequestsRoute = defineRoute(endpoints.listExportRequests, {
  permission: 'records.export',
  audit: ({ query }, listed: ListedExportRequests | undefined) => ({
    action: 'exports.listed',
    about: toCustomerFilterAuditSubject(query.customer, listed),
  }),
  handle: async (call, deps: ExportListDeps): Promise<ListedExportRequests> => ({
    filterCustomer: await resolveOptionalCustomer(call.query.customer, call.scope, deps.handles),
    ...(await loadExportRequests(call.query, call, deps)),
  }),
  present: ({ rows, waiting, cipher }, { actor }) => ({
    requests: rows.map((row) => presentExportRequest(row, actor, cipher)),
    waiting,
  }),
})

export const decideExportRequestRoute = defineRoute(endpoints.decideExportRequest, {
  permission: 'export.approve',
  audit: (_call, answered: AnswerStaffRequestResult<ExportRequestRow> | undefined) => ({
    action: 'export.answered',
    about: buildSubject(answered?.row.id),
  }),
  handle: (call, deps: StaffRequestDeps) => decideExportApproval(call.params.request, call.body, call, deps),
  present: presentResult,
})

export const withdrawExportRequestRoute = defineRoute(endpoints.withdrawExportRequest, {
  permission: 'records.export',
  audit: (_call, withdrawn: AnswerStaffRequestResult<ExportRequestRow> | undefined) => ({
    action: 'export.withdrawn',
    about: buildSubject(withdrawn?.row.id),
  }),
  handle: (call, deps: StaffRequestDeps) => withdrawExportRequest(call.params.request, call, deps),
  present: presentResult,
})
