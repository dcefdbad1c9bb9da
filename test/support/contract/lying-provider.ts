import {
  createHash,
  createHmac,
  generateKeyPairSync,
  type KeyObject,
  type KeyPairKeyObjectResult,
  randomUUID,
  sign,
  verify,
} from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { vi } from 'vitest'
import { freePort, listensOn } from '../stack/ports.ts'

export type TokenClaims = Readonly<Record<string, unknown>>

/** Response of the provider's token endpoint, computed from the claims of an honest ID token. */
export type TokenAnswer = (
  claims: TokenClaims,
  sign: TokenSigner,
) => { status?: number; type?: string; body: string }

export interface TokenSigner {
  honest(claims: TokenClaims): string
  byAnotherKey(claims: TokenClaims): string
  unsigned(claims: TokenClaims): string
  bySecret(claims: TokenClaims, secret: string): string
}

const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

function jwt(key: KeyObject, claims: TokenClaims): string {
  const text = `${encoded({ alg: 'RS256', kid: 'lying-1', typ: 'JWT' })}.${encoded(claims)}`
  return `${text}.${sign('sha256', Buffer.from(text), key).toString('base64url')}`
}

/** Body of a token response with this ID token. */
export function tokenBody(
  idToken: unknown,
  more: { access_token?: string; refresh_token?: string } = {},
): string {
  return JSON.stringify({
    access_token: 'x',
    token_type: 'Bearer',
    expires_in: 60,
    id_token: idToken,
    ...more,
  })
}

/**
 * Runs `work` while every `AbortSignal.timeout` lasts only 20 ms. Returns the result and the requested
 * timeouts (ms).
 */
export async function cutWaitsShort<T>(work: () => Promise<T>): Promise<{ value: T; waits: number[] }> {
  const timeout = AbortSignal.timeout.bind(AbortSignal)
  const waits: number[] = []
  const spy = vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
    waits.push(ms)
    return timeout(20)
  })
  try {
    return { value: await work(), waits }
  } finally {
    spy.mockRestore()
  }
}

let keys: Record<'honest' | 'other', KeyPairKeyObjectResult> | undefined

/** Returns the keys of all lying providers of this process, because making keys is slow. */
function signingKeys() {
  const options = { modulusLength: 2_048 }
  keys ??= { honest: generateKeyPairSync('rsa', options), other: generateKeyPairSync('rsa', options) }
  return keys
}

/**
 * Starts an identity provider that signs any claims, wrong ones included, and can stop answering. `path` is that of its
 * issuer, as `/realms/office`.
 */
