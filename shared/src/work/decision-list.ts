import { z } from 'zod'
import { decisionView, followUp } from './decision.ts'

/** Decisions, newest first; `second`: those that this person may answer. */
export const decisionQuery = z.strictObject({
  show: z.enum(['second', 'mine', 'open', 'all']).optional(),
  followUp: followUp.optional(),
  after: z.string().max(400).optional(),
})
export const decisionPage = z.strictObject({
  decisions: z.array(decisionView),
  next: z.string().nullable(),
  count: z.int().min(0),
  more: z.boolean(),
})
export type DecisionPage = z.infer<typeof decisionPage>
