import { z } from 'zod'
import { defineEndpoint } from '../core/endpoint.ts'
import { environmentNameSchema, transactionIdSchema } from '../core/ids.ts'

/** Most rows that one message names. */
export const maxRowsReadAhead = 4

export const readAheadEndpoints = {
  /**
   * Names rows in sight that the person may open next. The answer is 204 without a body, the same for every row,
   * so that the browser learns nothing.
   */
  readTransactionsAhead: defineEndpoint({
    method: 'POST',
    path: '/api/:env/read-ahead',
    params: z.strictObject({ env: environmentNameSchema }),
    query: z.strictObject({}),
    body: z.strictObject({ transactions: z.array(transactionIdSchema).min(1).max(maxRowsReadAhead) }),
    response: z.literal(null),
  }),
} as const
