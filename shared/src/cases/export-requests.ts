import { z } from 'zod'
import { auditLogExportQuerySchema, auditLogFilterSchema } from '../compliance/audit-log.ts'
import {
  answerOutcomeSchema,
  approvalInputSchema,
  approvalRequestSchema,
  requestOutcomeSchema,
} from '../core/approval.ts'
import { defineEndpoint } from '../core/endpoint.ts'
import { customerHandleSchema, environmentNameSchema, exportRequestIdSchema } from '../core/ids.ts'
import { maskedValueSchema } from '../core/masked-value.ts'
import { purposeCodeSchema, ticketNumberSchema } from '../core/purposes.ts'
import { notificationFilterSchema } from '../payments/notifications.ts'
import { paymentRequestListFilterSchema } from '../payments/payment-requests.ts'
import {
  customerTransactionsFilterSchema,
  transactionListFilterSchema,
} from '../payments/transaction-list.ts'
import { decisionListFilterSchema } from './decisions.ts'
import { questionListFilterSchema } from './questions.ts'
import { reconciliationExportQuerySchema } from './reconciliation.ts'
import { caseFilterSchema } from './review-cases.ts'

/** Rows of an export: the list with its filter. No member of a filter is personal. */
export const exportSelectionSchema = z.discriminatedUnion('list', [
  z.strictObject({ list: z.literal('transactions'), filter: transactionListFilterSchema }),
  z.strictObject({ list: z.literal('reconciliation'), filter: reconciliationExportQuerySchema }),
  z.strictObject({ list: z.literal('audit_log'), filter: auditLogExportQuerySchema }),
  z.strictObject({ list: z.literal('audit_entries'), filter: auditLogFilterSchema }),
  z.strictObject({ list: z.literal('payment_requests'), filter: paymentRequestListFilterSchema }),
  z.strictObject({ list: z.literal('decisions'), filter: decisionListFilterSchema }),
  z.strictObject({ list: z.literal('notifications'), filter: notificationFilterSchema }),
  z.strictObject({ list: z.literal('cases'), filter: caseFilterSchema }),
  z.strictObject({ list: z.literal('questions'), filter: questionListFilterSchema }),
  z.strictObject({ list: z.literal('customer_transactions'), filter: customerTransactionsFilterSchema }),
])
export type ExportSelection = z.infer<typeof exportSelectionSchema>
export type ExportedListName = ExportSelection['list']

export const exportRequestCommentSchema = z.string().trim().min(15).max(500)

export const exportRequestInputSchema = z.strictObject({
  selection: exportSelectionSchema,
  purpose: purposeCodeSchema,
  caseRef: ticketNumberSchema,
  text: exportRequestCommentSchema,
})
export type ExportRequestInput = z.infer<typeof exportRequestInputSchema>

/**
 * Status of a request. `waiting`: for approval. `confirmed`: the user who asked may download the export until
 * `downloadUntil`. `expired`: nobody answered in time. `over`: confirmed, but the time for the download has passed.
 */
export const exportRequestStatusSchema = z.enum([
  'waiting',
  'confirmed',
  'refused',
  'withdrawn',
  'expired',
  'over',
])
export type ExportRequestStatus = z.infer<typeof exportRequestStatusSchema>

/** Request to export, for the user who asked and for approvers. */
export const exportRequestViewSchema = z.strictObject({
  ...approvalRequestSchema.shape,
  request: exportRequestIdSchema,
  selection: exportSelectionSchema,
  /** Rows at the time of the request; up to a million are counted. */
  rows: z.int().min(0),
  /** Merchants to which the export is limited; none for a role that may not see them. */
  merchants: z.array(z.string()),
  purpose: purposeCodeSchema,
  caseRef: z.string(),
  text: maskedValueSchema,
  status: exportRequestStatusSchema,
  downloads: z.int().min(0),
  mayWithdraw: z.boolean(),
})
export type ExportRequestView = z.infer<typeof exportRequestViewSchema>

/** Result of a request. `open_already`: this user already waits for the approval of the same rows. */
export const requestExportResponseSchema = z.strictObject({
  answer: requestOutcomeSchema,
  request: exportRequestViewSchema,
})

/** Result of an answer or a withdrawal. `too_late`: answered, withdrawn or expired before; nothing changed. */
export const exportApprovalResponseSchema = z.strictObject({
  answer: answerOutcomeSchema,
  request: exportRequestViewSchema,
})

/** Filter: `customer` selects the requests for the transactions of this customer, of any age. */
export const exportRequestQuerySchema = z.strictObject({ customer: customerHandleSchema.optional() })
export type ExportRequestQuery = z.infer<typeof exportRequestQuerySchema>

/** Own requests of the last thirty days and, for approvers, those of colleagues: newest first, at most a hundred. */
export const exportRequestListSchema = z.strictObject({
  requests: z.array(exportRequestViewSchema),
  /** Number of requests that wait for this user. */
  waiting: z.int().min(0),
})
export type ExportRequestList = z.infer<typeof exportRequestListSchema>

const noneSchema = z.strictObject({})
const ofEnvironmentSchema = z.strictObject({ env: environmentNameSchema })
const ofRequestSchema = z.strictObject({ env: environmentNameSchema, request: exportRequestIdSchema })

/**
 * Endpoints for exports of many rows: requested by one user, approved by another, then downloaded from the export
 * of the list with `request` instead of a filter.
 */
export const exportRequestEndpoints = {
  requestExport: defineEndpoint({
    method: 'POST',
    path: '/api/:env/export-requests',
    params: ofEnvironmentSchema,
    query: noneSchema,
    body: exportRequestInputSchema,
    response: requestExportResponseSchema,
  }),
  listExportRequests: defineEndpoint({
    method: 'GET',
    path: '/api/:env/export-requests',
    params: ofEnvironmentSchema,
    query: exportRequestQuerySchema,
    body: noneSchema,
    response: exportRequestListSchema,
  }),
  decideExportRequest: defineEndpoint({
    method: 'POST',
    path: '/api/:env/export-requests/:request/answer',
    params: ofRequestSchema,
    query: noneSchema,
    body: approvalInputSchema,
    response: exportApprovalResponseSchema,
  }),
  withdrawExportRequest: defineEndpoint({
    method: 'POST',
    path: '/api/:env/export-requests/:request/withdraw',
    params: ofRequestSchema,
    query: noneSchema,
    body: noneSchema,
    response: exportApprovalResponseSchema,
  }),
} as const
