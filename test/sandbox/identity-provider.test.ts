import { createHash } from 'node:crypto'
import type { Server } from 'node:http'
import { createServer } from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readBody } from './answer.ts'
import { parseJson } from './json.ts'
import { staffMembers } from './people.ts'
import type { Sandbox } from './start.ts'
import { startSandbox } from './start.ts'
import { valueAt } from './test-client.ts'

let app: Server
let appOrigin = ''
let sandbox: Sandbox
const signOuts: string[] = []

beforeAll(async () => {
  app = createServer((request, response) => {
    void readBody(request).then((bytes) => {
      if (request.url === '/auth/backchannel-logout') signOuts.push(bytes?.toString('utf8') ?? '')
      response.end()
    })
  })
  await new Promise<void>((resolve) => {
    app.listen(0, '127.0.0.1', resolve)
  })
  const address = app.address()
  appOrigin = `http://localhost:${typeof address === 'object' && address !== null ? address.port : 0}`
  sandbox = await startSandbox({ appOrigins: [appOrigin] })
})
afterAll(async () => {
  await sandbox.stop()
  app.closeAllConnections()
  app.close()
})

const verifier = 'v'.repeat(64)

/** Browser as the provider sees it: cookies and redirects. */
class Visitor {
  readonly #cookies = new Map<string, string>()

