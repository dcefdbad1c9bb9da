import { z } from 'zod'
import { defineEndpoint } from '../core/endpoint.ts'
import { environmentNameSchema, transactionIdSchema } from '../core/ids.ts'

/** Most rows that one message names. */
export const maxWarmRows = 4

export const warmReadEndpoints = {
  /**
   * Names rows in sight that the person may open next. The answer is 204 without a body, the same for every row,
   * so that the browser learns nothing.
   */
  warmTransactions: defineEndpoint({
    method: 'POST',
    path: '/api/:env/warm-reads',
    params: z.strictObject({ env: environmentNameSchema }),
    query: z.strictObject({}),
    body: z.strictObject({ transactions: z.array(transactionIdSchema).min(1).max(maxWarmRows) }),
    response: z.literal(null),
  }),
} as const
