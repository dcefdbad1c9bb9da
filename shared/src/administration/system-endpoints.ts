import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { environmentName } from '../core/ids.ts'
import { systemId, systemInput, systemList, systemMade, systemRevoked } from './system.ts'

const none = z.strictObject({})
const inEnvironment = z.strictObject({ env: environmentName })

/** Keys with which the merchant's own systems create and read payments. */
export const systemEndpoints = {
  listSystems: endpoint({
    method: 'GET',
    path: '/api/:env/systems',
    params: inEnvironment,
    query: none,
    body: none,
    response: systemList,
  }),
  /** Needs that the person has just proved anew who they are. */
  makeSystem: endpoint({
    method: 'POST',
    path: '/api/:env/systems',
    params: inEnvironment,
    query: none,
    body: systemInput,
    response: systemMade,
  }),
  revokeSystem: endpoint({
    method: 'POST',
    path: '/api/:env/systems/:system/revoke',
    params: z.strictObject({ env: environmentName, system: systemId }),
    query: none,
    body: none,
    response: systemRevoked,
  }),
} as const
