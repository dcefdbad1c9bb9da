import { createPrivateKey } from 'node:crypto'
import { createRemoteJWKSet, jwtVerify } from 'jose'
import * as oidc from 'openid-client'
import { z } from 'zod'
import type { Secret } from '../../platform/runtime/secret.ts'
import {
  type GrantedRights,
  type NoOidcClaimsReason,
  type OidcClaimOptions,
  type OidcClaimSource,
  type OidcClaims,
  readGrantedRights,
} from './oidc-claims.ts'
import {
  describeIdentityProviderFailure,
  isAccessTokenRefused,
  type SignInCause,
  SignInError,
  type SignInFacts,
  toSignInError,
} from './sign-in-error.ts'

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

/** Tokens with which the rights of a person are renewed later. */
export interface RightsRenewalTokens {
  readonly refreshToken: string | null
  /** Kept only without a refresh token: asks userinfo until the token expires. */
  readonly accessToken: string | null
}

/** Person who came back from the provider; `roles` is empty if they have none in Paydesk. */
export interface AuthenticatedPerson extends RightsRenewalTokens, GrantedRights {
  readonly issuer: string
  readonly subject: string
  readonly providerSession: string | null
  readonly idToken: string
  /**
   * Time (ms since 1970) at which the provider authenticated the person; null if the provider does not say.
   */
  readonly authenticatedAt: number | null
}

/** Person whose rights are to be renewed, with the tokens of the last renewal. */
export interface RightsRenewalInput extends RightsRenewalTokens {
  readonly subject: string
}

/**
 * Outcome of a renewal. `refused`: the provider answered that this person or this sign-in is no longer valid.
 * `unavailable`: the provider says nothing of the person; `tokens` are new if it had issued some before.
 */
export type RightsRenewalOutcome =
  | { readonly outcome: 'renewed'; readonly rights: GrantedRights; readonly tokens: RightsRenewalTokens }
  | { readonly outcome: 'refused'; readonly cause: SignInCause; readonly facts: SignInFacts }
  | {
      readonly outcome: 'unavailable'
      readonly cause: SignInCause
      readonly facts: SignInFacts
      readonly tokens: RightsRenewalTokens
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
  /**
   * Returns the person who came back, also without a role. Throws a `SignInError` with `sign_in_failed` or
   * `sign_in_unavailable`.
   */
  completeSignIn(query: string, pending: PendingSignIn): Promise<AuthenticatedPerson>
  /**
   * Finds out whether the provider takes Paydesk's client, without a person: null if so, otherwise the cause and its
   * facts. Never rejects.
   */
  checkClient(): Promise<{ readonly cause: SignInCause; readonly facts: SignInFacts } | null>
  /** Reads the rights of a person again, without their browser. Never rejects. */
  renewRights(person: RightsRenewalInput): Promise<RightsRenewalOutcome>
  /** Returns the sign-out address of the provider, or null if the provider has none. */
  signOutAddress(idToken: string): Promise<URL | null>
  /** Returns the keys of the provider, with the issuer as it names itself; null if it names no keys. */
  signingKeys(): Promise<{ issuer: string; keys: ReturnType<typeof createRemoteJWKSet> } | null>
}

/** Clock skew (s) allowed between the provider and Paydesk. */
export const clockToleranceSeconds = 60

/** Parses `auth_time` of an ID token (seconds since 1970) into milliseconds. */
function parseAuthTime(claim: unknown): number | null {
  const seconds = z.int().positive().safeParse(claim).data
  return seconds === undefined ? null : seconds * 1_000
}

export type ClientAuthMethod = 'auto' | 'client_secret_basic' | 'client_secret_post' | 'private_key_jwt'

interface ProviderOptions extends OidcClaimOptions {
  readonly issuer: URL
  readonly clientId: string
  /** Secret of the client, or for `private_key_jwt` its private key: base64 of PKCS #8. */
  readonly clientSecret: Secret
  /** Name of that key at the provider; null if the provider has only one. */
  readonly clientKeyId: string | null
  /** How Paydesk proves itself at the token endpoint; `auto` takes what the provider announces. */
  readonly clientAuth: ClientAuthMethod
  readonly scope: string
}

