import { endpoints } from '@paydesk/shared/endpoints'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  cutWaitsShort,
  startLyingProvider,
  type TokenAnswer,
  type TokenClaims,
  type TokenSigner,
  tokenBody,
} from '../../support/contract/lying-provider.ts'
import { ageRights, causeOf } from '../../support/contract/sign-in-steps.ts'
import { problemIn, rowsOf, startOn } from '../../support/contract/support.ts'
import { type CookieJar, followRedirects, requestWithJar } from '../../support/stack/browse.ts'
import type { Stack, Visitor } from '../../support/stack/start.ts'

type Provider = Awaited<ReturnType<typeof startLyingProvider>>

const hour = 3_600
const now = () => Math.floor(Date.now() / 1_000)
const saying =
  (change: (claims: TokenClaims) => TokenClaims): TokenAnswer =>
  (claims, { honest }) => ({ body: tokenBody(honest(change(claims))) })
const without = (name: string) => saying(({ [name]: _, ...rest }) => rest)

/** Token answers of the provider that must not sign anybody in. */
const lies: readonly (readonly [words: string, cause: string, answer: TokenAnswer])[] = [
  ['another nonce', 'nonce_mismatch', saying((claims) => ({ ...claims, nonce: 'somebody else’s' }))],
  ['no nonce', 'claim_missing', without('nonce')],
  [
    'for another application',
    'audience_mismatch',
    saying((claims) => ({ ...claims, aud: 'another-client' })),
  ],
  [
    'for several, on behalf of another',
    'audience_mismatch',
    saying((claims) => ({ ...claims, aud: ['paydesk', 'x'], azp: 'x' })),
  ],
  [
    'from another issuer',
    'issuer_mismatch',
    saying((claims) => ({ ...claims, iss: 'https://evil.example.test' })),
  ],
  ['expired', 'clock_off', saying((claims) => ({ ...claims, iat: now() - 2 * hour, exp: now() - hour }))],
  ['without an end', 'claim_missing', without('exp')],
  ['without a beginning', 'claim_missing', without('iat')],
  ['about nobody', 'claim_missing', without('sub')],
  ['about a number', 'id_token_invalid', saying((claims) => ({ ...claims, sub: 4711 }))],
  [
    'signed by another key',
    'signature_invalid',
    (claims, { byAnotherKey }) => ({ body: tokenBody(byAnotherKey(claims)) }),
  ],
  ['not signed', 'id_token_invalid', (claims, { unsigned }) => ({ body: tokenBody(unsigned(claims)) })],
  [
    'signed with the client’s secret',
    'id_token_invalid',
    (claims, { bySecret }) => ({ body: tokenBody(bySecret(claims, 'sandbox-only-oidc-secret')) }),
  ],
  ['not a token', 'token_endpoint_failed', () => ({ body: tokenBody('zqx7.zqx7.zqx7') })],
  ['no token', 'id_token_invalid', () => ({ body: tokenBody(undefined) })],
  [
    'a refusal',
    'token_endpoint_refused',
    () => ({ status: 400, body: '{"error":"invalid_grant","error_description":"zqx7"}' }),
  ],
  ['a failure', 'token_endpoint_failed', () => ({ status: 500, body: 'zqx7' })],
  ['a page', 'token_endpoint_failed', () => ({ type: 'text/html', body: '<h1>zqx7</h1>' })],
  ['half an answer', 'token_endpoint_failed', () => ({ body: '{"id_token":"zqx7' })],
]

/** Runs a sign-in up to the callback URL; the lying provider signs everybody in. */
async function leftFor(origin: string): Promise<{ jar: CookieJar; callback: string }> {
  const jar: CookieJar = new Map()
  const left = await requestWithJar(jar, `${origin}/auth/sign-in`)
  const back = await requestWithJar(jar, left.headers.get('location') ?? '')
  return { jar, callback: back.headers.get('location') ?? '' }
}

