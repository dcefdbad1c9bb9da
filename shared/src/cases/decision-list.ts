import { z } from 'zod'
import { decisionFollowUp, decisionView } from './decision.ts'

/** Filter of the decisions, newest first. `second`: decisions that this user may approve. */
export const decisionQuery = z.strictObject({
  show: z.enum(['second', 'mine', 'open', 'all']).optional(),
  followUp: decisionFollowUp.optional(),
  after: z.string().max(400).optional(),
})
export const decisionList = z.strictObject({
  decisions: z.array(decisionView),
  next: z.string().nullable(),
  count: z.int().min(0),
  more: z.boolean(),
})
export type DecisionList = z.infer<typeof decisionList>