/** Algorithms of the assertion by the type of the key: RS256 and ES256. */
const signingAlgorithms = {
  rsa: { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' },
  ec: { name: 'ECDSA', namedCurve: 'P-256' },
} as const

function createKeyAuth(privateKey: Secret, kid: string | null): oidc.ClientAuth {
  const key = createPrivateKey({
    key: Buffer.from(privateKey.reveal(), 'base64'),
    ...{ format: 'der', type: 'pkcs8' },
  })
  const algorithm = signingAlgorithms[key.asymmetricKeyType === 'rsa' ? 'rsa' : 'ec']
  const signing = key.toCryptoKey(algorithm, false, ['sign'])
  return oidc.PrivateKeyJwt(kid === null ? signing : { key: signing, kid })
}

/** Chooses the method at the token endpoint. A provider that announces no method takes basic, by the standard. */
function createClientAuth({ clientSecret, clientAuth, clientKeyId }: ProviderOptions): oidc.ClientAuth {
  if (clientAuth === 'private_key_jwt') return createKeyAuth(clientSecret, clientKeyId)
  const post = oidc.ClientSecretPost(clientSecret.reveal())
  const basic = oidc.ClientSecretBasic(clientSecret.reveal())
  return (server, ...rest) => {
    const announced = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
    const isPost =
      clientAuth === 'auto' ? announced.includes('client_secret_post') : clientAuth === 'client_secret_post'
    return (isPost ? post : basic)(server, ...rest)
  }
}

/** Causes that say nothing of a person: the provider, or the way to it, is out of order. */
const outageCauses: ReadonlySet<SignInCause> = new Set([
  ...([
    'provider_unreachable',
    'discovery_failed',
    'token_endpoint_failed',
    'client_refused',
    'signature_invalid',
  ] as const),
  ...(['clock_off', 'issuer_mismatch', 'audience_mismatch', 'id_token_invalid', 'internal'] as const),
])

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
      { [oidc.clockTolerance]: clockToleranceSeconds },
      createClientAuth(config),
      {
        timeout: 5,
        // Verify the signature of ID tokens: by default the library trusts the connection instead.
        execute: [oidc.enableNonRepudiationChecks, ...(insecure ? [oidc.allowInsecureRequests] : [])],
      },
    )
    try {
      return await discovered
    } catch (thrown) {
      discovered = null
      const { cause, facts } = describeIdentityProviderFailure(thrown)
      const isAway = cause === 'provider_unreachable'
      throw new SignInError('sign_in_unavailable', isAway ? cause : 'discovery_failed', facts)
    }
  }

  async function signingKeys() {
    const { jwks_uri, issuer } = (await provider()).serverMetadata()
    if (jwks_uri === undefined) return null
    keys ??= createRemoteJWKSet(new URL(jwks_uri), { cooldownDuration: 60_000, timeoutDuration: 5_000 })
    return { issuer, keys }
  }

  /** Reads an access token only if it is a JWT that the provider signed for this client and this person. */
  async function readAccessToken(token: string, subject: string): Promise<OidcClaims | NoOidcClaimsReason> {
    const signed = token.split('.').length === 3 ? await signingKeys() : null
    if (signed === null) return 'opaque'
    const options = { issuer: signed.issuer, subject, clockTolerance: clockToleranceSeconds }
    const verified = await jwtVerify(token, signed.keys, options).catch(() => null)
    const { azp, client_id, aud } = verified?.payload ?? {}
    return verified !== null && [azp, client_id, aud].flat().includes(config.clientId)
      ? verified.payload
      : 'opaque'
  }

  async function readUserinfo(
    configuration: oidc.Configuration,
    token: string,
    subject: string,
  ): Promise<OidcClaims | NoOidcClaimsReason> {
    if (configuration.serverMetadata().userinfo_endpoint === undefined) return 'not_given'
    try {
      return await oidc.fetchUserInfo(configuration, token, subject)
    } catch (thrown) {
      // Do not take a provider that is out of order for one that has no roles for the person.
      if (!isAccessTokenRefused(thrown)) throw thrown
      return 'refused'
    }
  }

  /** Reads the rights. The claims of an old access token are of its time, so only userinfo is asked with it. */
  function readRights(
    configuration: oidc.Configuration,
    subject: string,
    {
      idClaims,
      accessToken,
      isNew,
    }: { idClaims: OidcClaims | undefined; accessToken: string; isNew: boolean },
  ): Promise<GrantedRights> {
    const sources: readonly (readonly [OidcClaimSource, () => Promise<OidcClaims | NoOidcClaimsReason>])[] = [
      ['id_token', async () => idClaims ?? 'not_given'],
      ['userinfo', () => readUserinfo(configuration, accessToken, subject)],
      ['access_token', async () => (isNew ? readAccessToken(accessToken, subject) : 'not_given')],
    ]
    return readGrantedRights(subject, sources, config)
  }

  /** Exchanges the refresh token; without one, the access token is used as long as the provider accepts it. */
  async function refresh(
    configuration: oidc.Configuration,
    { refreshToken, accessToken, subject }: RightsRenewalInput,
  ) {
    if (refreshToken === null) {
      if (accessToken === null) throw new SignInError('sign_in_failed', 'not_renewable')
      return { accessToken, idClaims: undefined, isNew: false, tokens: { refreshToken, accessToken } }
    }
    const answer = await oidc.refreshTokenGrant(configuration, refreshToken)
    const idClaims = answer.claims()
    if (idClaims !== undefined && idClaims.sub !== subject)
      throw new SignInError('sign_in_failed', 'subject_mismatch')
    const tokens = { refreshToken: answer.refresh_token ?? refreshToken, accessToken: null }
    return { accessToken: answer.access_token, idClaims, isNew: true, tokens }
  }

  return {
    async beginSignIn(back, how) {
      const configuration = await provider()
      const made = {
        leftAt: Date.now(),
        verifier: oidc.randomPKCECodeVerifier(),
        state: oidc.randomState(),
        nonce: oidc.randomNonce(),
        back,
        ...(how && 'proves' in how && { proves: how.proves }),
      }
      const address = oidc.buildAuthorizationUrl(configuration, {
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
      const configuration = await provider()
      // Use the public address: behind a proxy, this process sees another address.
      const address = new URL(`/auth/callback${query}`, origin)
      try {
        const tokens = await oidc.authorizationCodeGrant(configuration, address, {
          pkceCodeVerifier: expected.verifier,
          expectedState: expected.state,
          expectedNonce: expected.nonce,
          idTokenExpected: true,
        })
        const claims = tokens.claims()
        if (claims === undefined || tokens.id_token === undefined)
          throw new SignInError('sign_in_failed', 'id_token_invalid')
        const { access_token: accessToken, refresh_token: refreshToken = null } = tokens
        const rights = await readRights(configuration, claims.sub, {
          idClaims: claims,
          accessToken,
          isNew: true,
        })
        return {
          issuer: claims.iss,
          subject: claims.sub,
          ...rights,
          providerSession: z.string().safeParse(claims.sid).data ?? null,
          idToken: tokens.id_token,
          authenticatedAt: parseAuthTime(claims.auth_time),
          refreshToken,
          accessToken: refreshToken === null ? accessToken : null,
        }
      } catch (thrown) {
        throw toSignInError(thrown)
      }
    },

    async checkClient() {
      try {
        // Exchange a code that no provider has issued: it looks at the client first, and then at the code.
        await oidc.genericGrantRequest(await provider(), 'authorization_code', {
          code: oidc.randomState(),
          code_verifier: oidc.randomPKCECodeVerifier(),
          redirect_uri: new URL('/auth/callback', origin).href,
        })
        return null
      } catch (thrown) {
        const { reason: cause, facts } = toSignInError(thrown)
        return facts.error === 'invalid_grant' ? null : { cause, facts }
      }
    },

    async renewRights(person) {
      let tokens: RightsRenewalTokens = { refreshToken: person.refreshToken, accessToken: person.accessToken }
      try {
        const configuration = await provider()
        const renewed = await refresh(configuration, person)
        tokens = renewed.tokens
        const rights = await readRights(configuration, person.subject, renewed)
        return { outcome: 'renewed', rights, tokens }
      } catch (thrown) {
        const { reason: cause, facts } = toSignInError(thrown)
        if (outageCauses.has(cause)) return { outcome: 'unavailable', cause, facts, tokens }
        return { outcome: 'refused', cause, facts }
      }
    },

    async signOutAddress(idToken) {
      const configuration = await provider().catch(() => null)
      if (configuration?.serverMetadata().end_session_endpoint === undefined) return null
      return oidc.buildEndSessionUrl(configuration, {
        id_token_hint: idToken,
        post_logout_redirect_uri: new URL('/signed-out', origin).href,
      })
    },

    signingKeys,
  }
}
