import { endpoints } from '@paydesk/shared/endpoints'
import { expect, it } from 'vitest'
import {
  causeOf,
  cookiesOf,
  memoryOf,
  sessionCookieName,
  wayBack,
} from '../../support/contract/sign-in-steps.ts'
import { onOneDatabase, problemIn, rowsOf } from '../../support/contract/support.ts'
import { type CookieJar, followRedirects, requestWithJar } from '../../support/stack/browse.ts'
import { people } from '../../support/stack/start.ts'

onOneDatabase('sign-in', (stack) => {
  async function expectRefused(jar: CookieJar, callback: URL): Promise<void> {
    const { value: response, rows } = await rowsOf(stack(), () => requestWithJar(jar, callback))
    expect(response.status).toBe(303)
    const at = new URL(response.headers.get('location') ?? '', stack().origin)
    expect(at.pathname).toBe('/sign-in')
    expect(Object.fromEntries(at.searchParams)).toEqual({
      problem: 'sign_in_failed',
      reference: expect.stringMatching(/^PD-/),
    })
    expect(rows).toMatchObject([
      {
        action: 'session.refused',
        result: 'refused',
        reason: 'sign_in_failed',
        actor_subject: null,
        reference: at.searchParams.get('reference'),
      },
    ])
    expect([...cookiesOf(response).keys()]).not.toContain(sessionCookieName)
  }

  it('starts with a new PKCE challenge, state and nonce each time', async () => {
    const seen = new Set<string>()
    for (let nth = 0; nth < 3; nth += 1) {
      const response = await fetch(`${stack().origin}/auth/sign-in`, { redirect: 'manual' })
      const at = new URL(response.headers.get('location') ?? '')
      expect(at.origin).toBe(stack().sandbox.idpUrl)
      expect(Object.fromEntries(at.searchParams)).toEqual({
        client_id: 'paydesk',
        response_type: 'code',
        redirect_uri: `${stack().origin}/auth/callback`,
        scope: 'openid profile email paydesk',
        code_challenge: expect.stringMatching(/^[\w-]{43}$/),
        code_challenge_method: 'S256',
        state: expect.stringMatching(/^[\w-]{43}$/),
        nonce: expect.stringMatching(/^[\w-]{43}$/),
      })
      for (const name of ['state', 'nonce', 'code_challenge']) seen.add(at.searchParams.get(name) ?? '')
      const cookie = cookiesOf(response).get(memoryOf(at))
      expect(cookie?.attributes.filter((one) => !one.startsWith('Expires')).sort()).toEqual([
        'HttpOnly',
        'Max-Age=600',
        'Path=/',
        'SameSite=Lax',
      ])
      // The cookie is encrypted: state and nonce appear in the URL only, the PKCE verifier nowhere.
      for (const secret of seen) expect(cookie?.value).not.toContain(secret)
    }
    expect(seen.size).toBe(9)
  })

  it('sets a session cookie that scripts cannot read and that ends with the browser', async () => {
    const jar: CookieJar = new Map()
    const callback = await wayBack(stack(), jar)
    const response = await requestWithJar(jar, callback)
    const cookies = cookiesOf(response)
    expect(cookies.get(sessionCookieName)?.value).toMatch(/^[\w-]{43}$/)
    expect(cookies.get(sessionCookieName)?.attributes.sort()).toEqual(['HttpOnly', 'Path=/', 'SameSite=Lax'])
    expect(cookies.get(memoryOf(callback))?.value).toBe('')
    expect(response.headers.get('strict-transport-security')).toBeNull()
    expect(response.headers.get('cache-control')).toBe('no-store')
  })

  it('audits the person, the address and the role of a new session', async () => {
    const { rows } = await rowsOf(stack(), () => stack().as('finance'))
    expect(rows).toMatchObject([
      {
        action: 'session.started',
        result: 'allowed',
        reason: null,
        actor_issuer: stack().sandbox.idpUrl,
        actor_subject: 'farid.nasser',
        role: 'finance',
        session_hash: expect.stringMatching(/^[0-9a-f]{64}$/),
        source_address: expect.stringMatching(/^(::1|(::ffff:)?127\.0\.0\.1)$/),
        environment: null,
        subject_kind: 'session',
        subject_id: expect.stringMatching(/^w_/),
        reference: expect.stringMatching(/^PD-/),
      },
    ])
  })

  it('stores neither the cookie nor the person in plain text', async () => {
    const visitor = await stack().as('support')
    const rows = JSON.stringify(await stack().deps.store.db.selectFrom('sessions').selectAll().execute())
    expect(rows).not.toContain(visitor.jar.get(sessionCookieName))
    // Patterns long enough that encrypted text, which is random, does not match by chance.
    expect(rows).not.toMatch(/Ana Ruiz|ana\.ruiz@|eyJhbGciOi/)
    expect(stack().logged.join('')).not.toContain(visitor.jar.get(sessionCookieName))
  })

  it.each([
    ['another state', (at: URL) => at.searchParams.set('state', 'x'.repeat(43))],
    ['no state', (at: URL) => at.searchParams.delete('state')],
    ['two states', (at: URL) => at.searchParams.append('state', 'x')],
    ['another code', (at: URL) => at.searchParams.set('code', 'x'.repeat(43))],
    ['no code', (at: URL) => at.searchParams.delete('code')],
    ['another issuer', (at: URL) => at.searchParams.set('iss', 'https://evil.example.test')],
    ['the provider’s refusal', (at: URL) => at.searchParams.set('error', 'access_denied')],
  ])('rejects a callback with %s', async (_, change) => {
    const jar: CookieJar = new Map()
    const callback = await wayBack(stack(), jar)
    change(callback)
    await expectRefused(jar, callback)
  })

  it('works in two windows at once, each with its own way back', async () => {
    const jar: CookieJar = new Map()
    const leave = (path: string) => requestWithJar(jar, `${stack().origin}/auth/sign-in?return=${path}`)
    const lefts = [await leave('/c/1'), await leave('/c/2')]
    expect([...jar.keys()].filter((name) => name.startsWith('paydesk_sign_in_'))).toHaveLength(2)
    const ends: string[] = []
    for (const left of lefts) {
      const page = await followRedirects(jar, left.headers.get('location') ?? '')
      const body = new URLSearchParams({ person: people.support })
      const isPage = page.at.pathname.startsWith('/sign-in/')
      const { at } = isPage ? await followRedirects(jar, page.at, { method: 'POST', body }) : page
      ends.push(at.pathname + at.search)
    }
    expect(ends).toEqual(['/c/1', '/c/2'])
    expect([...jar.keys()].filter((name) => name.startsWith('paydesk_sign_in_'))).toEqual([])
  })

  it('keeps the newest five sign-ins of a browser', async () => {
    const jar: CookieJar = new Map()
    const states: URL[] = []
    for (let nth = 0; nth < 7; nth += 1) {
      const left = await requestWithJar(jar, `${stack().origin}/auth/sign-in`)
      states.push(new URL(left.headers.get('location') ?? ''))
    }
    const kept = [...jar.keys()].filter((name) => name.startsWith('paydesk_sign_in_'))
    expect(kept).toEqual(states.slice(2).map(memoryOf))
  })

  it.each([
    ['state_mismatch', (at: URL) => at.searchParams.set('state', 'x')],
    ['response_invalid', (at: URL) => at.searchParams.delete('code')],
    ['response_invalid', (at: URL) => at.searchParams.set('iss', 'https://evil.example.test')],
    ['provider_error', (at: URL) => at.searchParams.set('error', 'access_denied')],
    ['token_endpoint_refused', (at: URL) => at.searchParams.set('code', 'zqx7')],
  ])('logs the cause %s under the reference of the page', async (cause, change) => {
    const jar: CookieJar = new Map()
    const callback = await wayBack(stack(), jar)
    change(callback)
    const response = await requestWithJar(jar, callback)
    const at = new URL(response.headers.get('location') ?? '', stack().origin)
    expect(causeOf(stack(), at.searchParams.get('reference'))).toBe(cause)
    expect(stack().logged.join('')).not.toContain('zqx7')
  })

  it('without a role ends the session that ran in the browser', async () => {
    const visitor = await stack().as('support')
    const cookie = visitor.jar.get(sessionCookieName) ?? ''
    stack().sandbox.identities.grants.set('ana.ruiz', { roles: [] })
    const { at } = await followRedirects(visitor.jar, `${stack().origin}/auth/sign-in`)
    stack().sandbox.identities.grants.clear()
    expect(at.searchParams.get('problem')).toBe('no_role')
    expect(at.searchParams.getAll('looked')).toEqual(['id_token.no_role'])
    visitor.jar.set(sessionCookieName, cookie)
    expect(problemIn(await visitor.call(endpoints.showCurrentSession), 'session_ended').ended?.by).toBe(
      'provider',
    )
  })

  it('accepts a callback once', async () => {
    const jar: CookieJar = new Map()
    const callback = await wayBack(stack(), jar)
    const before = new Map(jar)
    expect((await requestWithJar(jar, callback)).headers.get('location')).toBe('/')
    await expectRefused(new Map(jar), callback)
    await expectRefused(before, callback)
  })

  it('accepts a callback only in the browser that started the sign-in', async () => {
    const victim: CookieJar = new Map()
    const callback = await wayBack(stack(), victim)
    await expectRefused(new Map(), callback)
    // Reject the callback with the cookie of the thief's own sign-in, too.
    const thief: CookieJar = new Map()
    await wayBack(stack(), thief)
    await expectRefused(thief, callback)
  })

  it('rejects a cookie that it did not encrypt for a sign-in', async () => {
    const { cipher } = stack().deps
    const pending = JSON.stringify({
      verifier: 'v'.repeat(43),
      state: 's',
      nonce: 'n',
      back: '//evil.example.test',
    })
    for (const value of [
      '',
      'x',
      pending,
      cipher.seal('session', pending),
      cipher.seal('sign-in', '{}'),
      cipher.seal('sign-in', 'null'),
    ]) {
      const callback = new URL('/auth/callback?code=x&state=s', stack().origin)
      await expectRefused(new Map([[memoryOf(callback), encodeURIComponent(value)]]), callback)
    }
  })

  it('rejects a callback more than ten minutes after the start', async () => {
    const jar: CookieJar = new Map()
    const callback = await wayBack(stack(), jar)
    const { cipher } = stack().deps
    const memory = memoryOf(callback)
    const opened = cipher.open('sign-in', decodeURIComponent(jar.get(memory) ?? ''))
    const kept: unknown = JSON.parse(opened ?? '')
    const aged = (minutes: number) =>
      cipher.seal(
        'sign-in',
        JSON.stringify(Object.assign({}, kept, { leftAt: Date.now() - minutes * 60_000 })),
      )
    jar.set(memory, aged(11))
    await expectRefused(jar, callback)
    expect(stack().logged.join('')).toContain('"cause":"expired"')
    jar.set(memory, aged(9))
    expect((await requestWithJar(jar, callback)).headers.get('location')).toBe('/')
  })

  it('asks the provider for another person on request', async () => {
    const left = await fetch(`${stack().origin}/auth/sign-in?as=other`, { redirect: 'manual' })
    expect(new URL(left.headers.get('location') ?? '').searchParams.get('prompt')).toBe('login')
  })

  it('creates a new session each time: ignores a planted cookie and ends the old session', async () => {
    const visitor = stack().visitor()
    visitor.jar.set(sessionCookieName, 'A'.repeat(43))
    await visitor.signIn('support')
    const first = visitor.jar.get(sessionCookieName)
    expect(first).not.toBe('A'.repeat(43))
    // The provider remembers the person, so the second sign-in goes through without a page.
    const { rows } = await rowsOf(stack(), () =>
      followRedirects(visitor.jar, `${stack().origin}/auth/sign-in`),
    )
    expect(rows).toMatchObject([
      { action: 'session.ended', reason: 'signed_in_again', actor_subject: 'ana.ruiz' },
      { action: 'session.started', reason: null, actor_subject: 'ana.ruiz' },
    ])
    const second = visitor.jar.get(sessionCookieName)
    expect(second).not.toBe(first)
    expect((await visitor.call(endpoints.showCurrentSession)).status).toBe(200)
    visitor.jar.set(sessionCookieName, first ?? '')
    problemIn(await visitor.call(endpoints.showCurrentSession), 'not_signed_in')
  })

  it('creates no session without a role, and the page says why', async () => {
    const visitor = stack().visitor()
    const { value: at, rows } = await rowsOf(stack(), () => visitor.signIn('noRole'))
    expect(at.pathname).toBe('/sign-in')
    expect(at.searchParams.get('problem')).toBe('no_role')
    expect(rows).toMatchObject([
      { action: 'session.refused', reason: 'no_role', reference: at.searchParams.get('reference') },
    ])
    expect(visitor.jar.has(sessionCookieName)).toBe(false)
  })

  it.each([
    ['/c/c_00000000000000000000', '/c/c_00000000000000000000'],
    ['/t/x?customer=c_1', '/t/x?customer=c_1'],
    ['//evil.example.test', '/'],
    ['/..//evil.example.test', '/'],
    ['/\\evil.example.test', '/'],
    ['https://evil.example.test/', '/'],
    ['/\t/evil.example.test', '/'],
    ['/auth/sign-in', '/'],
  ])('with the return path %j leads to %s', async (wanted, end) => {
    const visitor = stack().visitor()
    const at = await visitor.signIn('support', wanted)
    expect(at.href).toBe(`${stack().origin}${end}`)
  })
})