describe('an identity provider with odd answers', () => {
  let stack: Stack
  let provider: Provider

  beforeAll(async () => {
    provider = await startLyingProvider()
    stack = await startOn('embedded', { config: { OIDC_ISSUER: provider.issuer } })
  })
  afterAll(async () => {
    await stack.stop()
    await provider.stop()
  })
  beforeEach(() => {
    Object.assign(provider.state, {
      ...{ mode: 'there', authMethods: undefined, userinfo: null, refresh: null, authenticated: [] },
      token: (claims: TokenClaims, { honest }: TokenSigner) => ({ body: tokenBody(honest(claims)) }),
    })
  })

  async function signedIn(visitor: Visitor): Promise<URL> {
    const { at } = await followRedirects(visitor.jar, `${stack.origin}/auth/sign-in?return=/c/1`)
    return at
  }

  it('signs a person in with a correct answer', async () => {
    const visitor = stack.visitor()
    expect((await signedIn(visitor)).pathname).toBe('/c/1')
    expect(await visitor.get(endpoints.showCurrentSession)).toMatchObject({
      name: 'Lea Liar',
      role: 'support',
    })
  })

  it.each(lies)('signs nobody in by a token: %s', async (_, cause, answer) => {
    provider.state.token = answer
    const visitor = stack.visitor()
    const { value: at, rows } = await rowsOf(stack, () => signedIn(visitor))
    expect(at.pathname).toBe('/sign-in')
    expect(at.searchParams.get('problem')).toBe('sign_in_failed')
    expect(rows).toMatchObject([
      {
        action: 'session.refused',
        result: 'refused',
        reason: 'sign_in_failed',
        reference: at.searchParams.get('reference'),
      },
    ])
    expect([...visitor.jar.keys()]).toEqual([])
    expect(causeOf(stack, at.searchParams.get('reference'))).toBe(cause)
    problemIn(await visitor.call(endpoints.showCurrentSession), 'not_signed_in')
    expect(stack.logged.join('')).not.toMatch(/zqx7|Lea Liar|eyJ/)
  })

  it.each([
    ['none', [], 'no_role'],
    ['unknown to Paydesk', ['domain-users', 'PAYDESK-SUPPORT', 'support'], 'no_role'],
    ['of another kind', 7, 'no_role'],
    ['an object', { support: true }, 'no_role'],
    ['one as text', 'paydesk-finance', 'finance'],
    ['one of several', ['x', 'paydesk-auditor', 'paydesk-auditor'], 'auditor'],
  ])('is handled with roles: %s', async (_, roles, end) => {
    provider.state.token = saying((claims) => ({ ...claims, roles }))
    const visitor = stack.visitor()
    const at = await signedIn(visitor)
    if (end === 'no_role') expect(at.searchParams.get('problem')).toBe('no_role')
    else expect((await visitor.get(endpoints.showCurrentSession)).roles).toEqual([end])
  })

  /** Signs in at a provider that was just discovered with these settings. */
  async function signInAt(settings: Partial<Provider['state']>) {
    const own = await startLyingProvider()
    Object.assign(own.state, settings)
    const fresh = await startOn('embedded', { config: { OIDC_ISSUER: own.issuer } })
    const visitor = fresh.visitor()
    const { at } = await followRedirects(visitor.jar, `${fresh.origin}/auth/sign-in?return=/c/1`)
    return {
      at,
      visitor,
      stack: fresh,
      state: own.state,
      async stop() {
        await fresh.stop()
        await own.stop()
      },
    }
  }

  const noRoles = ({ roles: _, merchants: __, ...rest }: TokenClaims) => rest
  const rights = { roles: ['paydesk-finance'], merchants: ['demo-merchant'] }

  it.each<[string, Partial<Provider['state']>, string, readonly string[]]>([
    ['userinfo only', { userinfo: rights, token: saying(noRoles) }, '/c/1', []],
    [
      'the access token only, signed by the provider for Paydesk',
      {
        token: (claims, { honest }) => ({
          body: tokenBody(honest(noRoles(claims)), {
            access_token: honest({ ...claims, ...rights, azp: 'paydesk' }),
          }),
        }),
      },
      '/c/1',
      [],
    ],
    [
      'an access token for another application',
      {
        userinfo: {},
        token: (claims, { honest }) => ({
          body: tokenBody(honest(noRoles(claims)), {
            access_token: honest({ ...claims, ...rights, aud: 'x' }),
          }),
        }),
      },
      '/sign-in',
      ['id_token.missing', 'userinfo.missing', 'access_token.opaque'],
    ],
    [
      'an access token of another signer, and userinfo refuses',
      {
        userinfo: 403,
        token: (claims, { honest, byAnotherKey }) => ({
          body: tokenBody(honest(noRoles(claims)), { access_token: byAnotherKey({ ...claims, ...rights }) }),
        }),
      },
      '/sign-in',
      ['id_token.missing', 'userinfo.refused', 'access_token.opaque'],
    ],
    [
      'userinfo, but the ID token has the claim and counts',
      { userinfo: rights, token: saying((claims) => ({ ...claims, roles: [] })) },
      '/sign-in',
      ['id_token.no_role'],
    ],
  ])('takes the roles from %s', async (_, settings, path, looked) => {
    const one = await signInAt(settings)
    try {
      expect(one.at.pathname).toBe(path)
      expect(one.at.searchParams.getAll('looked')).toEqual(looked)
      if (path === '/sign-in') {
        expect(one.at.searchParams.get('problem')).toBe('no_role')
        const cause = looked.some((place) => place.endsWith('no_role')) ? 'role_unknown' : 'claim_missing'
        expect(causeOf(one.stack, one.at.searchParams.get('reference'))).toBe(cause)
        expect(one.stack.logged.join('')).toContain('"claim":"roles"')
      } else expect((await one.visitor.get(endpoints.showCurrentSession)).role).toBe('finance')
    } finally {
      await one.stop()
    }
  })

  it.each([
    [['client_secret_basic'], 'client_secret_basic'],
    [['client_secret_post'], 'client_secret_post'],
    [['client_secret_basic', 'client_secret_post'], 'client_secret_post'],
    [undefined, 'client_secret_basic'],
  ])('proves itself at a token endpoint that announces %j by %s', async (authMethods, method) => {
    const one = await signInAt({ authMethods })
    try {
      expect([one.at.pathname, one.state.authenticated]).toEqual(['/c/1', [method]])
    } finally {
      await one.stop()
    }
  })

  it('renews rights from userinfo if a refresh gives no ID token, and without a refresh token', async () => {
    for (const refreshToken of ['zqx7-refresh', undefined]) {
      const more = refreshToken === undefined ? {} : { refresh_token: refreshToken }
      const one = await signInAt({
        userinfo: rights,
        token: (claims, { honest }) => ({ body: tokenBody(honest({ ...claims, ...rights }), more) }),
        refresh: () => ({ body: tokenBody(undefined, { access_token: 'newer' }) }),
      })
      try {
        await ageRights(one.stack, 'lea.liar', 600_000)
        expect((await one.visitor.call(endpoints.showCurrentSession)).status).toBe(200)
        one.state.userinfo = { ...rights, roles: [] }
        expect((await one.visitor.call(endpoints.showCurrentSession)).status).toBe(200)
        await ageRights(one.stack, 'lea.liar', 600_000)
        problemIn(await one.visitor.call(endpoints.showCurrentSession), 'session_ended')
        expect(one.stack.logged.join('')).not.toContain('zqx7')
      } finally {
        await one.stop()
      }
    }
  })

  it('goes on after a userinfo that fails, with the refresh token of the last answer', async () => {
    let issued = 0
    const give: TokenAnswer = (claims, { honest }) => {
      issued += 1
      return {
        body: tokenBody(issued === 1 ? honest(claims) : undefined, { refresh_token: `token-${issued}` }),
      }
    }
    const one = await signInAt({ userinfo: rights, token: give, refresh: give })
    try {
      one.state.userinfo = 503
      await ageRights(one.stack, 'lea.liar', 600_000)
      expect((await one.visitor.call(endpoints.showCurrentSession)).status).toBe(200)
      const cookie = one.visitor.jar.get('paydesk_session')
      expect((await one.stack.deps.sessions.find(cookie)).session?.refreshToken).toBe('token-2')
      expect(one.stack.deps.authority.health().outage).toMatchObject({ cause: 'token_endpoint_failed' })
    } finally {
      await one.stop()
    }
  })

  it.each([
    ['missing', undefined],
    ['empty', []],
    ['of the wrong form', ['../../x', '*', '']],
    ['of another office', ['demo-merchant-of-others']],
    ['of another kind', { all: true }],
  ])('gives access to nothing with merchants %s, and the attempt is audited', async (_, merchants) => {
    provider.state.token = saying((claims) => ({ ...claims, merchants }))
    const visitor = stack.visitor()
    await signedIn(visitor)
    const { value, rows } = await rowsOf(stack, () =>
      visitor.call(endpoints.searchRecords, { params: { env: 'stage' }, body: { text: 'cust-00417' } }),
    )
    problemIn(value, 'not_allowed')
    expect(rows).toMatchObject([
      { action: 'access.refused', actor_subject: 'lea.liar', environment: 'stage' },
    ])
  })

  it.each([
    ['missing', undefined, 'lea.liar'],
    ['empty', '', 'lea.liar'],
    ['longer than it is shown', 'x'.repeat(101), 'x'.repeat(100)],
    ['a number', 7, 'lea.liar'],
    ['right to left', 'ليا', 'ليا'],
  ])('is handled with a name that is %s', async (_, name, shown) => {
    provider.state.token = saying((claims) => ({ ...claims, name }))
    const visitor = stack.visitor()
    await signedIn(visitor)
    expect((await visitor.get(endpoints.showCurrentSession)).name).toBe(shown)
  })

  it.each(['silent', 'gone'] as const)('that is %s at the callback fails after 5 s', async (mode) => {
    const { jar, callback } = await leftFor(stack.origin)
    provider.state.mode = mode
    const { value, waits } = await cutWaitsShort(() => followRedirects(jar, callback))
    provider.state.mode = 'there'
    expect(waits).toEqual([5_000])
    const { at } = value
    expect(at.searchParams.get('problem')).toBe('sign_in_unavailable')
  })

  it('without a sign-out URL leads to the sign-out page of Paydesk', async () => {
    const visitor = stack.visitor()
    await signedIn(visitor)
    expect(await visitor.get(endpoints.signOut)).toEqual({ next: '/signed-out' })
  })
})
