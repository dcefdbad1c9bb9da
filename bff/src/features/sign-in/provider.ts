import type { MerchantId } from '@paydesk/shared/core/ids'
import { merchantId } from '@paydesk/shared/core/ids'
import type { Role } from '@paydesk/shared/core/permissions'
import { createRemoteJWKSet, jwtVerify } from 'jose'
import * as oidc from 'openid-client'
import { z } from 'zod'
import { ProblemError } from '../../platform/problem/problem.ts'
import type { Secret } from '../../platform/runtime/secret.ts'

/** State kept between leaving for the provider and coming back. */
export const pendingSignInSchema = z.object({
  /** Milliseconds since 1970; a sign-in that was begun too long ago is rejected. */
  leftAt: z.number(),
  verifier: z.string(),
  state: z.string(),
  nonce: z.string(),
  back: z.string(),
  /** Hash of the session to re-authenticate; left out of an ordinary sign-in. */
  proves: z.string().optional(),
})
export type PendingSignIn = z.infer<typeof pendingSignInSchema>

export interface AuthenticatedPerson {
  readonly issuer: string
  readonly subject: string
  readonly name: string
  readonly roles: readonly Role[]
  readonly merchants: readonly MerchantId[] | null
  readonly providerSession: string | null
  readonly idToken: string
  /**
   * Time (ms since 1970) at which the provider authenticated the person; null if the provider does not say.
   */
  readonly authenticatedAt: number | null
}

/** Sign-in as another person, or re-authentication of the same person for the session with this hash. */
export type SignInMode = { readonly as: 'other' } | { readonly proves: string }

/** Forces a new login with name and password, however recent the last one is. */
const forceLogin = { prompt: 'login', max_age: '0' } as const

export interface IdentityProvider {
  /**
   * Returns the address to send the browser to. Throws `sign_in_unavailable` while the provider does not
   * answer.
   */
  beginSignIn(back: string, how?: SignInMode): Promise<{ address: URL; pending: PendingSignIn }>
  /** Returns the person who came back. Throws `sign_in_failed`, `sign_in_unavailable` or `no_role`. */
  completeSignIn(query: string, pending: PendingSignIn): Promise<AuthenticatedPerson>
  /** Returns the sign-out address of the provider, or null if the provider has none. */
  signOutAddress(idToken: string): Promise<URL | null>
  /** Returns the issuer as the provider names itself; sessions are stored under this name. */
  issuer(): Promise<string>
  /**
   * Returns the session or subject that a back-channel logout token names, or null if the token does not
   * verify.
   */
  verifyLogout(token: string): Promise<{ providerSession: string } | { subject: string } | null>
}

/** Claims of a back-channel logout token: this event, a session or a subject, and never a nonce. */
const logoutClaims = z.object({
  sid: z.string().optional(),
  sub: z.string().optional(),
  nonce: z.never().optional(),
  events: z.object({ 'http://schemas.openid.net/event/backchannel-logout': z.looseObject({}) }),
})

const stringListSchema = z.union([z.array(z.string()), z.string().transform((one) => [one])])

/** True if the provider did not answer, as opposed to refusing. */
function isNoAnswer(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if ('code' in error && error.code === 'OAUTH_TIMEOUT') return true
  // Message of the platform's fetch for every failed connection.
  return error instanceof TypeError && error.message === 'fetch failed'
}

function readClaim(claims: Record<string, unknown>, path: string): unknown {
  if (Object.hasOwn(claims, path)) return claims[path]
  let value: unknown = claims
  for (const step of path.split('.')) {
    const inner = z.record(z.string(), z.unknown()).safeParse(value)
    value = inner.success && Object.hasOwn(inner.data, step) ? inner.data[step] : undefined
  }
  return value
}

/** Parses `auth_time` of an ID token (seconds since 1970) into milliseconds. */
function parseAuthTime(claim: unknown): number | null {
  const seconds = z.int().positive().safeParse(claim).data
  return seconds === undefined ? null : seconds * 1_000
}

interface ProviderOptions {
  readonly issuer: URL
  readonly clientId: string
  readonly clientSecret: Secret
  readonly scope: string
  /** Name of the claim with the roles, or a path such as `realm_access.roles`. */
  readonly rolesClaim: string
  /** Name of the claim with the merchants a person may see; null means every person sees all merchants. */
  readonly merchantsClaim: string | null
  /** Roles of Paydesk by their name at the provider. */
  readonly roleMap: ReadonlyMap<string, Role>
}

/**
 * Connects to the organisation's OpenID Connect provider: code flow with PKCE, state and nonce. Discovery
 * runs at first use and is retried after a failure, so that Paydesk starts while the provider is down.
 */
