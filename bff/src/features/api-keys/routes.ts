import { endpoints } from '@paydesk/shared/endpoints'
import { toAuditSubject } from '../../platform/audit/entry.ts'
import type { FieldCipher } from '../../platform/database/field-cipher.ts'
import { defineRoute } from '../../platform/http/route.ts'
import { maxApiCallsPerMinute, openApiPath } from './authenticate-api-key.ts'
import { type IssueApiKeyDeps, issueApiKey, loadApiKeys, markApiKeyRevoked } from './manage.ts'
import { type ApiKeyDeps, type ApiKeyRow, presentApiKey } from './rows.ts'

/** Adds the cipher that decrypts the names in `Value`. */
type WithCipher<Value> = Value & { readonly cipher: FieldCipher }

interface IssuedApiKey {
  readonly row: ApiKeyRow
  readonly key: string
  readonly stepUpAge: number
}

export const listApiKeysRoute = defineRoute(endpoints.listApiKeys, {
  permission: 'api_key.manage',
  audit: () => ({ action: 'api_keys.listed' }),
  async handle(call, deps: ApiKeyDeps): Promise<WithCipher<{ rows: readonly ApiKeyRow[] }>> {
    return { rows: await loadApiKeys(call, deps), cipher: deps.cipher }
  },
  present: ({ rows, cipher }, { actor, scope }) => ({
    apiKeys: rows.map((row) => presentApiKey(row, actor, cipher, Date.now())),
    merchants: [...scope.merchants],
    perMinute: maxApiCallsPerMinute,
    document: openApiPath,
  }),
})

export const createApiKeyRoute = defineRoute(endpoints.createApiKey, {
  permission: 'api_key.manage',
  audit: (_call, made: WithCipher<IssuedApiKey> | undefined) => ({
    action: 'api_key.created',
    about: made ? { kind: 'api_key', id: made.row.id, merchant: made.row.merchant } : null,
    purpose: { field: null, code: null, caseRef: null, stepUpAge: made?.stepUpAge ?? null },
  }),
  async handle(call, deps: IssueApiKeyDeps): Promise<WithCipher<IssuedApiKey>> {
    return { ...(await issueApiKey(call.body, call, deps)), cipher: deps.cipher }
  },
  present: ({ row, key, cipher }, { actor }) => ({
    apiKey: presentApiKey(row, actor, cipher, Date.now()),
    key,
  }),
})

interface RevokeResult {
  readonly answer: 'done' | 'before'
  readonly row: ApiKeyRow
  readonly merchant: string
}

export const revokeApiKeyRoute = defineRoute(endpoints.revokeApiKey, {
  permission: 'api_key.manage',
  audit: ({ params }, revoked: WithCipher<RevokeResult> | undefined) => ({
    action: 'api_key.revoked',
    about: toAuditSubject('api_key', params.apiKey, revoked),
  }),
  async handle(call, deps: ApiKeyDeps): Promise<WithCipher<RevokeResult>> {
    return { ...(await markApiKeyRevoked(call.params.apiKey, call, deps)), cipher: deps.cipher }
  },
  present: ({ answer, row, cipher }, { actor }) => ({
    answer,
    apiKey: presentApiKey(row, actor, cipher, Date.now()),
  }),
})