  async go(address: string, form?: URLSearchParams): Promise<Response> {
    const headers = { cookie: [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ') }
    const response = await fetch(new URL(address, sandbox.idpUrl), {
      headers,
      redirect: 'manual',
      ...(form === undefined ? {} : { method: 'POST', body: form }),
    })
    for (const cookie of response.headers.getSetCookie()) {
      const [pair = ''] = cookie.split(';')
      const at = pair.indexOf('=')
      this.#cookies.set(pair.slice(0, at), pair.slice(at + 1))
    }
    return response
  }

  /** Follows redirects inside the provider and stops at a page or at the app. */
  async follow(response: Response): Promise<{ response: Response; address: string }> {
    let [current, address] = [response, '']
    for (let hop = 0; hop < 10; hop += 1) {
      const location = current.headers.get('location')
      if (location === null) break
      address = new URL(location, sandbox.idpUrl).href
      if (address.startsWith(appOrigin)) break
      current = await this.go(address)
    }
    return { response: current, address }
  }

  cookieNames(): string[] {
    return [...this.#cookies.keys()]
  }
}

function authorizeUrl(extra: Record<string, string> = {}): string {
  const challenge = createHash('sha256').update(verifier).digest('base64url')
  return `/auth?${new URLSearchParams({ client_id: 'paydesk', response_type: 'code', redirect_uri: `${appOrigin}/auth/callback`, scope: 'openid profile email paydesk', state: 's', nonce: 'n', code_challenge: challenge, code_challenge_method: 'S256', ...extra })}`
}

async function signIn(visitor: Visitor, sub: string, extra: Record<string, string> = {}) {
  const page = await visitor.follow(await visitor.go(authorizeUrl(extra)))
  expect(page.address).toContain('/sign-in/')
  const html = await page.response.text()
  const { address } = await visitor.follow(
    await visitor.go(page.address, new URLSearchParams({ person: sub })),
  )
  const code = new URL(address).searchParams.get('code') ?? ''
  return { html, code, policy: page.response.headers.get('content-security-policy') ?? '' }
}

async function exchange(code: string, basic: boolean): Promise<{ idToken: string; claims: unknown }> {
  const form = new URLSearchParams({
    grant_type: 'authorization_code',
    code,
    redirect_uri: `${appOrigin}/auth/callback`,
    code_verifier: verifier,
  })
  const headers: Record<string, string> = {}
  if (basic)
    headers.authorization = `Basic ${Buffer.from('paydesk:sandbox-only-oidc-secret').toString('base64')}`
  else
    for (const [name, value] of [
      ['client_id', 'paydesk'],
      ['client_secret', 'sandbox-only-oidc-secret'],
    ] as const)
      form.set(name, value)
  const response = await fetch(`${sandbox.idpUrl}/token`, { method: 'POST', body: form, headers })
  const text = await response.text()
  expect(response.status, text).toBe(200)
  const idToken = String(valueAt(parseJson(text), 'id_token'))
  return {
    idToken,
    claims: parseJson(Buffer.from(idToken.split('.')[1] ?? '', 'base64url').toString('utf8')),
  }
}

describe('the identity provider', () => {
  it('shows a button for each person and loads nothing external', async () => {
    const { html, policy } = await signIn(new Visitor(), 'ana.ruiz', { login_hint: 'clara.weiss' })
    for (const { name, sub } of staffMembers)
      expect(html).toMatch(new RegExp(`<button[^>]*value="${sub}"[^>]*><strong>${name}</strong>`))
    expect(html).toMatch(/value="clara\.weiss" aria-current="true"/)
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain(`form-action 'self' ${appOrigin}`)
  })

  it.each(staffMembers.map((person, index) => [person.sub, index % 2 === 0, person] as const))(
    'signs in %s with roles in the id token',
    async (sub, basic, person) => {
      const { code } = await signIn(new Visitor(), sub)
      const { claims } = await exchange(code, basic)
      expect(claims).toMatchObject({
        iss: sandbox.idpUrl,
        aud: 'paydesk',
        sub,
        name: person.name,
        roles: person.roles,
        merchants: person.merchants,
        nonce: 'n',
      })
      expect(claims).toMatchObject({
        sid: expect.any(String),
        auth_time: expect.any(Number),
        email: expect.stringContaining('@'),
      })
    },
  )

  it('remembers a session, and asks again on request', async () => {
    const visitor = new Visitor()
    await signIn(visitor, 'ana.ruiz')
    expect((await visitor.follow(await visitor.go(authorizeUrl()))).address).toContain(
      `${appOrigin}/auth/callback?code=`,
    )
    expect((await visitor.follow(await visitor.go(authorizeUrl({ prompt: 'login' })))).address).toContain(
      '/sign-in/',
    )
    expect((await visitor.follow(await visitor.go(authorizeUrl({ max_age: '0' })))).address).toContain(
      '/sign-in/',
    )
    await signIn(visitor, 'clara.weiss', { prompt: 'login' })
    for (const name of visitor.cookieNames()) expect(name).toMatch(/^sandbox_idp_/)
  })

  it('requires PKCE', async () => {
    const { address } = await new Visitor().follow(
      await new Visitor().go(authorizeUrl({ code_challenge: '', code_challenge_method: '' })),
    )
    expect(address).toContain('error=invalid_request')
  })

  it('signs out without confirmation and notifies the app by back channel', async () => {
    const visitor = new Visitor()
    const { code } = await signIn(visitor, 'ada.moreau')
    const { idToken, claims } = await exchange(code, true)
    const page = await visitor.go(
      `/session/end?${new URLSearchParams({ id_token_hint: idToken, post_logout_redirect_uri: `${appOrigin}/signed-out` })}`,
    )
    const html = await page.text()
    expect(html).toContain("getElementById('op.logoutForm').submit()")
    const xsrf = /name="xsrf" value="([^"]+)"/.exec(html)?.[1] ?? ''
    const { address } = await visitor.follow(
      await visitor.go('/session/end/confirm', new URLSearchParams({ xsrf, logout: 'yes' })),
    )
    expect(address).toBe(`${appOrigin}/signed-out`)
    await expect.poll(() => signOuts).toHaveLength(1)
    const token = new URLSearchParams(signOuts[0]).get('logout_token') ?? ''
    expect(parseJson(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString('utf8'))).toMatchObject({
      sid: valueAt(claims === null ? null : parseJson(JSON.stringify(claims)), 'sid'),
    })
    expect((await visitor.follow(await visitor.go(authorizeUrl()))).address).toContain('/sign-in/')
  })
})
