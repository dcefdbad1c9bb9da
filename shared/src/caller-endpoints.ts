import { z } from 'zod'
import { callerCheckAnswer, callerCheckRequest } from './caller.ts'
import { endpoint } from './endpoint.ts'
import { customerHandle, environmentName } from './ids.ts'

/** Verifying a caller without seeing what is compared. */
export const callerEndpoints = {
  checkCaller: endpoint({
    method: 'POST',
    path: '/api/:env/customers/:customer/caller-checks',
    params: z.strictObject({ env: environmentName, customer: customerHandle }),
    query: z.strictObject({}),
    body: callerCheckRequest,
    response: callerCheckAnswer,
  }),
} as const
