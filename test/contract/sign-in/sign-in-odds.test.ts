import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { endpoints } from '@paydesk/shared/endpoints'
import { germanSignInPage } from '@paydesk/shared/messages/de/sign-in-page'
import { englishSignInPage } from '@paydesk/shared/messages/en/sign-in-page'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cutWaitsShort, startLyingProvider } from '../../support/contract/lying-provider.ts'
import { cookiesOf, memoryOf, sessionCookieName, wayBack } from '../../support/contract/sign-in-steps.ts'
import { auditRows, problemIn, startOn } from '../../support/contract/support.ts'
import { type CookieJar, followRedirects, requestWithJar } from '../../support/stack/browse.ts'
import type { Stack, Visitor } from '../../support/stack/start.ts'

describe('behind HTTPS', () => {
  const origin = 'https://paydesk.example.test'
  let stack: Stack
  beforeAll(async () => {
    stack = await startOn('embedded', { publicOrigin: origin })
  })
  afterAll(() => stack.stop())

  it('cookies have the prefix __Host- and the attribute Secure, and HSTS is sent', async () => {
    const jar: CookieJar = new Map()
    const left = await requestWithJar(jar, `${stack.origin}/auth/sign-in`)
    const memory = memoryOf(new URL(left.headers.get('location') ?? ''))
    const { attributes } = cookiesOf(left).get(`__Host-${memory}`) ?? { attributes: [] }
    expect(attributes).toContain('Secure')
    const callback = await wayBack(stack, jar)
    expect(callback.origin).toBe(origin)
    const response = await requestWithJar(jar, new URL(callback.pathname + callback.search, stack.origin))
    expect(response.headers.get('location')).toBe('/')
    const cookie = cookiesOf(response).get(`__Host-${sessionCookieName}`)
    expect(cookie?.attributes.sort()).toEqual(['HttpOnly', 'Path=/', 'SameSite=Lax', 'Secure'])
    expect(response.headers.get('strict-transport-security')).toBe('max-age=31536000; includeSubDomains')
    const visitor = stack.visitor()
    visitor.jar.set(`__Host-${sessionCookieName}`, cookie?.value ?? '')
    expect((await visitor.call(endpoints.showCurrentSession)).status).toBe(200)
    // Reject the cookie without the prefix: another host of the domain could have set the cookie.
    visitor.jar.clear()
    visitor.jar.set(sessionCookieName, cookie?.value ?? '')
    problemIn(await visitor.call(endpoints.showCurrentSession), 'not_signed_in')
  })
})

describe('an identity provider that does not answer', () => {
  let stack: Stack
  let provider: Awaited<ReturnType<typeof startLyingProvider>>
  beforeAll(async () => {
    provider = await startLyingProvider()
    const pages = mkdtempSync(join(tmpdir(), 'paydesk-pages-'))
    writeFileSync(join(pages, 'index.html'), '<!doctype html><title>Paydesk</title>')
    stack = await startOn('embedded', { config: { OIDC_ISSUER: provider.issuer }, pages })
  })
  afterAll(async () => {
    await stack.stop()
    await provider.stop()
  })

  it.each(['silent', 'gone'] as const)(
    '(%s) is waited for once, five seconds, and a page says so without a redirect loop',
    async (mode) => {
      provider.state.mode = mode
      const jar: CookieJar = new Map()
      const leave = () => requestWithJar(jar, `${stack.origin}/auth/sign-in?return=/c/1`)
      const { value: first, waits } = await cutWaitsShort(leave)
      expect(waits).toEqual([5_000])
      const at = new URL(first.headers.get('location') ?? '', stack.origin)
      expect(at.pathname).toBe('/sign-in')
      expect(at.searchParams.get('problem')).toBe('sign_in_unavailable')
      const page = await requestWithJar(jar, at, { headers: { accept: 'text/html' } })
      expect([page.status, page.headers.get('location')]).toEqual([200, null])
      expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8')
    },
  )

  it('works again without a restart, and sessions survive its absence', async () => {
    provider.state.mode = 'there'
    const visitor = stack.visitor()
    const { at } = await followRedirects(visitor.jar, `${stack.origin}/auth/sign-in?return=/c/1`)
    expect(at.pathname).toBe('/c/1')
    provider.state.mode = 'gone'
    expect((await visitor.call(endpoints.showCurrentSession)).status).toBe(200)
    expect(await visitor.get(endpoints.signOut)).toEqual({ next: '/signed-out' })
    problemIn(await visitor.call(endpoints.showCurrentSession), 'not_signed_in')
  })
})

