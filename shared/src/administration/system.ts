import { z } from 'zod'
import { colleague } from '../core/colleague.ts'
import { merchantId } from '../core/ids.ts'

export const apiKeyId = z
  .string()
  .regex(/^s_[0-9a-z]{20}$/)
  .brand<'SystemId'>()
export type ApiKeyId = z.infer<typeof apiKeyId>

/** What a key opens; nothing else. */
export const apiKeyPermission = z.enum(['payments:create', 'payments:read'])
export type ApiKeyPermission = z.infer<typeof apiKeyPermission>

/** A word for the system, such as `Web shop`: of staff, never of customers. */
export const apiKeyLabel = z.string().trim().min(2).max(60)

/** A key for one system of the merchant, of one environment and one merchant. */
export const apiKeyInput = z.strictObject({
  label: apiKeyLabel,
  merchant: merchantId,
  scopes: z.array(apiKeyPermission).min(1).max(2),
  /** Days until it ends by itself. */
  days: z.int().min(1).max(730),
})
export type ApiKeyInput = z.infer<typeof apiKeyInput>

/** Times are ISO 8601 UTC. The key itself is in no list. */
export const apiKeyView = z.strictObject({
  system: apiKeyId,
  label: z.string(),
  merchant: merchantId,
  scopes: z.array(apiKeyPermission),
  /** The first letters of the key, to tell keys apart. */
  begins: z.string(),
  by: colleague,
  madeAt: z.iso.datetime(),
  endsAt: z.iso.datetime(),
  usedAt: z.iso.datetime().nullable(),
  revoked: z.strictObject({ by: colleague, at: z.iso.datetime() }).nullable(),
  state: z.enum(['active', 'ended', 'revoked']),
})
export type ApiKeyView = z.infer<typeof apiKeyView>

export const apiKeyList = z.strictObject({
  systems: z.array(apiKeyView),
  merchants: z.array(merchantId),
  /** Requests that one key may make in a minute. */
  perMinute: z.int().min(1),
  /** Where the document of the interface is. */
  document: z.string(),
})
export type ApiKeyList = z.infer<typeof apiKeyList>

/** The key in clear, once. */
export const createApiKeyResponse = z.strictObject({ system: apiKeyView, key: z.string() })
export type CreateApiKeyResponse = z.infer<typeof createApiKeyResponse>

/** `done`: it opens nothing any more. `before`: somebody had revoked it. */
export const revokeApiKeyResponse = z.strictObject({ answer: z.enum(['done', 'before']), system: apiKeyView })
