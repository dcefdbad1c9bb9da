import { isJsonObject, parseJson } from '../parsing/json.ts'
import type { JsonLimits } from '../parsing/limits.ts'
import type { UpstreamProblemId } from './outcome.ts'

/** Fault of one attempt, in fixed words: nothing of the body or of a library's message. */
export type UpstreamFault = {
  readonly kind: 'fault'
  readonly problem: UpstreamProblemId
  readonly cause: string
  /**
   * Retry class. `free`: a kept-alive socket was closed before its reuse, which says nothing about the
   * payment service.
   */
  readonly retry: 'never' | 'budgeted' | 'free'
  /** Set only for status 429, with the requested wait in ms, or null if that was not readable. */
  readonly throttled?: { readonly ms: number | null }
  /** Milliseconds after which another call makes sense. */
  readonly waitMs?: number
  readonly upstreamCode?: string
}

/**
 * Answer by status 404: the payment service does not know the record. `isForeign`: the body is none that the payment
 * service writes (service-facts, Errors), so perhaps something else answered.
 */
export type NotFoundAnswer = { readonly kind: 'not_found'; readonly isForeign?: true }

const retriedStatuses = new Set([500, 502, 503, 504])

/** Creates a fault that is not retried. `cause` is a fixed word, never a text of the payment service. */
export function createUpstreamFault(problem: UpstreamProblemId, cause: string): UpstreamFault {
  return { kind: 'fault', problem, cause, retry: 'never' }
}

/**
 * Tells if an answer counts against the payment service: timeout, transport fault or 5xx. Refusals do not
 * count.
 */
export function isCircuitBreakerFailure(answer: { readonly kind: string }): boolean {
  if (!('problem' in answer)) return false
  return answer.problem === 'upstream_timeout' || answer.problem === 'upstream_unreachable'
}

/** Classifies a status of 400 or more (interface, Errors; service-facts, Errors and limits). */
export function classifyHttpStatus(
  status: number,
  body: Uint8Array | null,
  retryAfterMs: number | null,
  limits: JsonLimits,
): UpstreamFault | NotFoundAnswer {
  if (status === 404)
    return isErrorBody(body, limits) ? { kind: 'not_found' } : { kind: 'not_found', isForeign: true }
  const cause = `http_${status}`
  if (status === 401 || status === 403) return createUpstreamFault('upstream_auth', cause)
  if (status === 429)
    return { ...createUpstreamFault('upstream_busy', cause), throttled: { ms: retryAfterMs } }
  if (status < 500) {
    const upstreamCode = readCode(body, limits)
    return {
      ...createUpstreamFault('upstream_refused', cause),
      ...(upstreamCode === null ? {} : { upstreamCode }),
    }
  }
  if (status > 599) return createUpstreamFault('upstream_bad_response', 'http_status')
  // Do not retry within the call: the Retry-After of the payment service says when the next attempt may go.
  if (retryAfterMs !== null)
    return { ...createUpstreamFault('upstream_unreachable', cause), waitMs: retryAfterMs }
  const retry = retriedStatuses.has(status) ? 'budgeted' : 'never'
  return { ...createUpstreamFault('upstream_unreachable', cause), retry }
}

/** True for both forms of an error body: `{code, message, details}` and `{error: […]}`. */
function isErrorBody(body: Uint8Array | null, limits: JsonLimits): boolean {
  if (body === null) return false
  const parsed = parseJson(body, limits)
  if (!parsed.ok || !isJsonObject(parsed.value)) return false
  return typeof parsed.value.code === 'string' || Array.isArray(parsed.value.error)
}

function readCode(body: Uint8Array | null, limits: JsonLimits): string | null {
  if (body === null) return null
  const parsed = parseJson(body, limits)
  if (!parsed.ok || !isJsonObject(parsed.value)) return null
  const code = parsed.value.code
  return typeof code === 'string' && /^\w{1,64}$/.test(code) ? code : null
}

const connectCauses: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'connect_refused',
  ENOTFOUND: 'dns',
  EAI_AGAIN: 'dns',
  EAI_FAIL: 'dns',
  EHOSTUNREACH: 'connect_no_route',
  ENETUNREACH: 'connect_no_route',
  ETIMEDOUT: 'connect_timeout',
  UND_ERR_CONNECT_TIMEOUT: 'connect_timeout',
}
const resetCodes = new Set(['ECONNRESET', 'EPIPE', 'ECONNABORTED', 'UND_ERR_SOCKET'])
const earlyEndCodes = new Set(['UND_ERR_SOCKET', 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH'])
const closedCodes = new Set(['UND_ERR_DESTROYED', 'UND_ERR_CLOSED'])

/**
 * Classifies an error of the HTTP library by its code alone. `started`: the status line had arrived.
 * `reused`: the socket was older than the attempt.
 */
export function classifyHttpError(
  error: unknown,
  seen: { started: boolean; reused: boolean },
): UpstreamFault {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  const connect = connectCauses[code]
  if (connect !== undefined)
    return { ...createUpstreamFault('upstream_unreachable', connect), retry: 'budgeted' }
  if (closedCodes.has(code)) return createUpstreamFault('upstream_unreachable', 'closed')
  // Tell an orderly close in the middle of a body (a bad body) from a reset (a broken connection).
  if (seen.started && earlyEndCodes.has(code)) return createUpstreamFault('upstream_bad_response', 'body_cut')
  if (resetCodes.has(code)) {
    const retry = seen.reused && !seen.started ? 'free' : 'budgeted'
    return { ...createUpstreamFault('upstream_unreachable', 'reset'), retry }
  }
  const malformed = error instanceof Error && error.name === 'HTTPParserError'
  if (malformed || /^(?:HPE_|UND_ERR_)/.test(code))
    return createUpstreamFault('upstream_bad_response', 'http_malformed')
  if (/CERT|TLS|SSL|SELF_SIGNED|^UNABLE_TO_VERIFY|^EPROTO$/.test(code))
    return createUpstreamFault('upstream_unreachable', 'tls')
  return createUpstreamFault('upstream_unreachable', 'transport')
}
