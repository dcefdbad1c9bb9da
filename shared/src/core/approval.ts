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
