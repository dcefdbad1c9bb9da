import { z } from 'zod'
import { transactionIdSchema } from '../core/ids.ts'
import { problemIdSchema } from '../core/problem.ts'
import { compoundStateSchema, stateValueSchema } from '../core/state.ts'
import {
  decisionCommentSchema,
  decisionSummarySchema,
  decisionTicketSchema,
  decisionVerdictSchema,
  reasonCodeSchema,
} from './decisions.ts'
import { caseClaimSchema } from './review-cases.ts'

/** Maximum number of cases in a bulk decision. */
export const maxBulkCases = 25

/** Case as its row showed it: `state` and `compound` are the `raw` values of the row, null if it had none. */
const bulkDecisionCaseSchema = z.strictObject({
  transaction: transactionIdSchema,
  state: z.string().max(64),
  compound: z.string().max(100).nullable(),
})

export const bulkDecisionRequestSchema = z.strictObject({
  cases: z
    .array(bulkDecisionCaseSchema)
    .min(1)
    .max(maxBulkCases)
    .refine((items) => new Set(items.map(({ transaction }) => transaction)).size === items.length, {
      message: 'each transaction once',
    }),
  verdict: decisionVerdictSchema,
  reason: reasonCodeSchema,
  text: decisionCommentSchema,
  ticket: decisionTicketSchema.optional(),
})
export type BulkDecisionRequest = z.infer<typeof bulkDecisionRequestSchema>

const of = { transaction: transactionIdSchema }

/**
 * Result for one case. `made`: decided, and waiting for approval. `held`: claimed by a colleague. `decided`:
 * a decision exists already. `moved`: the payment service no longer gives the state shown in the row. `gone`:
 * the case is not in review, or is outside the user's scope. `failed`: stopped by that problem. `not_tried`:
 * the time limit passed first; the case can be sent again.
 */
export const bulkDecisionResultSchema = z.discriminatedUnion('answer', [
  z.strictObject({ ...of, answer: z.literal('made'), decision: decisionSummarySchema }),
  z.strictObject({ ...of, answer: z.literal('held'), claim: caseClaimSchema.nullable() }),
  z.strictObject({ ...of, answer: z.literal('decided'), decision: decisionSummarySchema }),
  z.strictObject({
    ...of,
    answer: z.literal('moved'),
    state: stateValueSchema,
    compound: compoundStateSchema.nullable(),
  }),
  z.strictObject({ ...of, answer: z.literal('gone') }),
  z.strictObject({ ...of, answer: z.literal('failed'), problem: problemIdSchema }),
  z.strictObject({ ...of, answer: z.literal('not_tried') }),
])
export type BulkDecisionResult = z.infer<typeof bulkDecisionResultSchema>

/** Results in the order of the request. */
export const bulkDecisionResponseSchema = z.strictObject({
  results: z.array(bulkDecisionResultSchema).max(maxBulkCases),
})
