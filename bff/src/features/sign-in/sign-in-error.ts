import type { ProblemId } from '@paydesk/shared/core/problem'
import { z } from 'zod'
import { ProblemError } from '../../platform/problem/problem.ts'
import type { Logger } from '../../platform/runtime/log.ts'

/** Cause of a failed sign-in or renewal, for the log; docs/operations.md explains each. */
export type SignInCause =
  | 'state_mismatch'
  | 'expired'
  | 'provider_error'
  | 'response_invalid'
  | 'provider_unreachable'
  | 'discovery_failed'
  | 'token_endpoint_refused'
  | 'token_endpoint_failed'
  | 'client_refused'
  | 'signature_invalid'
  | 'issuer_mismatch'
  | 'audience_mismatch'
  | 'nonce_mismatch'
  | 'subject_mismatch'
  | 'clock_off'
  | 'id_token_invalid'
  | 'claim_missing'
  | 'claim_elsewhere'
  | 'role_unknown'
  | 'role_removed'
  | 'userinfo_refused'
  | 'not_renewable'
  | 'session_over'
  | 'session_mismatch'
  | 'another_person'
  | 'login_not_recent'
  | 'internal'

/** Facts beside a cause: Paydesk's own words, names of claims, and error codes of the standards. */
export interface SignInFacts {
  readonly error?: string
  readonly claim?: string
  /** Seconds by which the provider's clock is ahead of ours, as far as the token tells. */
  readonly clockAheadSeconds?: number
  readonly looked?: Readonly<Record<string, string>>
}

/** Failed sign-in: the problem that the person is told, and the cause for those who run Paydesk. */
export class SignInError extends ProblemError {
  readonly reason: SignInCause
  readonly facts: SignInFacts

  constructor(id: ProblemId, reason: SignInCause, facts: SignInFacts = {}) {
    super(id)
    this.reason = reason
    this.facts = facts
  }
}

/** Error codes of OAuth and OpenID Connect. Any other text comes from outside and is not logged. */
const standardErrors: ReadonlySet<string> = new Set([
  ...['access_denied', 'account_selection_required', 'consent_required', 'interaction_required'],
  ...[
    'invalid_client',
    'invalid_grant',
    'invalid_request',
    'invalid_scope',
    'invalid_token',
    'login_required',
  ],
  ...['server_error', 'slow_down', 'temporarily_unavailable', 'unauthorized_client'],
  ...['unsupported_grant_type', 'unsupported_response_type', 'insufficient_scope'],
])

const toStandardError = (error: unknown) =>
  typeof error === 'string' && standardErrors.has(error) ? error : 'other'

const failureShapeSchema = z.object({
  code: z.string().optional().catch(undefined),
  status: z.number().optional().catch(undefined),
  error: z.string().optional().catch(undefined),
  message: z.string().optional().catch(undefined),
  cause: z.unknown().optional(),
})

const claimShapeSchema = z.object({
  claim: z
    .enum(['iss', 'aud', 'azp', 'nonce', 'sub', 'exp', 'iat', 'nbf', 'auth_time'])
    .optional()
    .catch(undefined),
  claims: z.looseObject({ iat: z.number() }).optional().catch(undefined),
})

const causeByClaim: Readonly<Record<string, SignInCause>> = {
  iss: 'issuer_mismatch',
  aud: 'audience_mismatch',
  azp: 'audience_mismatch',
  nonce: 'nonce_mismatch',
  sub: 'subject_mismatch',
}

const missingClaimPattern = /^JWT "([a-z_]{2,10})" \([^)]{1,40}\) claim missing$/

/** Matches the messages of the library about the parameters with which the browser comes back. */
const responsePattern = /response parameter|authorization code|must be provided only once/

/** Describes an answer in which a token or a claim was not as expected. */
function describeToken(
  code: string,
  { cause, message }: z.output<typeof failureShapeSchema>,
): [SignInCause, SignInFacts] {
  const inner = failureShapeSchema.safeParse(cause).data
  const { claim, claims } = claimShapeSchema.safeParse(inner?.cause ?? cause).data ?? {}
  if (code === 'OAUTH_JWT_TIMESTAMP_CHECK_FAILED') {
    const ahead = claims === undefined ? undefined : Math.round(claims.iat - Date.now() / 1_000)
    return [
      'clock_off',
      { ...(claim && { claim }), ...(ahead !== undefined && { clockAheadSeconds: ahead }) },
    ]
  }
  if (code === 'OAUTH_KEY_SELECTION_FAILED') return ['signature_invalid', {}]
  const text = inner?.message ?? message ?? ''
  if (text === 'JWT signature verification failed') return ['signature_invalid', {}]
  if (responsePattern.test(text))
    return [text.includes('"state"') ? 'state_mismatch' : 'response_invalid', {}]
  const missing = missingClaimPattern.exec(text)?.[1]
  if (missing !== undefined) return ['claim_missing', { claim: missing }]
  return [
    (claim === undefined ? undefined : causeByClaim[claim]) ?? 'id_token_invalid',
    claim ? { claim } : {},
  ]
}

/** Tells the cause of an error that the OpenID Connect library threw at the token endpoint or at userinfo. */
export function describeIdentityProviderFailure(thrown: unknown): { cause: SignInCause; facts: SignInFacts } {
  const failure = failureShapeSchema.safeParse(thrown).data
  const { code = '', status = 0, error } = failure ?? {}
  const of = (cause: SignInCause, facts: SignInFacts = {}) => ({ cause, facts })
  if (failure === undefined) return of('internal')
  // Message of the platform's fetch for every failed connection.
  if (code === 'OAUTH_TIMEOUT' || failure.message === 'fetch failed') return of('provider_unreachable')
  if (code === 'OAUTH_AUTHORIZATION_RESPONSE_ERROR')
    return of('provider_error', { error: toStandardError(error) })
  if (code === 'OAUTH_WWW_AUTHENTICATE_CHALLENGE') return of('client_refused', { error: 'invalid_client' })
  if (code === 'OAUTH_RESPONSE_BODY_ERROR') {
    const facts = { error: toStandardError(error) }
    if (facts.error === 'invalid_client' || facts.error === 'unauthorized_client')
      return of('client_refused', facts)
    return of(status >= 500 || status === 429 ? 'token_endpoint_failed' : 'token_endpoint_refused', facts)
  }
  if (/^OAUTH_(RESPONSE_IS_NOT_(JSON|CONFORM)|PARSE_ERROR)$/.test(code)) return of('token_endpoint_failed')
  const [cause, facts] = describeToken(code, failure)
  return of(cause, facts)
}

/** True if the provider answered that this access token may not be used, as opposed to an answer of its failure. */
export function isAccessTokenRefused(thrown: unknown): boolean {
  const { status, cause } = failureShapeSchema.safeParse(thrown).data ?? {}
  const answered = status ?? failureShapeSchema.safeParse(cause).data?.status
  return answered === 401 || answered === 403
}

/** Converts an error of the library to the problem that the person is told. */
export function toSignInError(thrown: unknown): SignInError {
  if (thrown instanceof SignInError) return thrown
  const { cause, facts } = describeIdentityProviderFailure(thrown)
  return new SignInError(
    cause === 'provider_unreachable' ? 'sign_in_unavailable' : 'sign_in_failed',
    cause,
    facts,
  )
}

/** Logs why a sign-in failed, under the reference that the person sees. */
export function logSignInFailure(log: Logger, reference: string, thrown: unknown): void {
  if (!(thrown instanceof SignInError)) return
  log.warn({ reference, cause: thrown.reason, ...thrown.facts }, 'sign-in failed')
}
