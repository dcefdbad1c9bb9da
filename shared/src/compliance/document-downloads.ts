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

/** Refusing needs words. */
export const downloadApprovalInput = z
  .strictObject({ answer: z.enum(['confirm', 'refuse']), text: z.string().trim().min(3).max(500).optional() })
  .refine(({ answer, text }) => answer === 'confirm' || text !== undefined, {
    path: ['text'],
    message: 'words',
  })
export type DownloadApprovalInput = z.infer<typeof downloadApprovalInput>

/**
 * `waiting` for another person; `confirmed`: who asked may fetch it once until `fetchUntil`; `expired`: nobody
 * answered in time; `lapsed`: confirmed and not fetched in time.
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

/** A request to take one file out of Paydesk, for who asked and for those who may answer. Times are ISO 8601 UTC. */
export const downloadRequestView = z.strictObject({
  request: downloadRequestId,
  identity: identityHandle,
  document: documentHandle,
  file: fileNumber,
  /** Of the document when it was asked for. */
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

/** `open_already`: this person waits for an answer about this very file already; that one stays. */
export const requestDownloadResponse = z.strictObject({
  answer: z.enum(['asked', 'open_already']),
  request: downloadRequestView,
})
export type RequestDownloadResponse = z.infer<typeof requestDownloadResponse>

/** `too_late`: a colleague had answered, or the time was over; what was stays. */
export const downloadApprovalResponse = z.strictObject({
  answer: z.enum(['done', 'too_late']),
  request: downloadRequestView,
})
export type DownloadApprovalResponse = z.infer<typeof downloadApprovalResponse>

/** `asked`: one's own. `to_answer`: those that wait for this person. Without it: both. */
export const downloadRequestQuery = z.strictObject({ show: z.enum(['asked', 'to_answer']).optional() })

/** Newest first, the last hundred. */
export const downloadRequestList = z.strictObject({
  requests: z.array(downloadRequestView),
  /** Those that wait for this person. */
  waiting: z.int().min(0),
})
export type DownloadRequestList = z.infer<typeof downloadRequestList>
