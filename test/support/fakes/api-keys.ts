import {
  type ApiKeyList,
  type ApiKeyView,
  apiKeyIdSchema,
  type CreateApiKeyResponse,
} from '@paydesk/shared/administration/api-keys'
import { merchantIdSchema } from '@paydesk/shared/core/ids'
import { hoursFromNow } from './values.ts'

export const buildApiKeyId = (n: number) => apiKeyIdSchema.parse(`s_${String(n).padStart(20, '0')}`)

const [demo, outlet] = [merchantIdSchema.parse('demo-merchant'), merchantIdSchema.parse('demo-outlet')]

export function buildApiKeyView(n: number, change: Partial<ApiKeyView> = {}): ApiKeyView {
  return {
    apiKey: buildApiKeyId(n),
    label: `Web shop ${n}`,
    merchant: demo,
    permissions: ['payments:create', 'payments:read'],
    prefix: `pdk_s_AbC${n}`,
    by: { name: 'Ada Moreau', me: true },
    createdAt: hoursFromNow(-24 * n),
    expiresAt: hoursFromNow(24 * 300),
    lastUsedAt: hoursFromNow(-1),
    revocation: null,
    state: 'active',
    ...change,
  }
}

/** API keys in every state, newest first. */
export function buildApiKeyList(change: Partial<ApiKeyList> = {}): ApiKeyList {
  return {
    apiKeys: [
      buildApiKeyView(1),
      buildApiKeyView(2, {
        lastUsedAt: null,
        permissions: ['payments:read'],
        by: { name: 'Olu Adeyemi', me: false },
      }),
      buildApiKeyView(3, { state: 'ended', expiresAt: hoursFromNow(-2) }),
      buildApiKeyView(4, {
        state: 'revoked',
        revocation: { by: { name: 'Olu Adeyemi', me: false }, at: hoursFromNow(-3) },
      }),
    ],
    merchants: [demo, outlet],
    perMinute: 60,
    document: '/v1/openapi.json',
    ...change,
  }
}

export const someApiKey = 'pdk_s_AbC5efghijklmnopqrstuvwxyzABCDEFGHIJKLMN'

export function buildCreateApiKeyResponse(change: Partial<ApiKeyView> = {}): CreateApiKeyResponse {
  return { apiKey: buildApiKeyView(5, { lastUsedAt: null, ...change }), key: someApiKey }
}
