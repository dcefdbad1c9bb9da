import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { customerHandle, environmentName } from '../core/ids.ts'
import { callerCheckAnswer, callerCheckRequest } from './caller.ts'

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
