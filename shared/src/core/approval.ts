import { z } from 'zod'
import { colleagueSchema } from './colleague.ts'
import { maskedValueSchema } from './masked-value.ts'

/** Answer of an approver. A refusal requires a comment. */
export const approvalInputSchema = z
  .strictObject({ answer: z.enum(['confirm', 'refuse']), text: z.string().trim().min(3).max(500).optional() })
  .refine(({ answer, text }) => answer === 'confirm' || text !== undefined, {
    path: ['text'],
    message: 'words',
  })
export type ApprovalInput = z.infer<typeof approvalInputSchema>

/** Answer of an approver, as shown to the person who asked; the time is ISO 8601 UTC. */
export const approvalAnswerSchema = z.strictObject({
  answer: z.enum(['confirm', 'refuse']),
  text: maskedValueSchema,
  by: colleagueSchema,
  at: z.iso.datetime(),
})

/**
 * Part of a request that one person makes and another person answers, as shown to both. Times are ISO 8601 UTC.
 * `until`: end of the time for the answer. `downloadUntil`: end of the time for the download; null before an approval.
 */
export const approvalRequestSchema = z.strictObject({
  by: colleagueSchema,
  at: z.iso.datetime(),
  until: z.iso.datetime(),
  answer: approvalAnswerSchema.nullable(),
  downloadUntil: z.iso.datetime().nullable(),
  mayAnswer: z.boolean(),
  mayDownload: z.boolean(),
})
export type ApprovalRequest = z.infer<typeof approvalRequestSchema>

/** Outcome of making a request: it waits for an answer, or one about the same is open already, which stays. */
export const requestOutcomeSchema = z.enum(['asked', 'open_already'])
export type RequestOutcome = z.infer<typeof requestOutcomeSchema>

/** Outcome of answering a request: recorded, or a colleague or the end of its time was first and nothing changed. */
export const answerOutcomeSchema = z.enum(['done', 'too_late'])
export type AnswerOutcome = z.infer<typeof answerOutcomeSchema>
