import { createPrivateKey, generateKeyPairSync, type KeyObject, randomUUID, sign } from 'node:crypto'
import { endpoints } from '@paydesk/shared/endpoints'
import { expect, it } from 'vitest'
import { signingKey } from '../../sandbox/signing-key.ts'
import { startBeside } from '../../support/contract/second-instance.ts'
import { auditRows, isTriedOn, onEachDatabase, problemIn, rowsOf } from '../../support/contract/support.ts'
import { followRedirects, requestWithJar } from '../../support/stack/browse.ts'
import type { Stack, Visitor } from '../../support/stack/start.ts'

const event = 'http://schemas.openid.net/event/backchannel-logout'
const honest = createPrivateKey({ key: signingKey, format: 'jwk' })
const forger = generateKeyPairSync('rsa', { modulusLength: 2_048 }).privateKey
const now = () => Math.floor(Date.now() / 1_000)

type Claims = Readonly<Record<string, unknown>>
const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

function signed(key: KeyObject, claims: Claims, header: Claims = {}): string {
  const text = `${encoded({ alg: 'RS256', kid: signingKey.kid, typ: 'logout+jwt', ...header })}.${encoded(claims)}`
  return `${text}.${sign('sha256', Buffer.from(text), key).toString('base64url')}`
}

function claimsFor(stack: Stack, more: Claims = {}): Claims {
  return {
    iss: stack.sandbox.idpUrl,
    aud: 'paydesk',
    iat: now(),
    exp: now() + 120,
    jti: randomUUID(),
    events: { [event]: {} },
    ...more,
  }
}

function tell(stack: Stack, body: string | URLSearchParams, headers: Record<string, string> = {}) {
  return fetch(`${stack.origin}/auth/backchannel-logout`, { method: 'POST', body, headers })
}

const logout = (stack: Stack, token: string) => tell(stack, new URLSearchParams({ logout_token: token }))

async function isSignedIn(visitor: Visitor): Promise<boolean> {
  return (await visitor.call(endpoints.showCurrentSession)).status === 200
}

/** Id of a person's newest session at the provider. */
async function providerSessionOf(stack: Stack, subject: string): Promise<string> {
  const row = await stack.deps.store.db
    .selectFrom('sessions')
    .select('provider_session')
    .where('subject', '=', subject)
    .orderBy('created_at', 'desc')
    .executeTakeFirstOrThrow()
  return row.provider_session ?? ''
}

