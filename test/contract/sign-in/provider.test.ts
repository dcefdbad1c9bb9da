import { endpoints } from '@paydesk/shared/endpoints'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  type Claims,
  cutWaitsShort,
  startLyingProvider,
  type TokenAnswer,
  tokenBody,
} from '../../support/contract/lying-provider.ts'
import { problemIn, rowsOf, startOn } from '../../support/contract/support.ts'
import { follow, type Jar, request } from '../../support/stack/browse.ts'
import type { Stack, Visitor } from '../../support/stack/start.ts'

type Provider = Awaited<ReturnType<typeof startLyingProvider>>

const hour = 3_600
const now = () => Math.floor(Date.now() / 1_000)
const saying =
  (change: (claims: Claims) => Claims): TokenAnswer =>
  (claims, { honest }) => ({ body: tokenBody(honest(change(claims))) })
const without = (name: string) => saying(({ [name]: _, ...rest }) => rest)

/** Token answers of the provider that must not sign anybody in. */
const lies: readonly (readonly [words: string, answer: TokenAnswer])[] = [
  ['another nonce', saying((claims) => ({ ...claims, nonce: 'somebody else’s' }))],
  ['no nonce', without('nonce')],
  ['for another application', saying((claims) => ({ ...claims, aud: 'another-client' }))],
  ['for several, on behalf of another', saying((claims) => ({ ...claims, aud: ['paydesk', 'x'], azp: 'x' }))],
  ['from another issuer', saying((claims) => ({ ...claims, iss: 'https://evil.example.test' }))],
  ['expired', saying((claims) => ({ ...claims, iat: now() - 2 * hour, exp: now() - hour }))],
  ['without an end', without('exp')],
  ['without a beginning', without('iat')],
  ['about nobody', without('sub')],
  ['about a number', saying((claims) => ({ ...claims, sub: 4711 }))],
  ['signed by another key', (claims, { byAnotherKey }) => ({ body: tokenBody(byAnotherKey(claims)) })],
  ['not signed', (claims, { unsigned }) => ({ body: tokenBody(unsigned(claims)) })],
  [
    'signed with the client’s secret',
    (claims, { bySecret }) => ({ body: tokenBody(bySecret(claims, 'sandbox-only-oidc-secret')) }),
  ],
  ['not a token', () => ({ body: tokenBody('zqx7.zqx7.zqx7') })],
  ['no token', () => ({ body: tokenBody(undefined) })],
  ['a refusal', () => ({ status: 400, body: '{"error":"invalid_grant","error_description":"zqx7"}' })],
  ['a failure', () => ({ status: 500, body: 'zqx7' })],
  ['a page', () => ({ type: 'text/html', body: '<h1>zqx7</h1>' })],
  ['half an answer', () => ({ body: '{"id_token":"zqx7' })],
]

/** Runs a sign-in up to the callback URL; the lying provider signs everybody in. */
async function leftFor(origin: string): Promise<{ jar: Jar; callback: string }> {
  const jar: Jar = new Map()
  const left = await request(jar, `${origin}/auth/sign-in`)
  const back = await request(jar, left.headers.get('location') ?? '')
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
    provider.state.token = (claims, { honest }) => ({ body: tokenBody(honest(claims)) })
  })

  async function signedIn(visitor: Visitor): Promise<URL> {
    const { at } = await follow(visitor.jar, `${stack.origin}/auth/sign-in?return=/c/1`)
    return at
  }

  it('signs a person in with a correct answer', async () => {
    const visitor = stack.visitor()
    expect((await signedIn(visitor)).pathname).toBe('/c/1')
    expect(await visitor.get(endpoints.showCurrentSession)).toMatchObject({
      name: 'Lea Liar',
      role: { id: 'support' },
    })
  })

  it.each(lies)('signs nobody in by a token: %s', async (_, answer) => {
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
    else expect((await visitor.get(endpoints.showCurrentSession)).roles.map(({ id }) => id)).toEqual([end])
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
    ['far too long', 'x'.repeat(101), 'lea.liar'],
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
    const { value, waits } = await cutWaitsShort(() => follow(jar, callback))
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
