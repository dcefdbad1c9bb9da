import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { environmentName, identityHandle } from '../core/ids.ts'
import { identityChecks } from './identity-checks.ts'

/** What is compared and kept of an identity beside its record. */
export const identityEndpoints = {
  checkIdentity: endpoint({
    method: 'GET',
    path: '/api/:env/identities/:identity/checks',
    params: z.strictObject({ env: environmentName, identity: identityHandle }),
    query: z.strictObject({}),
    body: z.strictObject({}),
    response: identityChecks,
  }),
} as const
