import { endpoints } from '@paydesk/shared/endpoints'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startLyingProvider, tokenBody } from '../../support/contract/lying-provider.ts'
import { sessionCookieName } from '../../support/contract/sign-in-steps.ts'
import { listenToStream } from '../../support/contract/stream-listener.ts'
import { auditRows, onOneDatabase, problemIn, rowsOf, startOn } from '../../support/contract/support.ts'
import { type CookieJar, followRedirects, requestWithJar } from '../../support/stack/browse.ts'
import type { Stack, Visitor } from '../../support/stack/start.ts'

const back = '/stage/identities/i_00000000000000000000?again=reveal'

async function provedAt(stack: Stack, visitor: Visitor): Promise<number | null> {
  const { session } = await stack.deps.sessions.find(visitor.jar.get(sessionCookieName))
  return session?.reauthenticatedAt ?? null
}

onOneDatabase('re-authentication', (stack) => {
  it('asks the provider again, and keeps session, role and page under a new cookie', async () => {
    const visitor = await stack().as('twoRoles')
    await visitor.get(endpoints.chooseRole, { body: { role: 'compliance' } })
    const cookie = visitor.jar.get(sessionCookieName) ?? ''
    const { session: before } = await stack().deps.sessions.find(cookie)
    expect(await provedAt(stack(), visitor)).toBeNull()
    const left = await requestWithJar(visitor.jar, `${stack().origin}/auth/sign-in?reauthenticate=1`)
    const uRLSearchParams = new URL(left.headers.get('location') ?? '').searchParams
    expect([uRLSearchParams.get('prompt'), uRLSearchParams.get('max_age')]).toEqual(['login', '0'])
    expect([...uRLSearchParams.values()].join()).not.toContain('two.roles')

    const leftAt = Date.now()
    const { value: at, rows } = await rowsOf(stack(), () => visitor.prove('twoRoles', back))
    expect(at.pathname + at.search).toBe(back)
    expect(visitor.jar.get(sessionCookieName)).not.toBe(cookie)
    const { session: after } = await stack().deps.sessions.find(visitor.jar.get(sessionCookieName))
    expect([after?.hash, after?.handle]).toEqual([before?.hash, before?.handle])
    expect((await visitor.get(endpoints.showCurrentSession)).role).toBe('compliance')
    const former = stack().visitor()
    former.jar.set(sessionCookieName, cookie)
    problemIn(await former.call(endpoints.showCurrentSession), 'not_signed_in')
    const proved = (await provedAt(stack(), visitor)) ?? 0
    // Allow for the provider, which counts in seconds.
    expect(proved).toBeGreaterThan(leftAt - 2_000)
    expect(proved).toBeLessThanOrEqual(Date.now())
    expect(rows).toMatchObject([
      { action: 'session.reauthenticated', result: 'allowed', reason: null, actor_subject: 'two.roles' },
    ])
    expect(rows[0]?.session_hash).toMatch(/^[0-9a-f]{64}$/)
  })

  it('is not needed after a sign-in for which the provider has just authenticated the person', async () => {
    const { identities } = stack().sandbox
    const recentUntil = async (visitor: Visitor) =>
      (await visitor.get(endpoints.showCurrentSession)).recentUntil
    const before = await stack().as('compliance')
    expect([await provedAt(stack(), before), await recentUntil(before)]).toEqual([null, null])
    const age = identities.signInAgeMs
    identities.signInAgeMs = 0
    const visitor = await stack().as('compliance')
    identities.signInAgeMs = age
    const at = (await provedAt(stack(), visitor)) ?? 0
    expect(at).toBeLessThanOrEqual(Date.now())
    expect(Date.parse((await recentUntil(visitor)) ?? '')).toBe(at + stack().deps.config.reauthenticationMs)
  })

  it('by another person changes nothing, and says so with a way back', async () => {
    const visitor = await stack().as('compliance')
    const cookie = visitor.jar.get(sessionCookieName)
    const { value: at, rows } = await rowsOf(stack(), () => visitor.prove('support', back))
    expect(at.pathname).toBe('/sign-in')
    expect(Object.fromEntries(at.searchParams)).toMatchObject({
      problem: 'reauthentication_by_another',
      return: back,
    })
    expect(visitor.jar.get(sessionCookieName)).toBe(cookie)
    expect((await visitor.get(endpoints.showCurrentSession)).name).toBe('Clara Weiss')
    expect(await provedAt(stack(), visitor)).toBeNull()
    expect(rows).toMatchObject([
      {
        ...{ action: 'session.reauthenticated', result: 'refused', reason: 'reauthentication_by_another' },
        ...{ actor_subject: 'clara.weiss', reference: at.searchParams.get('reference') },
      },
    ])
  })

  it.each([
    ['without a role', [], 'no_role'],
    ['without the role of the session', ['paydesk-support'], 'session_ended'],
  ])('%s ends the session at once', async (_, roles, problem) => {
    const { identities } = stack().sandbox
    const visitor = await stack().as('compliance')
    const listener = await listenToStream(visitor)
    identities.grants.set('clara.weiss', { roles })
    const { value: at, rows } = await rowsOf(stack(), () => visitor.prove('compliance', back))
    identities.grants.clear()
    expect(at.searchParams.get('problem')).toBe(problem)
    const ended = problemIn(await visitor.call(endpoints.showCurrentSession), 'session_ended')
    expect(ended.ended?.by).toBe('provider')
    await expect.poll(() => listener.end(), { timeout: 20_000 }).not.toBeNull()
    expect(rows).toMatchObject([
      { action: 'session.ended', reason: 'provider', actor_subject: 'clara.weiss' },
      { action: 'session.reauthenticated', result: 'refused', reason: problem },
    ])
  })

  it('takes over merchants that were taken away or added', async () => {
    const { identities } = stack().sandbox
    const visitor = await stack().as('compliance')
    const listener = await listenToStream(visitor)
    const mark = (await visitor.call(endpoints.showCurrentSession)).headers.get('x-paydesk-session')
    identities.grants.set('clara.weiss', { merchants: ['demo-outlet'] })
    await visitor.prove('compliance', back)
    identities.grants.clear()
    expect(await provedAt(stack(), visitor)).not.toBeNull()
    const { session } = await stack().deps.sessions.find(visitor.jar.get(sessionCookieName))
    expect(session?.merchants).toEqual(['demo-outlet'])
    expect((await visitor.call(endpoints.showCurrentSession)).headers.get('x-paydesk-session')).not.toBe(mark)
    await expect.poll(() => listener.end(), { timeout: 20_000 }).not.toBeNull()
    await visitor.prove('compliance', back)
    const { session: wider } = await stack().deps.sessions.find(visitor.jar.get(sessionCookieName))
    expect(wider?.merchants).toContain('demo-merchant')
  })

  it('for a session that has ended meanwhile signs nobody in', async () => {
    const visitor = await stack().as('compliance')
    const page = await followRedirects(visitor.jar, `${stack().origin}/auth/sign-in?reauthenticate=1`)
    await visitor.get(endpoints.signOut)
    const body = new URLSearchParams({ person: 'clara.weiss' })
    const { at } = await followRedirects(visitor.jar, page.at, { method: 'POST', body })
    expect(at.searchParams.get('problem')).toBe('session_over')
    problemIn(await visitor.call(endpoints.showCurrentSession), 'not_signed_in')
  })

  it('for one session does not count for another session of the same browser', async () => {
    const visitor = await stack().as('compliance')
    const page = await followRedirects(visitor.jar, `${stack().origin}/auth/sign-in?reauthenticate=1`)
    visitor.jar.set(sessionCookieName, (await stack().as('compliance')).jar.get(sessionCookieName) ?? '')
    const body = new URLSearchParams({ person: 'clara.weiss' })
    const { at } = await followRedirects(visitor.jar, page.at, { method: 'POST', body })
    expect(at.searchParams.get('problem')).toBe('sign_in_failed')
    expect(await provedAt(stack(), visitor)).toBeNull()
  })

  it('without a session is an ordinary sign-in, which does not count', async () => {
    const visitor = stack().visitor()
    expect((await visitor.prove('compliance')).pathname).toBe('/')
    expect((await visitor.get(endpoints.showCurrentSession)).name).toBe('Clara Weiss')
    expect(await provedAt(stack(), visitor)).toBeNull()
  })

  it('ends with the session', async () => {
    const visitor = await stack().as('compliance')
    await visitor.prove('compliance')
    expect(await provedAt(stack(), visitor)).not.toBeNull()
    await visitor.get(endpoints.signOut)
    expect(await provedAt(stack(), await stack().as('compliance'))).toBeNull()
  })
})

