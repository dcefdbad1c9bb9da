import { z } from 'zod'
import { transactionId } from '../core/ids.ts'
import { problemId } from '../core/problem.ts'
import { compoundState, stateValue } from '../core/state.ts'
import { decisionComment, decisionSummary, decisionTicket, reasonCode, verdict } from './decisions.ts'
import { caseClaim } from './review-cases.ts'

/** Maximum number of cases in a bulk decision. */
export const maxBulkCases = 25

/** Case as its row showed it: `state` and `compound` are the `raw` values of the row, null if it had none. */
const bulkDecisionCase = z.strictObject({
  transaction: transactionId,
  state: z.string().max(64),
  compound: z.string().max(100).nullable(),
})

export const bulkDecisionRequest = z.strictObject({
  cases: z
    .array(bulkDecisionCase)
    .min(1)
    .max(maxBulkCases)
    .refine((items) => new Set(items.map(({ transaction }) => transaction)).size === items.length, {
      message: 'each transaction once',
    }),
  verdict,
  reason: reasonCode,
  text: decisionComment,
  ticket: decisionTicket.optional(),
})
export type BulkDecisionRequest = z.infer<typeof bulkDecisionRequest>

const of = { transaction: transactionId }

/**
 * Result for one case. `made`: decided, and waiting for approval. `held`: claimed by a colleague. `decided`:
 * a decision exists already. `moved`: the payment service no longer gives the state shown in the row. `gone`:
 * the case is not in review, or is outside the user's scope. `failed`: stopped by that problem. `not_tried`:
 * the time limit passed first; the case can be sent again.
 */
export const bulkDecisionResult = z.discriminatedUnion('answer', [
  z.strictObject({ ...of, answer: z.literal('made'), decision: decisionSummary }),
  z.strictObject({ ...of, answer: z.literal('held'), claim: caseClaim.nullable() }),
  z.strictObject({ ...of, answer: z.literal('decided'), decision: decisionSummary }),
  z.strictObject({
    ...of,
    answer: z.literal('moved'),
    state: stateValue,
    compound: compoundState.nullable(),
  }),
  z.strictObject({ ...of, answer: z.literal('gone') }),
  z.strictObject({ ...of, answer: z.literal('failed'), problem: problemId }),
  z.strictObject({ ...of, answer: z.literal('not_tried') }),
])
export type BulkDecisionResult = z.infer<typeof bulkDecisionResult>

/** Results in the order of the request. */
export const bulkDecisionResponse = z.strictObject({ results: z.array(bulkDecisionResult).max(maxBulkCases) })
