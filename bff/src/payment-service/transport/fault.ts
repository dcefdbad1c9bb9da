import { isJsonObject, parseJson } from '../parsing/json.ts'
import type { JsonLimits } from '../parsing/limits.ts'
import type { UpstreamProblem } from './outcome.ts'

/** How one try went wrong, in fixed words: nothing of the body or of a library's message. */
export type UpstreamFault = {
  readonly kind: 'fault'
  readonly problem: UpstreamProblem
  readonly cause: string
  /** `free`: a kept-alive socket was closed before it was used, which says nothing about the service. */
  readonly retry: 'never' | 'budgeted' | 'free'
  /** Only where the service said 429, with what it asked for in ms, if that could be read. */
  readonly throttled?: { readonly ms: number | null }
  /** ms after which another call makes sense. */
  readonly waitMs?: number
  readonly upstreamCode?: string
}

export type NotFound = { readonly kind: 'not_found' }

const retriedStatuses = new Set([500, 502, 503, 504])

export function createFault(problem: UpstreamProblem, cause: string): UpstreamFault {
  return { kind: 'fault', problem, cause, retry: 'never' }
}

/** Transport, 5xx and time: what says that the service is unwell. Refusals do not. */
export function isServiceFailure(answer: { readonly kind: string }): boolean {
  if (!('problem' in answer)) return false
  return answer.problem === 'upstream_timeout' || answer.problem === 'upstream_unreachable'
}

/** A status from 400 on (interface, Errors; service-facts, Errors and limits). */
export function classifyHttpStatus(
  status: number,
  body: Uint8Array | null,
  retryAfterMs: number | null,
  limits: JsonLimits,
): UpstreamFault | NotFound {
  if (status === 404) return { kind: 'not_found' }
  const cause = `http_${status}`
  if (status === 401 || status === 403) return createFault('upstream_auth', cause)
  if (status === 429) return { ...createFault('upstream_busy', cause), throttled: { ms: retryAfterMs } }
  if (status < 500) {
    const upstreamCode = readCode(body, limits)
    return { ...createFault('upstream_refused', cause), ...(upstreamCode === null ? {} : { upstreamCode }) }
  }
  if (status > 599) return createFault('upstream_bad_response', 'http_status')
  // A service that says when to come back is not asked sooner.
  if (retryAfterMs !== null) return { ...createFault('upstream_unreachable', cause), waitMs: retryAfterMs }
  const retry = retriedStatuses.has(status) ? 'budgeted' : 'never'
  return { ...createFault('upstream_unreachable', cause), retry }
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
 * What the HTTP library threw, by its code alone. `started`: the status line had arrived.
 * `reused`: the socket was older than the try.
 */
export function classifyHttpError(
  error: unknown,
  seen: { started: boolean; reused: boolean },
): UpstreamFault {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  const connect = connectCauses[code]
  if (connect !== undefined) return { ...createFault('upstream_unreachable', connect), retry: 'budgeted' }
  if (closedCodes.has(code)) return createFault('upstream_unreachable', 'closed')
  // An end in good order in the middle of a body is a wrong body; a reset is a broken way.
  if (seen.started && earlyEndCodes.has(code)) return createFault('upstream_bad_response', 'body_cut')
  if (resetCodes.has(code)) {
    const retry = seen.reused && !seen.started ? 'free' : 'budgeted'
    return { ...createFault('upstream_unreachable', 'reset'), retry }
  }
  const malformed = error instanceof Error && error.name === 'HTTPParserError'
  if (malformed || /^(?:HPE_|UND_ERR_)/.test(code))
    return createFault('upstream_bad_response', 'http_malformed')
  if (/CERT|TLS|SSL|SELF_SIGNED|^UNABLE_TO_VERIFY|^EPROTO$/.test(code))
    return createFault('upstream_unreachable', 'tls')
  return createFault('upstream_unreachable', 'transport')
}
