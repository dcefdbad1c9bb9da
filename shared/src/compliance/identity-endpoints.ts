import { z } from 'zod'
import { defineEndpoint } from '../core/endpoint.ts'
import { environmentName, identityHandle } from '../core/ids.ts'
import { identityCheckReport } from './identity-checks.ts'

/** Endpoint for the checks of an identity, made and stored beside its record. */
export const identityEndpoints = {
  checkIdentity: defineEndpoint({
    method: 'GET',
    path: '/api/:env/identities/:identity/checks',
    params: z.strictObject({ env: environmentName, identity: identityHandle }),
    query: z.strictObject({}),
    body: z.strictObject({}),
    response: identityCheckReport,
  }),
} as const
