import { z } from 'zod'
import { colleague } from '../core/colleague.ts'
import { defineEndpoint } from '../core/endpoint.ts'
import { environmentName, merchantId } from '../core/ids.ts'

export const apiKeyId = z
  .string()
  .regex(/^s_[0-9a-z]{20}$/)
  .brand<'SystemId'>()
export type ApiKeyId = z.infer<typeof apiKeyId>

export const apiKeyPermission = z.enum(['payments:create', 'payments:read'])
export type ApiKeyPermission = z.infer<typeof apiKeyPermission>

/** Name of the merchant's system, such as `Web shop`. Chosen by staff, never by customers. */
export const apiKeyLabel = z.string().trim().min(2).max(60)

/** API key for one system of one merchant in one environment. */
export const apiKeyInput = z.strictObject({
  label: apiKeyLabel,
  merchant: merchantId,
  permissions: z.array(apiKeyPermission).min(1).max(2),
  /** Days until the key expires. */
  days: z.int().min(1).max(730),
})
export type ApiKeyInput = z.infer<typeof apiKeyInput>

/** API key without the secret, which no list contains. Times are ISO 8601 UTC. */
export const apiKeyView = z.strictObject({
  apiKey: apiKeyId,
  label: z.string(),
  merchant: merchantId,
  permissions: z.array(apiKeyPermission),
  /** First letters of the key, to tell keys apart. */
  prefix: z.string(),
  by: colleague,
  createdAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
  lastUsedAt: z.iso.datetime().nullable(),
  revocation: z.strictObject({ by: colleague, at: z.iso.datetime() }).nullable(),
  state: z.enum(['active', 'ended', 'revoked']),
})
export type ApiKeyView = z.infer<typeof apiKeyView>

export const apiKeyList = z.strictObject({
  apiKeys: z.array(apiKeyView),
  merchants: z.array(merchantId),
  /** Rate limit: requests per minute and key. */
  perMinute: z.int().min(1),
  /** Address of the interface document. */
  document: z.string(),
})
export type ApiKeyList = z.infer<typeof apiKeyList>

/** Key in clear text, returned only once. */
export const createApiKeyResponse = z.strictObject({ apiKey: apiKeyView, key: z.string() })
export type CreateApiKeyResponse = z.infer<typeof createApiKeyResponse>

/** Result of revoking. `done`: the key no longer works. `before`: the key had already been revoked. */
export const revokeApiKeyResponse = z.strictObject({ answer: z.enum(['done', 'before']), apiKey: apiKeyView })

const none = z.strictObject({})
const inEnvironment = z.strictObject({ env: environmentName })

/** Endpoints for API keys, with which the merchant's own systems create and read payments. */
export const apiKeyEndpoints = {
  listApiKeys: defineEndpoint({
    method: 'GET',
    path: '/api/:env/api-keys',
    params: inEnvironment,
    query: none,
    body: none,
    response: apiKeyList,
  }),
  /** Creates an API key. Requires a recent re-authentication. */
  createApiKey: defineEndpoint({
    method: 'POST',
    path: '/api/:env/api-keys',
    params: inEnvironment,
    query: none,
    body: apiKeyInput,
    response: createApiKeyResponse,
  }),
  revokeApiKey: defineEndpoint({
    method: 'POST',
    path: '/api/:env/api-keys/:apiKey/revoke',
    params: z.strictObject({ env: environmentName, apiKey: apiKeyId }),
    query: none,
    body: none,
    response: revokeApiKeyResponse,
  }),
} as const
