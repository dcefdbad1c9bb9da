import { z } from 'zod'
import { transactionId } from '../core/ids.ts'
import { problemId } from '../core/problem.ts'
import { compoundState, stateValue } from '../core/state.ts'
import { decisionMark, decisionText, reasonCode, ticket, verdict } from './decision.ts'
import { claim } from './review.ts'

/** Items that can be decided together. */
export const bulkMost = 25

/** An item as its row showed it: `state` and `compound` are the row's `raw`, null where it had none. */
const bulkItem = z.strictObject({
  transaction: transactionId,
  state: z.string().max(64),
  compound: z.string().max(100).nullable(),
})

export const bulkRequest = z.strictObject({
  items: z
    .array(bulkItem)
    .min(1)
    .max(bulkMost)
    .refine((items) => new Set(items.map(({ transaction }) => transaction)).size === items.length, {
      message: 'each transaction once',
    }),
  verdict,
  reason: reasonCode,
  text: decisionText,
  ticket: ticket.optional(),
})
export type BulkRequest = z.infer<typeof bulkRequest>

const of = { transaction: transactionId }

/**
 * What became of one item. `made`: decided, and it waits for a second person. `held`: a colleague has it.
 * `decided`: there is a decision already. `moved`: the service says something else than the row said.
 * `gone`: it is not in review, or not theirs to see. `failed`: for the reason of that problem.
 * `not_tried`: the time was up before; it can be sent again.
 */
export const bulkResult = z.discriminatedUnion('answer', [
  z.strictObject({ ...of, answer: z.literal('made'), decision: decisionMark }),
  z.strictObject({ ...of, answer: z.literal('held'), owner: claim.nullable() }),
  z.strictObject({ ...of, answer: z.literal('decided'), decision: decisionMark }),
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
export type BulkResult = z.infer<typeof bulkResult>

/** In the order in which they were sent. */
export const bulkAnswer = z.strictObject({ results: z.array(bulkResult).max(bulkMost) })
