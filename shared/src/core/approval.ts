import { z } from 'zod'

/** Answer of an approver. A refusal requires a comment. */
export const approvalInput = z
  .strictObject({ answer: z.enum(['confirm', 'refuse']), text: z.string().trim().min(3).max(500).optional() })
  .refine(({ answer, text }) => answer === 'confirm' || text !== undefined, {
    path: ['text'],
    message: 'words',
  })
export type ApprovalInput = z.infer<typeof approvalInput>
