import { z } from 'zod'
import { defineEndpoint } from '../core/endpoint.ts'
import { customerHandle, environmentName } from '../core/ids.ts'
import { verifyCallerRequest, verifyCallerResponse } from './caller.ts'

/** Verifying a caller without seeing what is compared. */
export const callerVerificationEndpoints = {
  verifyCaller: defineEndpoint({
    method: 'POST',
    path: '/api/:env/customers/:customer/caller-checks',
    params: z.strictObject({ env: environmentName, customer: customerHandle }),
    query: z.strictObject({}),
    body: verifyCallerRequest,
    response: verifyCallerResponse,
  }),
} as const
