import { z } from 'zod'
import { colleagueSchema } from '../core/colleague.ts'
import { defineEndpoint } from '../core/endpoint.ts'
import { environmentNameSchema, merchantIdSchema } from '../core/ids.ts'

export const apiKeyIdSchema = z
  .string()
  .regex(/^s_[0-9a-z]{20}$/)
  .brand<'ApiKeyId'>()
export type ApiKeyId = z.infer<typeof apiKeyIdSchema>

export const apiKeyPermissionSchema = z.enum(['payments:create', 'payments:read'])
export type ApiKeyPermission = z.infer<typeof apiKeyPermissionSchema>

/** Name of the merchant's system, such as `Web shop`. Chosen by staff, never by customers. */
export const apiKeyLabelSchema = z.string().trim().min(2).max(60)

/** API key for one system of one merchant in one environment. */
export const apiKeyInputSchema = z.strictObject({
  label: apiKeyLabelSchema,
  merchant: merchantIdSchema,
  permissions: z.array(apiKeyPermissionSchema).min(1).max(2),
  /** Days until the key expires. */
  days: z.int().min(1).max(730),
})
export type ApiKeyInput = z.infer<typeof apiKeyInputSchema>

/** API key without the secret, which no list contains. Times are ISO 8601 UTC. */
export const apiKeyViewSchema = z.strictObject({
  apiKey: apiKeyIdSchema,
  label: z.string(),
  merchant: merchantIdSchema,
  permissions: z.array(apiKeyPermissionSchema),
  /** First letters of the key, to tell keys apart. */
  prefix: z.string(),
  by: colleagueSchema,
  createdAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
  lastUsedAt: z.iso.datetime().nullable(),
  revocation: z.strictObject({ by: colleagueSchema, at: z.iso.datetime() }).nullable(),
  state: z.enum(['active', 'ended', 'revoked']),
})
export type ApiKeyView = z.infer<typeof apiKeyViewSchema>

export const apiKeyListSchema = z.strictObject({
  apiKeys: z.array(apiKeyViewSchema),
  merchants: z.array(merchantIdSchema),
  /** Rate limit: requests per minute and key. */
  perMinute: z.int().min(1),
  /** Address of the interface document. */
  document: z.string(),
})
export type ApiKeyList = z.infer<typeof apiKeyListSchema>

/** Key in clear text, returned only once. */
export const createApiKeyResponseSchema = z.strictObject({ apiKey: apiKeyViewSchema, key: z.string() })
export type CreateApiKeyResponse = z.infer<typeof createApiKeyResponseSchema>

/** Result of revoking. `done`: the key no longer works. `before`: the key had already been revoked. */
export const revokeApiKeyResponseSchema = z.strictObject({
  answer: z.enum(['done', 'before']),
  apiKey: apiKeyViewSchema,
})

const noneSchema = z.strictObject({})
const inEnvironmentSchema = z.strictObject({ env: environmentNameSchema })

/** Endpoints for API keys, with which the merchant's own systems create and read payments. */
export const apiKeyEndpoints = {
  listApiKeys: defineEndpoint({
    method: 'GET',
    path: '/api/:env/api-keys',
    params: inEnvironmentSchema,
    query: noneSchema,
    body: noneSchema,
    response: apiKeyListSchema,
  }),
  /** Creates an API key. Requires a recent re-authentication. */
  createApiKey: defineEndpoint({
    method: 'POST',
    path: '/api/:env/api-keys',
    params: inEnvironmentSchema,
    query: noneSchema,
    body: apiKeyInputSchema,
    response: createApiKeyResponseSchema,
  }),
  revokeApiKey: defineEndpoint({
    method: 'POST',
    path: '/api/:env/api-keys/:apiKey/revoke',
    params: z.strictObject({ env: environmentNameSchema, apiKey: apiKeyIdSchema }),
    query: noneSchema,
    body: noneSchema,
    response: revokeApiKeyResponseSchema,
  }),
} as const