export function createIdentityProvider(config: ProviderOptions, origin: URL): IdentityProvider {
  const insecure = config.issuer.protocol === 'http:'
  let discovered: Promise<oidc.Configuration> | null = null
  let keys: ReturnType<typeof createRemoteJWKSet> | null = null

  async function provider(): Promise<oidc.Configuration> {
    discovered ??= oidc.discovery(
      config.issuer,
      config.clientId,
      undefined,
      oidc.ClientSecretPost(config.clientSecret.reveal()),
      {
        timeout: 5,
        // Verify the signature of ID tokens: by default the library trusts the connection instead.
        execute: [oidc.enableNonRepudiationChecks, ...(insecure ? [oidc.allowInsecureRequests] : [])],
      },
    )
    try {
      return await discovered
    } catch {
      discovered = null
      throw new ProblemError('sign_in_unavailable', { retryAfter: 5 })
    }
  }

  function rolesOf(claims: Record<string, unknown>): Role[] {
    const given = stringListSchema.safeParse(readClaim(claims, config.rolesClaim))
    const roles = (given.data ?? [])
      .map((name) => config.roleMap.get(name))
      .filter((role) => role !== undefined)
    return [...new Set(roles)]
  }

  function merchantsOf(claims: Record<string, unknown>): MerchantId[] | null {
    if (config.merchantsClaim === null) return null
    const given = stringListSchema.safeParse(readClaim(claims, config.merchantsClaim))
    // Deny by default: the claim is configured, so a person without the claim may see no merchant.
    return (given.data ?? []).map((id) => merchantId.safeParse(id).data).filter((id) => id !== undefined)
  }

  return {
    async beginSignIn(back, how) {
      const known = await provider()
      const made = {
        leftAt: Date.now(),
        verifier: oidc.randomPKCECodeVerifier(),
        state: oidc.randomState(),
        nonce: oidc.randomNonce(),
        back,
        ...(how && 'proves' in how && { proves: how.proves }),
      }
      const address = oidc.buildAuthorizationUrl(known, {
        redirect_uri: new URL('/auth/callback', origin).href,
        scope: config.scope,
        code_challenge: await oidc.calculatePKCECodeChallenge(made.verifier),
        code_challenge_method: 'S256',
        state: made.state,
        nonce: made.nonce,
        ...(how && ('proves' in how ? forceLogin : { prompt: 'login' })),
      })
      return { address, pending: made }
    },

    async completeSignIn(query, expected) {
      const known = await provider()
      // Use the public address: behind a proxy, this process sees another address.
      const address = new URL(`/auth/callback${query}`, origin)
      const tokens = await oidc
        .authorizationCodeGrant(known, address, {
          pkceCodeVerifier: expected.verifier,
          expectedState: expected.state,
          expectedNonce: expected.nonce,
          idTokenExpected: true,
        })
        .catch((error: unknown) => {
          throw new ProblemError(isNoAnswer(error) ? 'sign_in_unavailable' : 'sign_in_failed')
        })
      const claims = tokens.claims()
      if (claims === undefined || tokens.id_token === undefined) throw new ProblemError('sign_in_failed')
      const roles = rolesOf(claims)
      if (roles.length === 0) throw new ProblemError('no_role')
      return {
        issuer: claims.iss,
        subject: claims.sub,
        name: z.string().min(1).max(100).safeParse(claims.name).data ?? claims.sub.slice(0, 100),
        roles,
        merchants: merchantsOf(claims),
        providerSession: z.string().safeParse(claims.sid).data ?? null,
        idToken: tokens.id_token,
        authenticatedAt: parseAuthTime(claims.auth_time),
      }
    },

    async signOutAddress(idToken) {
      const known = await provider().catch(() => null)
      if (known?.serverMetadata().end_session_endpoint === undefined) return null
      return oidc.buildEndSessionUrl(known, {
        id_token_hint: idToken,
        post_logout_redirect_uri: new URL('/signed-out', origin).href,
      })
    },

    issuer: async () => (await provider()).serverMetadata().issuer,

    async verifyLogout(token) {
      const known = await provider()
      const { jwks_uri, issuer } = known.serverMetadata()
      if (jwks_uri === undefined) return null
      keys ??= createRemoteJWKSet(new URL(jwks_uri), { cooldownDuration: 60_000, timeoutDuration: 5_000 })
      const verified = await jwtVerify(token, keys, {
        issuer,
        audience: config.clientId,
        clockTolerance: 60,
        maxTokenAge: '5 minutes',
      }).catch(() => null)
      const claims = logoutClaims.safeParse(verified?.payload)
      if (!claims.success) return null
      if (claims.data.sid !== undefined) return { providerSession: claims.data.sid }
      return claims.data.sub === undefined ? null : { subject: claims.data.sub }
    },
  }
}
