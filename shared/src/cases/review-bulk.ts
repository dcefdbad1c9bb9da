import { z } from 'zod'
import { transactionId } from '../core/ids.ts'
import { problemId } from '../core/problem.ts'
import { compoundState, stateValue } from '../core/state.ts'
import { decisionComment, decisionSummary, decisionTicket, reasonCode, verdict } from './decision.ts'
import { caseClaim } from './review.ts'

/** Items that can be decided together. */
export const maxBulkCases = 25

/** An item as its row showed it: `state` and `compound` are the row's `raw`, null where it had none. */
const bulkDecisionCase = z.strictObject({
  transaction: transactionId,
  state: z.string().max(64),
  compound: z.string().max(100).nullable(),
})

export const bulkDecisionRequest = z.strictObject({
  items: z
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
 * What became of one item. `made`: decided, and it waits for a second person. `held`: a colleague has it.
 * `decided`: there is a decision already. `moved`: the service says something else than the row said.
 * `gone`: it is not in review, or not theirs to see. `failed`: for the reason of that problem.
 * `not_tried`: the time was up before; it can be sent again.
 */
export const bulkDecisionResult = z.discriminatedUnion('answer', [
  z.strictObject({ ...of, answer: z.literal('made'), decision: decisionSummary }),
  z.strictObject({ ...of, answer: z.literal('held'), owner: caseClaim.nullable() }),
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

/** In the order in which they were sent. */
export const bulkDecisionResponse = z.strictObject({ results: z.array(bulkDecisionResult).max(maxBulkCases) })