export async function startLyingProvider(path = '') {
  const { honest, other } = signingKeys()
  const port = await freePort()
  const issuer = `http://localhost:${port}${path}`
  const base = issuer.replace(/\/$/, '')
  const nonces = new Map<string, { nonce: string; challenge: string }>()
  const state = {
    token: ((claims, { honest: by }) => ({ body: tokenBody(by(claims)) })) as TokenAnswer,
    /** Availability: `silent` takes requests and never answers, `gone` cuts the connection. */
    mode: 'there' as 'there' | 'silent' | 'gone',
    /** Announced methods at the token endpoint; any other is refused. Undefined: none are announced. */
    authMethods: undefined as readonly string[] | undefined,
    /** Answer of userinfo; null: there is no such endpoint. A number is the status of a refusal. */
    userinfo: null as TokenClaims | number | null,
    /** Answer to a refresh token; null: none is issued. */
    refresh: null as TokenAnswer | null,
    /** Public key of the client, for assertions. */
    clientKey: null as KeyObject | null,
    /** Methods with which the client came to the token endpoint, in order. */
    authenticated: [] as string[],
  }
  const signer: TokenSigner = {
    honest: (claims) => jwt(honest.privateKey, claims),
    byAnotherKey: (claims) => jwt(other.privateKey, claims),
    unsigned: (claims) => `${encoded({ alg: 'none' })}.${encoded(claims)}.`,
    bySecret: (claims, secret) => {
      const text = `${encoded({ alg: 'HS256', kid: 'lying-1' })}.${encoded(claims)}`
      return `${text}.${createHmac('sha256', secret).update(text).digest('base64url')}`
    },
  }
  const metadata = () => ({
    issuer,
    ...(state.userinfo !== null && { userinfo_endpoint: `${base}/userinfo` }),
    ...(state.authMethods && { token_endpoint_auth_methods_supported: state.authMethods }),
    authorization_endpoint: `${base}/auth`,
    token_endpoint: `${base}/token`,
    jwks_uri: `${base}/jwks`,
    response_types_supported: ['code'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['RS256'],
  })
  /** Verifies the assertion of a client that comes with one, as a provider does that knows the public key. */
  function isClient(form: URLSearchParams): boolean {
    const assertion = form.get('client_assertion')
    if (assertion === null || state.clientKey === null) return assertion === null
    const [head = '', body = '', signature = ''] = assertion.split('.')
    const key = { key: state.clientKey, dsaEncoding: 'ieee-p1363' } as const
    const isSigned = verify(
      'sha256',
      Buffer.from(`${head}.${body}`),
      key,
      Buffer.from(signature, 'base64url'),
    )
    const read = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString())
    const { iss, sub, aud, exp } = read(body)
    const isNow = exp > Date.now() / 1_000
    return (
      isSigned &&
      isNow &&
      `${iss} ${sub} ${aud} ${read(head).kid}` === `paydesk paydesk ${issuer} paydesk-2026`
    )
  }
  const json = (response: ServerResponse, value: unknown) =>
    response.setHeader('content-type', 'application/json').end(JSON.stringify(value))

  async function giveTokens(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(Buffer.from(chunk))
    const form = new URLSearchParams(Buffer.concat(chunks).toString())
    const bySecret = form.has('client_secret') ? 'client_secret_post' : 'client_secret_basic'
    const method = form.has('client_assertion') ? 'private_key_jwt' : bySecret
    state.authenticated.push(method)
    if (state.authMethods?.includes(method) === false || !isClient(form)) {
      response.statusCode = 401
      json(response, { error: 'invalid_client' })
      return
    }
    const isRefresh = form.get('grant_type') === 'refresh_token'
    const asked = isRefresh ? { nonce: '', challenge: '' } : nonces.get(form.get('code') ?? '')
    nonces.delete(form.get('code') ?? '')
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url')
    if (asked === undefined || (!isRefresh && asked.challenge !== challenge)) {
      response.statusCode = 400
      json(response, { error: 'invalid_grant' })
      return
    }
    const now = Math.floor(Date.now() / 1_000)
    const claims = {
      iss: issuer,
      aud: 'paydesk',
      sub: 'lea.liar',
      iat: now,
      exp: now + 300,
      nonce: asked.nonce,
      name: 'Lea Liar',
      roles: ['paydesk-support'],
      merchants: ['demo-merchant'],
    }
    const answer = isRefresh ? (state.refresh ?? state.token) : state.token
    const { status = 200, type = 'application/json', body } = answer(claims, signer)
    response.writeHead(status, { 'content-type': type }).end(body)
  }

  function handle(request: IncomingMessage, response: ServerResponse): void {
    const url = new URL(request.url ?? '/', issuer)
    if (state.mode === 'gone') request.socket.destroy()
    if (state.mode !== 'there') return
    const place = url.pathname.slice(new URL(base).pathname.replace(/\/$/, '').length)
    if (place === '/.well-known/openid-configuration') json(response, metadata())
    else if (place === '/jwks')
      json(response, {
        keys: [{ ...honest.publicKey.export({ format: 'jwk' }), kid: 'lying-1', alg: 'RS256', use: 'sig' }],
      })
    else if (place === '/auth') {
      const code = randomUUID()
      const uRLSearchParams = url.searchParams
      nonces.set(code, {
        nonce: uRLSearchParams.get('nonce') ?? '',
        challenge: uRLSearchParams.get('code_challenge') ?? '',
      })
      const back = new URL(uRLSearchParams.get('redirect_uri') ?? '')
      back.search = new URLSearchParams({ code, state: uRLSearchParams.get('state') ?? '' }).toString()
      response.writeHead(303, { location: back.href }).end()
    } else if (place === '/userinfo' && state.userinfo !== null) {
      if (typeof state.userinfo === 'number') response.writeHead(state.userinfo).end()
      else json(response, { sub: 'lea.liar', ...state.userinfo })
    } else if (place === '/token') giveTokens(request, response).catch(() => response.destroy())
    else response.writeHead(404).end()
  }

  const server = createServer(handle)
  await listensOn(server, port, 'localhost')
  return {
    issuer,
    signer,
    state,
    async stop() {
      server.closeAllConnections()
      await new Promise((closed) => server.close(closed))
    },
  }
}
