import { z } from 'zod'
import { colleague } from './colleague.ts'
import { maskedValue } from './masked-value.ts'

/** Answer of an approver. A refusal requires a comment. */
export const approvalInput = z
  .strictObject({ answer: z.enum(['confirm', 'refuse']), text: z.string().trim().min(3).max(500).optional() })
  .refine(({ answer, text }) => answer === 'confirm' || text !== undefined, {
    path: ['text'],
    message: 'words',
  })
export type ApprovalInput = z.infer<typeof approvalInput>

/** Answer of an approver, as shown to the person who asked; the time is ISO 8601 UTC. */
export const approvalAnswer = z.strictObject({
  answer: z.enum(['confirm', 'refuse']),
  text: maskedValue,
  by: colleague,
  at: z.iso.datetime(),
})

/**
 * Part of a request that one person makes and another person answers, as shown to both. Times are ISO 8601 UTC.
 * `until`: end of the time for the answer. `downloadUntil`: end of the time for the download; null before an approval.
 */
export const approvalRequest = z.strictObject({
  by: colleague,
  at: z.iso.datetime(),
  until: z.iso.datetime(),
  answer: approvalAnswer.nullable(),
  downloadUntil: z.iso.datetime().nullable(),
  mayAnswer: z.boolean(),
  mayDownload: z.boolean(),
})
export type ApprovalRequest = z.infer<typeof approvalRequest>