describe('behind a proxy that the configuration does not name', () => {
  const limit = { PAYDESK_SIGN_INS_PER_MINUTE: '3', PAYDESK_TRUST_PROXY: '' }
  const warned = (stack: Stack) => stack.logged.filter((line) => line.includes('PAYDESK_TRUST_PROXY')).length
  const proxyCheck = async (admin: Visitor) =>
    (await admin.get(endpoints.showHealth)).installation?.find(({ check }) => check === 'proxy')

  it('a stranger uses up no limit of others, and log and health page say what to set', async () => {
    const stack = await startOn('embedded', { config: limit })
    try {
      const from = (address: string, path = '/auth/sign-in') =>
        stack.visitor().send('GET', path, { headers: { 'x-forwarded-for': `198.51.100.9, ${address}` } })
      const admin = await stack.as('admin')
      expect(await proxyCheck(admin)).toMatchObject({ status: 'good' })
      const stranger = []
      for (let nth = 0; nth < 5; nth += 1) stranger.push((await from('192.0.2.1')).status)
      expect(stranger).toEqual([303, 303, 303, 429, 429])
      expect((await from('192.0.2.2')).status).toBe(303)
      const shopper = Array.from({ length: 121 }, () => from('192.0.2.1', '/return/zqx7'))
      expect((await Promise.all(shopper)).some(({ status }) => status === 429)).toBe(true)
      expect((await from('192.0.2.2', '/return/zqx7')).status).toBe(404)
      expect(warned(stack)).toBe(1)
      expect(await proxyCheck(admin)).toMatchObject({ status: 'bad', facts: [{ code: 'proxy_unnamed' }] })
    } finally {
      await stack.stop()
    }
  })

  it('nobody is limited if nothing tells strangers apart, and a warning is logged at the start', async () => {
    const publicOrigin = 'https://paydesk.example.test'
    const stack = await startOn('embedded', { config: limit, publicOrigin })
    try {
      expect(warned(stack)).toBe(1)
      for (let nth = 0; nth < 5; nth += 1)
        expect((await stack.visitor().send('GET', '/auth/sign-in')).status).toBe(303)
    } finally {
      await stack.stop()
    }
  })
})

describe('the rate limit of sign-ins', () => {
  it('applies to the sign-in only', async () => {
    const stack = await startOn('embedded', { config: { PAYDESK_SIGN_INS_PER_MINUTE: '3' } })
    try {
      const visitor = stack.visitor()
      for (let nth = 0; nth < 3; nth += 1)
        expect((await visitor.send('GET', '/auth/sign-in')).status).toBe(303)
      for (const path of ['/auth/sign-in', '/auth/callback']) {
        const answer = await visitor.send('GET', path)
        expect([
          answer.status,
          answer.headers.get('content-type'),
          answer.headers.get('retry-after'),
        ]).toEqual([429, 'text/html; charset=utf-8', '60'])
        expect(answer.text).toContain(englishSignInPage.problems.too_many_requests.detail)
        expect(answer.text).toMatch(/PD-[0-9A-Z]{10}/)
        const german = await visitor.send('GET', path, { headers: { 'accept-language': 'de-AT,en;q=0.5' } })
        expect(german.text).toContain(germanSignInPage.problems.too_many_requests.detail)
      }
      expect((await visitor.send('GET', '/livez')).status).toBe(200)
      // Back-channel sign-out has no limit: a provider may end many sessions at once. 400: invalid token.
      expect((await visitor.send('POST', '/auth/backchannel-logout')).status).toBe(400)
      expect((await auditRows(stack)).filter(({ action }) => action !== 'session.refused')).toEqual([])
    } finally {
      await stack.stop()
    }
  })
})
