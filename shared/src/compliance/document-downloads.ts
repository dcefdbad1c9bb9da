import { z } from 'zod'
import { colleague } from '../core/colleague.ts'
import { identityHandle } from '../core/ids.ts'
import { maskedValue } from '../core/masked-value.ts'
import { purposeCode, ticketNumber } from '../core/purposes.ts'
import { documentHandle, fileNumber } from './documents.ts'

export const downloadRequestId = z
  .string()
  .regex(/^dr_[0-9a-z]{20}$/)
  .brand<'DownloadRequestId'>()
export type DownloadRequestId = z.infer<typeof downloadRequestId>

export const downloadRequestComment = z.string().trim().min(15).max(500)

export const downloadRequestInput = z.strictObject({
  file: fileNumber,
  purpose: purposeCode,
  caseRef: ticketNumber,
  text: downloadRequestComment,
})
export type DownloadRequestInput = z.infer<typeof downloadRequestInput>

/** Answer of the approver. A refusal requires a comment. */
export const downloadApprovalInput = z
  .strictObject({ answer: z.enum(['confirm', 'refuse']), text: z.string().trim().min(3).max(500).optional() })
  .refine(({ answer, text }) => answer === 'confirm' || text !== undefined, {
    path: ['text'],
    message: 'words',
  })
export type DownloadApprovalInput = z.infer<typeof downloadApprovalInput>

/**
 * Status of a download request. `waiting`: for approval. `confirmed`: the user who asked may download the
 * file once, until `fetchUntil`. `expired`: nobody answered in time. `lapsed`: confirmed, but not downloaded
 * in time.
 */
export const downloadRequestStatus = z.enum([
  'waiting',
  'confirmed',
  'refused',
  'expired',
  'fetched',
  'lapsed',
])
export type DownloadRequestStatus = z.infer<typeof downloadRequestStatus>

/**
 * Request to download one file, for the user who asked and for possible approvers. Times are ISO 8601 UTC.
 */
export const downloadRequestView = z.strictObject({
  request: downloadRequestId,
  identity: identityHandle,
  document: documentHandle,
  file: fileNumber,
  /** Kind of the document at the time of the request. */
  kind: maskedValue,
  purpose: purposeCode,
  caseRef: z.string(),
  text: maskedValue,
  by: colleague,
  at: z.iso.datetime(),
  until: z.iso.datetime(),
  status: downloadRequestStatus,
  answer: z
    .strictObject({
      answer: z.enum(['confirm', 'refuse']),
      text: maskedValue,
      by: colleague,
      at: z.iso.datetime(),
    })
    .nullable(),
  fetchUntil: z.iso.datetime().nullable(),
  mayAnswer: z.boolean(),
  mayFetch: z.boolean(),
})
export type DownloadRequestView = z.infer<typeof downloadRequestView>

/**
 * Result of a request. `open_already`: this user already has an open request for this file; the open request
 * stays.
 */
export const requestDownloadResponse = z.strictObject({
  answer: z.enum(['asked', 'open_already']),
  request: downloadRequestView,
})
export type RequestDownloadResponse = z.infer<typeof requestDownloadResponse>

/**
 * Result of an approval. `too_late`: a colleague had answered, or the request had expired; nothing changed.
 */
export const downloadApprovalResponse = z.strictObject({
  answer: z.enum(['done', 'too_late']),
  request: downloadRequestView,
})
export type DownloadApprovalResponse = z.infer<typeof downloadApprovalResponse>

/**
 * Filter: `asked` selects the user's own requests, `to_answer` those that wait for this user. Default: both.
 */
export const downloadRequestQuery = z.strictObject({ show: z.enum(['asked', 'to_answer']).optional() })

/** Last hundred requests, newest first. */
export const downloadRequestList = z.strictObject({
  requests: z.array(downloadRequestView),
  /** Number of requests that wait for this user. */
  waiting: z.int().min(0),
})
export type DownloadRequestList = z.infer<typeof downloadRequestList>
