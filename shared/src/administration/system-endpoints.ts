import { z } from 'zod'
import { defineEndpoint } from '../core/endpoint.ts'
import { environmentName } from '../core/ids.ts'
import { apiKeyId, apiKeyInput, apiKeyList, createApiKeyResponse, revokeApiKeyResponse } from './system.ts'

const none = z.strictObject({})
const inEnvironment = z.strictObject({ env: environmentName })

/** Endpoints for API keys, with which the merchant's own systems create and read payments. */
export const apiKeyEndpoints = {
  listApiKeys: defineEndpoint({
    method: 'GET',
    path: '/api/:env/systems',
    params: inEnvironment,
    query: none,
    body: none,
    response: apiKeyList,
  }),
  /** Creates an API key. Requires a recent re-authentication. */
  createApiKey: defineEndpoint({
    method: 'POST',
    path: '/api/:env/systems',
    params: inEnvironment,
    query: none,
    body: apiKeyInput,
    response: createApiKeyResponse,
  }),
  revokeApiKey: defineEndpoint({
    method: 'POST',
    path: '/api/:env/systems/:system/revoke',
    params: z.strictObject({ env: environmentName, system: apiKeyId }),
    query: none,
    body: none,
    response: revokeApiKeyResponse,
  }),
} as const