onEachDatabase('back-channel sign-out', (stack, backing) => {
  const itOnOneDatabase = it.runIf(isTriedOn(backing))
  it('ends the named session only', async () => {
    const first = await stack().as('finance')
    const named = await providerSessionOf(stack(), 'farid.nasser')
    const second = await stack().as('finance')
    expect(named).toMatch(/^[\w-]{10,}$/)
    const { value, rows } = await rowsOf(stack(), () =>
      logout(stack(), signed(honest, claimsFor(stack(), { sid: named }))),
    )
    expect([value.status, await value.text()]).toEqual([200, ''])
    expect(value.headers.get('cache-control')).toBe('no-store')
    expect(rows).toMatchObject([{ action: 'session.ended', result: 'allowed', reason: 'provider' }])
    problemIn(await first.call(endpoints.showCurrentSession), 'not_signed_in')
    expect(await isSignedIn(second)).toBe(true)
  })

  itOnOneDatabase(
    'ends a named session only if it is of the named person, without an end of the token as well',
    async () => {
      const visitor = await stack().as('finance')
      const sid = await providerSessionOf(stack(), 'farid.nasser')
      const of = (sub: string) => signed(honest, claimsFor(stack(), { sid, sub, exp: undefined }))
      expect((await logout(stack(), of('ana.ruiz'))).status).toBe(200)
      expect(await isSignedIn(visitor)).toBe(true)
      expect((await logout(stack(), of('farid.nasser'))).status).toBe(200)
      expect(await isSignedIn(visitor)).toBe(false)
    },
  )

  it('obeys a token once, on any instance and after a restart', async () => {
    const token = signed(honest, claimsFor(stack(), { sub: 'auden.holt' }))
    expect((await logout(stack(), token)).status).toBe(200)
    const visitor = await stack().as('auditor')
    const beside = await startBeside(stack(), backing)
    try {
      for (const { origin } of [stack(), beside]) {
        const body = new URLSearchParams({ logout_token: token })
        const again = await fetch(`${origin}/auth/backchannel-logout`, { method: 'POST', body })
        expect(again.status).toBe(400)
      }
    } finally {
      await beside.stop()
    }
    expect(await isSignedIn(visitor)).toBe(true)
    expect(stack().logged.join('')).toContain('"cause":"used_before"')
  })

  it('obeys one of two equal tokens that arrive together', async () => {
    const token = signed(honest, claimsFor(stack(), { sub: 'auden.holt' }))
    const answers = await Promise.all([logout(stack(), token), logout(stack(), token)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400])
  })

  it('ends a session under the name that the provider gave it at a re-authentication', async () => {
    const visitor = await stack().as('finance')
    const first = await providerSessionOf(stack(), 'farid.nasser')
    const elsewhere = stack().visitor()
    elsewhere.jar.set('paydesk_session', visitor.jar.get('paydesk_session') ?? '')
    await elsewhere.prove('finance')
    const named = await providerSessionOf(stack(), 'farid.nasser')
    expect(named).not.toBe(first)
    const token = signed(honest, claimsFor(stack(), { sid: named }))
    expect((await logout(stack(), token)).status).toBe(200)
    expect(await isSignedIn(elsewhere)).toBe(false)
  })

  it('ends every session of the named person', async () => {
    const [first, second, other] = [
      await stack().as('auditor'),
      await stack().as('auditor'),
      await stack().as('support'),
    ]
    const token = signed(honest, claimsFor(stack(), { sub: 'auden.holt' }))
    expect((await logout(stack(), token)).status).toBe(200)
    expect(await Promise.all([first, second, other].map(isSignedIn))).toEqual([false, false, true])
  })

  itOnOneDatabase.each<readonly [words: string, token: (sound: Claims) => string]>([
    ['signed by another key', (sound) => signed(forger, sound)],
    ['signed by another key under no name', (sound) => signed(forger, sound, { kid: undefined })],
    ['not signed', (sound) => `${encoded({ alg: 'none' })}.${encoded(sound)}.`],
    ['under a symmetric algorithm', (sound) => signed(honest, sound, { alg: 'HS256' })],
    ['with its key inside', (sound) => signed(forger, sound, { jwk: signingKey, kid: undefined })],
    ['for another application', (sound) => signed(honest, { ...sound, aud: 'another' })],
    ['for other applications', (sound) => signed(honest, { ...sound, aud: ['another', 'third'] })],
    ['for no application', (sound) => signed(honest, { ...sound, aud: undefined })],
    ['for an empty list of applications', (sound) => signed(honest, { ...sound, aud: [] })],
    ['under a key of no name that the provider has', (sound) => signed(honest, sound, { kid: 'zqx7' })],
    ['with a rule that nobody knows', (sound) => signed(honest, sound, { crit: ['zqx7'], zqx7: true })],
    ['whose events are a list', (sound) => signed(honest, { ...sound, events: [event] })],
    ['whose events are a text', (sound) => signed(honest, { ...sound, events: event })],
    ['without events', (sound) => signed(honest, { ...sound, events: {} })],
    ['whose ID is a number', (sound) => signed(honest, { ...sound, jti: 7 })],
    ['with an empty ID', (sound) => signed(honest, { ...sound, jti: '' })],
    ['whose session is a number', (sound) => signed(honest, { ...sound, sid: 7 })],
    ['whose person is a list', (sound) => signed(honest, { ...sound, sub: ['ada.moreau'] })],
    ['whose time is a text', (sound) => signed(honest, { ...sound, iat: String(now()) })],
    ['of six minutes ago', (sound) => signed(honest, { ...sound, iat: now() - 370, exp: undefined })],
    ['cut at its end', (sound) => signed(honest, sound).slice(0, -8)],
    ['with blanks', (sound) => signed(honest, sound).replace('.', '. ')],
    ['from another issuer', (sound) => signed(honest, { ...sound, iss: 'https://evil.example.test' })],
    ['that is old', (sound) => signed(honest, { ...sound, iat: now() - 3_600, exp: now() + 60 })],
    ['that has ended', (sound) => signed(honest, { ...sound, iat: now() - 200, exp: now() - 100 })],
    ['without a time', (sound) => signed(honest, { ...sound, iat: undefined })],
    ['that is an id token', (sound) => signed(honest, { ...sound, events: undefined })],
    ['about another event', (sound) => signed(honest, { ...sound, events: { 'http://other': {} } })],
    ['with a nonce', (sound) => signed(honest, { ...sound, nonce: 'n' })],
    ['about nobody', (sound) => signed(honest, { ...sound, sub: undefined })],
    ['about an empty session', (sound) => signed(honest, { ...sound, sid: '' })],
    ['without an ID', (sound) => signed(honest, { ...sound, jti: undefined })],
    ['of the type of an access token', (sound) => signed(honest, sound, { typ: 'at+jwt' })],
    ['of the type of an ID token', (sound) => signed(honest, sound, { typ: 'JWT' })],
    ['without a type', (sound) => signed(honest, sound, { typ: undefined })],
    ['whose event is no object', (sound) => signed(honest, { ...sound, events: { [event]: true } })],
    ['with an empty nonce', (sound) => signed(honest, { ...sound, nonce: null })],
    ['from the future', (sound) => signed(honest, { ...sound, iat: now() + 600, exp: now() + 900 })],
    ['that is none', () => 'zqx7'],
    ['that is empty', () => ''],
    ['of 15 KB', () => 'z'.repeat(15_000)],
  ])('rejects a token %s and ends nothing', async (_, token) => {
    const visitor = await stack().as('admin')
    const sound = claimsFor(stack(), { sub: 'ada.moreau' })
    const { value, rows } = await rowsOf(stack(), () => logout(stack(), token(sound)))
    expect([value.status, await value.text()]).toEqual([400, ''])
    expect(rows).toEqual([])
    expect(await isSignedIn(visitor)).toBe(true)
  })

  itOnOneDatabase.each<readonly [words: string, body: (token: string) => string, type: string]>([
    ['JSON', (token) => JSON.stringify({ logout_token: token }), 'application/json'],
    [
      'two tokens',
      (token) => `logout_token=${token}&logout_token=${token}`,
      'application/x-www-form-urlencoded',
    ],
    ['an object', (token) => `logout_token[a]=${token}`, 'application/x-www-form-urlencoded'],
    [
      'too much',
      (token) => `logout_token=${token}&x=${'y'.repeat(20_000)}`,
      'application/x-www-form-urlencoded',
    ],
    ['nothing', () => '', 'application/x-www-form-urlencoded'],
  ])('rejects a valid token in %s', async (_, body, type) => {
    const visitor = await stack().as('admin')
    const token = signed(honest, claimsFor(stack(), { sub: 'ada.moreau' }))
    expect((await tell(stack(), body(token), { 'content-type': type })).status).toBe(400)
    expect(await isSignedIn(visitor)).toBe(true)
  })

  itOnOneDatabase.each<readonly [words: string, claims: Claims, type: string]>([
    ['for several applications', { aud: ['another', 'paydesk'] }, 'application/x-www-form-urlencoded'],
    ['in a form that names its charset', {}, 'application/x-www-form-urlencoded; charset=UTF-8'],
    ['in a form of another letter case', {}, 'Application/X-WWW-Form-URLencoded;charset="utf-8"'],
    [
      'with an event that says more',
      { events: { [event]: { more: 1 }, other: {} } },
      'application/x-www-form-urlencoded',
    ],
  ])('obeys a token %s', async (_, claims, type) => {
    const visitor = await stack().as('admin')
    const token = signed(honest, claimsFor(stack(), { sub: 'ada.moreau', ...claims }))
    expect((await tell(stack(), `logout_token=${token}`, { 'content-type': type })).status).toBe(200)
    expect(await isSignedIn(visitor)).toBe(false)
  })

  itOnOneDatabase('ends the session when the person signs out at the provider', async () => {
    const visitor = await stack().as('support')
    const { idpUrl } = stack().sandbox
    const page = await requestWithJar(visitor.jar, `${idpUrl}/session/end`)
    const xsrf = /name="xsrf" value="([^"]+)"/.exec(await page.text())?.[1] ?? ''
    const body = new URLSearchParams({ xsrf, logout: 'yes' })
    await followRedirects(visitor.jar, `${idpUrl}/session/end/confirm`, { method: 'POST', body })
    await expect.poll(() => isSignedIn(visitor)).toBe(false)
    await expect
      .poll(async () => (await auditRows(stack())).at(-1))
      .toMatchObject({ action: 'session.ended' })
  })

  itOnOneDatabase('leaves no token in the log', () => {
    expect(stack().logged.join('')).not.toMatch(/eyJhbGciOi|zqx7/)
  })
})
