import { z } from 'zod'
import { auditLogExportQuery, auditLogFilter } from '../compliance/audit-log.ts'
import { approvalInput, approvalRequest } from '../core/approval.ts'
import { defineEndpoint } from '../core/endpoint.ts'
import { environmentName, exportRequestId } from '../core/ids.ts'
import { maskedValue } from '../core/masked-value.ts'
import { purposeCode, ticketNumber } from '../core/purposes.ts'
import { notificationFilter } from '../payments/notifications.ts'
import { paymentRequestListFilter } from '../payments/payment-requests.ts'
import { customerTransactionsFilter, transactionListFilter } from '../payments/transaction-list.ts'
import { decisionListFilter } from './decisions.ts'
import { questionListFilter } from './questions.ts'
import { reconciliationExportQuery } from './reconciliation.ts'
import { caseFilter } from './review-cases.ts'

/** Rows of an export: the list with its filter. No member of a filter is personal. */
export const exportSelection = z.discriminatedUnion('list', [
  z.strictObject({ list: z.literal('transactions'), filter: transactionListFilter }),
  z.strictObject({ list: z.literal('reconciliation'), filter: reconciliationExportQuery }),
  z.strictObject({ list: z.literal('audit_log'), filter: auditLogExportQuery }),
  z.strictObject({ list: z.literal('audit_entries'), filter: auditLogFilter }),
  z.strictObject({ list: z.literal('payment_requests'), filter: paymentRequestListFilter }),
  z.strictObject({ list: z.literal('decisions'), filter: decisionListFilter }),
  z.strictObject({ list: z.literal('notifications'), filter: notificationFilter }),
  z.strictObject({ list: z.literal('cases'), filter: caseFilter }),
  z.strictObject({ list: z.literal('questions'), filter: questionListFilter }),
  z.strictObject({ list: z.literal('customer_transactions'), filter: customerTransactionsFilter }),
])
export type ExportSelection = z.infer<typeof exportSelection>
export type ExportList = ExportSelection['list']

export const exportRequestComment = z.string().trim().min(15).max(500)

export const exportRequestInput = z.strictObject({
  selection: exportSelection,
  purpose: purposeCode,
  caseRef: ticketNumber,
  text: exportRequestComment,
})
export type ExportRequestInput = z.infer<typeof exportRequestInput>

/**
 * Status of a request. `waiting`: for approval. `confirmed`: the user who asked may download the export until
 * `downloadUntil`. `expired`: nobody answered in time. `over`: confirmed, but the time for the download has passed.
 */
export const exportRequestStatus = z.enum(['waiting', 'confirmed', 'refused', 'withdrawn', 'expired', 'over'])
export type ExportRequestStatus = z.infer<typeof exportRequestStatus>

/** Request to export, for the user who asked and for approvers. */
export const exportRequestView = z.strictObject({
  ...approvalRequest.shape,
  request: exportRequestId,
  selection: exportSelection,
  /** Rows at the time of the request; up to a million are counted. */
  rows: z.int().min(0),
  /** Merchants to which the export is limited; none for a role that may not see them. */
  merchants: z.array(z.string()),
  purpose: purposeCode,
  caseRef: z.string(),
  text: maskedValue,
  status: exportRequestStatus,
  downloads: z.int().min(0),
  mayWithdraw: z.boolean(),
})
export type ExportRequestView = z.infer<typeof exportRequestView>

/** Result of a request. `open_already`: this user already waits for the approval of the same rows. */
export const requestExportResponse = z.strictObject({
  answer: z.enum(['asked', 'open_already']),
  request: exportRequestView,
})

/** Result of an answer or a withdrawal. `too_late`: answered, withdrawn or expired before; nothing changed. */
export const exportApprovalResponse = z.strictObject({
  answer: z.enum(['done', 'too_late']),
  request: exportRequestView,
})

/** Own requests of the last thirty days and, for approvers, those of colleagues: newest first, at most a hundred. */
export const exportRequestList = z.strictObject({
  requests: z.array(exportRequestView),
  /** Number of requests that wait for this user. */
  waiting: z.int().min(0),
})
export type ExportRequestList = z.infer<typeof exportRequestList>

const none = z.strictObject({})
const ofEnvironment = z.strictObject({ env: environmentName })
const ofRequest = z.strictObject({ env: environmentName, request: exportRequestId })

/**
 * Endpoints for exports of many rows: requested by one user, approved by another, then downloaded from the export
 * of the list with `request` instead of a filter.
 */
export const exportRequestEndpoints = {
  requestExport: defineEndpoint({
    method: 'POST',
    path: '/api/:env/export-requests',
    params: ofEnvironment,
    query: none,
    body: exportRequestInput,
    response: requestExportResponse,
  }),
  listExportRequests: defineEndpoint({
    method: 'GET',
    path: '/api/:env/export-requests',
    params: ofEnvironment,
    query: none,
    body: none,
    response: exportRequestList,
  }),
  decideExportRequest: defineEndpoint({
    method: 'POST',
    path: '/api/:env/export-requests/:request/answer',
    params: ofRequest,
    query: none,
    body: approvalInput,
    response: exportApprovalResponse,
  }),
  withdrawExportRequest: defineEndpoint({
    method: 'POST',
    path: '/api/:env/export-requests/:request/withdraw',
    params: ofRequest,
    query: none,
    body: none,
    response: exportApprovalResponse,
  }),
} as const
