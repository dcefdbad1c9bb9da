import { z } from 'zod'
import {
  answerOutcomeSchema,
  approvalInputSchema,
  approvalRequestSchema,
  requestOutcomeSchema,
} from '../core/approval.ts'
import { defineEndpoint } from '../core/endpoint.ts'
import { customerHandleSchema, environmentNameSchema, identityHandleSchema } from '../core/ids.ts'
import { maskedValueSchema } from '../core/masked-value.ts'
import { purposeCodeSchema, ticketNumberSchema } from '../core/purposes.ts'
import { documentFileNumberSchema, documentHandleSchema } from './documents.ts'

export const downloadRequestIdSchema = z
  .string()
  .regex(/^dr_[0-9a-z]{20}$/)
  .brand<'DownloadRequestId'>()
export type DownloadRequestId = z.infer<typeof downloadRequestIdSchema>

export const downloadRequestCommentSchema = z.string().trim().min(15).max(500)

export const downloadRequestInputSchema = z.strictObject({
  file: documentFileNumberSchema,
  purpose: purposeCodeSchema,
  caseRef: ticketNumberSchema,
  text: downloadRequestCommentSchema,
})
export type DownloadRequestInput = z.infer<typeof downloadRequestInputSchema>

/**
 * Status of a download request. `waiting`: for approval. `confirmed`: the user who asked may download the
 * file once, until `downloadUntil`. `expired`: nobody answered in time. `over`: confirmed, but not downloaded
 * in time.
 */
export const downloadRequestStatusSchema = z.enum([
  'waiting',
  'confirmed',
  'refused',
  'expired',
  'downloaded',
  'over',
])
export type DownloadRequestStatus = z.infer<typeof downloadRequestStatusSchema>

/**
 * Request to download one file, for the user who asked and for possible approvers. Times are ISO 8601 UTC.
 */
export const downloadRequestViewSchema = z.strictObject({
  ...approvalRequestSchema.shape,
  request: downloadRequestIdSchema,
  identity: identityHandleSchema,
  /** Customer for which the identity was found; null if our records no longer name one. */
  customer: z
    .strictObject({ customer: customerHandleSchema, rid: maskedValueSchema, merchant: maskedValueSchema })
    .nullable(),
  document: documentHandleSchema,
  file: documentFileNumberSchema,
  /** Kind of the document at the time of the request. */
  kind: maskedValueSchema,
  purpose: purposeCodeSchema,
  caseRef: z.string(),
  text: maskedValueSchema,
  status: downloadRequestStatusSchema,
})
export type DownloadRequestView = z.infer<typeof downloadRequestViewSchema>

/**
 * Result of a request. `open_already`: this user already has an open request for this file; the open request
 * stays.
 */
export const requestDownloadResponseSchema = z.strictObject({
  answer: requestOutcomeSchema,
  request: downloadRequestViewSchema,
})

/**
 * Result of an approval. `too_late`: a colleague had answered, or the request had expired; nothing changed.
 */
export const downloadApprovalResponseSchema = z.strictObject({
  answer: answerOutcomeSchema,
  request: downloadRequestViewSchema,
})

/**
 * Filter: `asked` selects the user's own requests, `to_answer` those that wait for this user. Default: both.
 * `customer` selects the requests of all people for the documents of this customer instead.
 */
export const downloadRequestQuerySchema = z.strictObject({
  show: z.enum(['asked', 'to_answer']).optional(),
  customer: customerHandleSchema.optional(),
})

/** Last hundred download requests, newest first. */
export const downloadRequestListSchema = z.strictObject({
  requests: z.array(downloadRequestViewSchema),
  /** Number of requests that wait for this user. */
  waiting: z.int().min(0),
})
export type DownloadRequestList = z.infer<typeof downloadRequestListSchema>

const noneSchema = z.strictObject({})
const ofDocumentSchema = z.strictObject({
  env: environmentNameSchema,
  identity: identityHandleSchema,
  document: documentHandleSchema,
})
const ofRequestSchema = z.strictObject({ env: environmentNameSchema, request: downloadRequestIdSchema })

/** Endpoints for downloads of a document's file, each of which a colleague approves. */
export const documentDownloadEndpoints = {
  requestDownload: defineEndpoint({
    method: 'POST',
    path: '/api/:env/identities/:identity/documents/:document/download-requests',
    params: ofDocumentSchema,
    query: noneSchema,
    body: downloadRequestInputSchema,
    response: requestDownloadResponseSchema,
  }),
  listDownloadRequests: defineEndpoint({
    method: 'GET',
    path: '/api/:env/download-requests',
    params: z.strictObject({ env: environmentNameSchema }),
    query: downloadRequestQuerySchema,
    body: noneSchema,
    response: downloadRequestListSchema,
  }),
  decideDownloadRequest: defineEndpoint({
    method: 'POST',
    path: '/api/:env/download-requests/:request/answer',
    params: ofRequestSchema,
    query: noneSchema,
    body: approvalInputSchema,
    response: downloadApprovalResponseSchema,
  }),
  /**
   * Streams the file once to the user who asked: always as a PDF of ours, watermarked with person, time and
   * purpose.
   */
  downloadDocument: defineEndpoint({
    method: 'GET',
    path: '/api/:env/download-requests/:request/content',
    params: ofRequestSchema,
    query: noneSchema,
    body: noneSchema,
    response: z.instanceof(Uint8Array),
    stream: 'application/octet-stream',
  }),
} as const