describe('an identity provider at re-authentication', () => {
  let stack: Stack
  let provider: Awaited<ReturnType<typeof startLyingProvider>>
  beforeAll(async () => {
    provider = await startLyingProvider()
    stack = await startOn('embedded', { config: { OIDC_ISSUER: provider.issuer } })
  })
  afterAll(async () => {
    await stack.stop()
    await provider.stop()
  })
  const now = () => Math.floor(Date.now() / 1_000)

  async function proving(more: () => Readonly<Record<string, unknown>>) {
    const jar: CookieJar = new Map()
    provider.state.token = (claims, { honest }) => ({ body: tokenBody(honest(claims)) })
    await followRedirects(jar, `${stack.origin}/auth/sign-in`)
    provider.state.token = (claims, { honest }) => ({ body: tokenBody(honest({ ...claims, ...more() })) })
    const { at } = await followRedirects(jar, `${stack.origin}/auth/sign-in?reauthenticate=1&return=/x`)
    const { session } = await stack.deps.sessions.find(jar.get(sessionCookieName))
    return { problem: at.searchParams.get('problem'), proved: session?.reauthenticatedAt ?? null, session }
  }

  it.each<[string, string | null, () => Readonly<Record<string, unknown>>]>([
    ['gives no auth_time', 'reauthentication_without_time', () => ({})],
    ['gives one of before', 'reauthentication_without_time', () => ({ auth_time: now() - 120 })],
    ['gives a text', 'sign_in_failed', () => ({ auth_time: new Date().toISOString() })],
    ['gives nothing of a number', 'sign_in_failed', () => ({ auth_time: null })],
    ['names another person', 'reauthentication_by_another', () => ({ auth_time: now(), sub: 'lea.liar2' })],
    ['names nobody’s nonce', 'sign_in_failed', () => ({ auth_time: now(), nonce: 'x' })],
    ['does what it should', null, () => ({ auth_time: now() })],
  ])('that %s: %s', async (_, problem, more) => {
    const ended = await proving(more)
    expect(ended.problem).toBe(problem)
    expect(ended.proved === null).toBe(problem !== null)
    expect(ended.session?.subject).toBe('lea.liar')
    const last = (await auditRows(stack)).at(-1)
    expect(last).toMatchObject({ action: 'session.reauthenticated', reason: problem })
  })

  it('takes merchants away also if the authentication is not recent', async () => {
    const { problem, session } = await proving(() => ({ auth_time: now() - 120, merchants: ['demo-outlet'] }))
    expect([problem, session?.merchants]).toEqual(['reauthentication_without_time', ['demo-outlet']])
  })

  it('whose clock is ahead does not extend the re-authentication', async () => {
    const { proved } = await proving(() => ({ auth_time: now() + 3_600 }))
    expect(proved).toBeLessThanOrEqual(Date.now())
  })
})
