import { errors, jwtVerify } from 'jose'
import { z } from 'zod'
import type { ProviderLogoutRequest } from '../../platform/session/session-rights.ts'
import { clockToleranceSeconds, type IdentityProvider } from './provider.ts'

/** Longest age of a logout token (s). An older one is refused, so its ID need not be remembered for longer. */
const maxTokenAgeSeconds = 300

/** Claims of a back-channel logout token: this event, a session or a subject, and never a nonce. */
const logoutClaimsSchema = z.object({
  iat: z.number(),
  jti: z.string().min(1).max(500),
  sid: z.string().min(1).max(500).optional(),
  sub: z.string().min(1).max(500).optional(),
  nonce: z.never().optional(),
  events: z.object({ 'http://schemas.openid.net/event/backchannel-logout': z.looseObject({}) }),
})

/** Error codes of the library by cause; each other code is an invalid token. */
const causes: ReadonlyMap<string, string> = new Map([
  ['ERR_JWT_EXPIRED', 'expired'],
  ['ERR_JWS_SIGNATURE_VERIFICATION_FAILED', 'signature_invalid'],
  ['ERR_JWKS_NO_MATCHING_KEY', 'signature_invalid'],
  ['ERR_JOSE_ALG_NOT_ALLOWED', 'signature_invalid'],
  ['ERR_JWKS_TIMEOUT', 'provider_unreachable'],
])

function describeFailure(thrown: unknown): string {
  if (thrown instanceof errors.JWTClaimValidationFailed || thrown instanceof errors.JWTExpired) {
    const claim = z.enum(['iss', 'aud', 'iat', 'exp', 'nbf']).safeParse(thrown.claim).data
    return claim === undefined ? 'token_invalid' : `${claim}_refused`
  }
  const code = thrown instanceof errors.JOSEError ? thrown.code : ''
  return causes.get(code) ?? 'token_invalid'
}

export interface LogoutTokenDeps {
  readonly provider: Pick<IdentityProvider, 'signingKeys'>
  readonly clientId: string
  readonly logoutTokenTypes: readonly string[]
}

/**
 * Verifies a token by OpenID Connect Back-Channel Logout 1.0, section 2.6: type, signature, issuer, audience, age,
 * event, no nonce, and a session or a subject. Returns the cause of a refusal as text. The caller looks whether the
 * token was used before.
 */
export async function verifyLogoutToken(
  token: string,
  { provider, clientId, logoutTokenTypes: types }: LogoutTokenDeps,
): Promise<ProviderLogoutRequest | string> {
  const signed = await provider.signingKeys()
  if (signed === null) return 'provider_without_keys'
  try {
    const { payload, protectedHeader } = await jwtVerify(token, signed.keys, {
      issuer: signed.issuer,
      audience: clientId,
      clockTolerance: clockToleranceSeconds,
      maxTokenAge: maxTokenAgeSeconds,
    })
    const type = (protectedHeader.typ ?? '').toLowerCase().replace(/^application\//, '')
    if (!types.some((one) => one.toLowerCase() === type)) return 'type_refused'
    const { data, error } = logoutClaimsSchema.safeParse(payload)
    if (error !== undefined) return `${String(error.issues[0]?.path[0] ?? 'token')}_refused`
    const { jti: id, sub: subject = null, sid: providerSession = null } = data
    if (subject === null && providerSession === null) return 'nobody_named'
    const expiresAt = (data.iat + maxTokenAgeSeconds + 2 * clockToleranceSeconds) * 1_000
    return { issuer: signed.issuer, subject, providerSession, token: { id, expiresAt } }
  } catch (thrown) {
    return describeFailure(thrown)
  }
}
