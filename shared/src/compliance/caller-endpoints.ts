import { z } from 'zod'
import { defineEndpoint } from '../core/endpoint.ts'
import { customerHandle, environmentName } from '../core/ids.ts'
import { verifyCallerRequest, verifyCallerResponse } from './caller.ts'

/** Endpoint for caller verification. The user does not see the value that is compared. */
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
