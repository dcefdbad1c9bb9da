import type { ApiKeyPermission } from '@paydesk/shared/administration/api-keys'
import type { EnvironmentName, MerchantId } from '@paydesk/shared/core/ids'
import { merchantIdSchema } from '@paydesk/shared/core/ids'
import type { ProblemId } from '@paydesk/shared/core/problem'
import type { Request, Response } from 'express'
import type { AuditLog } from '../../platform/audit/audit-log.ts'
import type { AuditEntry, AuditEvent } from '../../platform/audit/entry.ts'
import { readSourceAddress } from '../../platform/http/origin.ts'
import { createRateLimiter } from '../../platform/http/rate-limiter.ts'
import type { ReverseProxyWatcher } from '../../platform/http/reverse-proxy-watcher.ts'
import { ProblemError } from '../../platform/problem/problem.ts'
import type { Logger } from '../../platform/runtime/log.ts'
import { findApiKey, recordApiKeyUse } from './keys.ts'
import { type ApiKeyDeps, type ApiKeyRow, deriveApiKeyState, parseApiKeyPermissions } from './rows.ts'

/** Rate limit of calls per API key and instance. */
export const maxApiCallsPerMinute = 60
/** Path of the merchant API's OpenAPI document. */
export const openApiPath = '/v1/openapi.json'
/** Path at which the merchant API tells its version. */
export const merchantApiVersionPath = '/v1'
/** Rate limit of wrong keys per source address; above the limit the answer is `too_many_requests`. */
const maxWrongKeysPerMinute = 30
/**
 * Rate limit of audit entries for rejected keys, over all callers, so
 * that strangers cannot fill the audit log.
 */
const maxRefusalEntriesPerMinute = 6

export interface ApiKeyAuthenticatorDeps extends ApiKeyDeps {
  readonly audit: AuditLog
  readonly log: Logger
  readonly proxy: Pick<ReverseProxyWatcher, 'limitKey'>
  readonly config: {
    readonly environments: readonly {
      readonly name: EnvironmentName
      readonly merchantIds: readonly MerchantId[]
    }[]
  }
}

/** Caller authenticated by an API key, bound to one merchant of one environment. */
export interface AuthenticatedApiKey {
  readonly id: string
  readonly label: string
  readonly environment: EnvironmentName
  readonly merchant: MerchantId
}

/** Origin of an audit entry. Nobody is signed in; `system` is the API key, null if the key is unknown. */
interface ApiCallOrigin {
  readonly system: Pick<ApiKeyRow, 'id' | 'environment' | 'merchant'> | null
  readonly request: Request
  readonly response: Response
}

export interface ApiKeyAuthenticator {
  /**
   * Returns the API key of the call; `scope` null takes every active key. Throws `key_refused`, `key_scope` or `too_many_requests`. Rejections are
   * audited at a limited rate, so that strangers cannot fill the audit log.
   */
  authenticate(
    request: Request,
    response: Response,
    scope: ApiKeyPermission | null,
  ): Promise<AuthenticatedApiKey>
  /** Commits the audit entries of an API call before its response. Throws `record_unavailable`. */
  writeAudit(
    auditEvents: readonly AuditEvent[],
    callOrigin: ApiCallOrigin,
    problem: ProblemId | null,
  ): Promise<void>
}

function buildAuditEntry(
  auditEvent: AuditEvent,
  { system, request, response }: ApiCallOrigin,
  problem: ProblemId | null,
): AuditEntry {
  return {
    action: auditEvent.action,
    about: 'about' in auditEvent ? auditEvent.about : null,
    result: problem === null ? 'allowed' : auditEvent.action === 'access.refused' ? 'refused' : 'failed',
    reason: problem,
    actor: null,
    environment: system?.environment ?? null,
    sourceAddress: readSourceAddress(request),
    reference: response.locals.reference,
    ...('purpose' in auditEvent && { purpose: auditEvent.purpose }),
  }
}

const bearerPattern = /^Bearer +([\x21-\x7e]{1,200})$/i

/**
 * Authenticates the merchant's systems by API key (one environment, one merchant), without a browser session.
 */
export function createApiKeyAuthenticator(deps: ApiKeyAuthenticatorDeps): ApiKeyAuthenticator {
  const calls = createRateLimiter(maxApiCallsPerMinute)
  const wrong = createRateLimiter(maxWrongKeysPerMinute)
  const refusals = createRateLimiter(maxRefusalEntriesPerMinute)
  /** Limits the audit entries for an exceeded rate limit to one per key and minute. */
  const tooMany = createRateLimiter(1)

  async function record(
    auditEvents: readonly AuditEvent[],
    callOrigin: ApiCallOrigin,
    problem: ProblemId | null,
  ): Promise<void> {
    try {
      await Promise.all(
        auditEvents.map((auditEvent) => deps.audit.append(buildAuditEntry(auditEvent, callOrigin, problem))),
      )
    } catch (error) {
      deps.log.error(
        { err: error, reference: callOrigin.response.locals.reference },
        'audit entry not written',
      )
      throw new ProblemError('record_unavailable', { retryAfter: 5 })
    }
  }

  function refusal(callOrigin: ApiCallOrigin, problem: ProblemId): Promise<void> {
    const { system } = callOrigin
    const about = system && ({ kind: 'api_key', id: system.id, merchant: system.merchant } as const)
    return record([{ action: 'access.refused', about }], callOrigin, problem)
  }

  /** Rejects a key with the same answer for every reason, so that the sender learns nothing about the key. */
  async function refuse(callOrigin: ApiCallOrigin): Promise<never> {
    callOrigin.response.setHeader('www-authenticate', 'Bearer')
    if (refusals.take('all')) await refusal(callOrigin, 'key_refused')
    const key = deps.proxy.limitKey(callOrigin.request)
    if (key !== null && !wrong.take(key)) throw new ProblemError('too_many_requests', { retryAfter: 60 })
    throw new ProblemError('key_refused')
  }

  /** Returns null if the merchant has been removed from the configuration since the key was issued. */
  function placeOf(row: ApiKeyRow): Pick<AuthenticatedApiKey, 'environment' | 'merchant'> | null {
    const environment = deps.config.environments.find(({ name }) => name === row.environment)
    const merchant = merchantIdSchema.parse(row.merchant)
    return environment?.merchantIds.includes(merchant) ? { environment: environment.name, merchant } : null
  }

  return {
    writeAudit: record,
    async authenticate(request, response, scope) {
      const [, key = ''] = bearerPattern.exec(request.get('authorization') ?? '') ?? []
      const row = await findApiKey(key, deps)
      const callOrigin = { system: row, request, response }
      const now = Date.now()
      const place = row === null || deriveApiKeyState(row, now) !== 'active' ? null : placeOf(row)
      if (row === null || place === null) return refuse(callOrigin)
      if (!calls.take(row.id)) {
        if (tooMany.take(row.id)) await refusal(callOrigin, 'too_many_requests')
        throw new ProblemError('too_many_requests', { retryAfter: 60 })
      }
      if (scope !== null && !parseApiKeyPermissions(row).includes(scope)) {
        await refusal(callOrigin, 'key_scope')
        throw new ProblemError('key_scope')
      }
      await recordApiKeyUse(row, key, deps, now)
      return { id: row.id, label: row.label, ...place }
    },
  }
}
