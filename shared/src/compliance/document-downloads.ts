import { z } from 'zod'
import { colleague } from '../core/colleague.ts'
import { identityHandle } from '../core/ids.ts'
import { shown } from '../core/masked-value.ts'
import { caseRef, purposeCode } from '../core/purpose.ts'
import { documentHandle, fileNumber } from './documents.ts'

export const downloadRequestId = z
  .string()
  .regex(/^dr_[0-9a-z]{20}$/)
  .brand<'DownloadRequestId'>()
export type DownloadRequestId = z.infer<typeof downloadRequestId>

export const downloadText = z.string().trim().min(15).max(500)

export const askDownloadRequest = z.strictObject({
  file: fileNumber,
  purpose: purposeCode,
  caseRef,
  text: downloadText,
})
export type AskDownloadRequest = z.infer<typeof askDownloadRequest>

/** Refusing needs words. */
export const downloadAnswer = z
  .strictObject({ answer: z.enum(['confirm', 'refuse']), text: z.string().trim().min(3).max(500).optional() })
  .refine(({ answer, text }) => answer === 'confirm' || text !== undefined, {
    path: ['text'],
    message: 'words',
  })
export type DownloadAnswer = z.infer<typeof downloadAnswer>

/**
 * `waiting` for another person; `confirmed`: who asked may fetch it once until `fetchUntil`; `expired`: nobody
 * answered in time; `lapsed`: confirmed and not fetched in time.
 */
export const downloadStatus = z.enum(['waiting', 'confirmed', 'refused', 'expired', 'fetched', 'lapsed'])
export type DownloadStatus = z.infer<typeof downloadStatus>

/** A request to take one file out of Paydesk, for who asked and for those who may answer. Times are ISO 8601 UTC. */
export const downloadView = z.strictObject({
  request: downloadRequestId,
  identity: identityHandle,
  document: documentHandle,
  file: fileNumber,
  /** Of the document when it was asked for. */
  kind: shown,
  purpose: purposeCode,
  caseRef: z.string(),
  text: shown,
  by: colleague,
  at: z.iso.datetime(),
  until: z.iso.datetime(),
  status: downloadStatus,
  answer: z
    .strictObject({
      answer: z.enum(['confirm', 'refuse']),
      text: shown,
      by: colleague,
      at: z.iso.datetime(),
    })
    .nullable(),
  fetchUntil: z.iso.datetime().nullable(),
  mayAnswer: z.boolean(),
  mayFetch: z.boolean(),
})
export type DownloadView = z.infer<typeof downloadView>

/** `open_already`: this person waits for an answer about this very file already; that one stays. */
export const askedDownload = z.strictObject({
  answer: z.enum(['asked', 'open_already']),
  request: downloadView,
})
export type AskedDownload = z.infer<typeof askedDownload>

/** `too_late`: a colleague had answered, or the time was over; what was stays. */
export const answeredDownload = z.strictObject({
  answer: z.enum(['done', 'too_late']),
  request: downloadView,
})
export type AnsweredDownload = z.infer<typeof answeredDownload>

/** `asked`: one's own. `to_answer`: those that wait for this person. Without it: both. */
export const downloadQuery = z.strictObject({ show: z.enum(['asked', 'to_answer']).optional() })

/** Newest first, the last hundred. */
export const downloadPage = z.strictObject({
  requests: z.array(downloadView),
  /** Those that wait for this person. */
  waiting: z.int().min(0),
})
export type DownloadPage = z.infer<typeof downloadPage>
