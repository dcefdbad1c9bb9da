import { endpoints } from '@paydesk/shared/endpoints'
import { checksumOf, sendNotification } from '../support/contract/send-notification.ts'
import { type RequestOptions, requestWithJar } from '../support/stack/browse.ts'
import { type Person, people, type Stack, type Visitor } from '../support/stack/start.ts'
import type { Exit } from './haystack.ts'
import { exitOf } from './walk.ts'

export interface SignedIn {
  readonly visitor: Visitor
  readonly exits: readonly Exit[]
  /** Credentials of the person, which may occur nowhere else. */
  readonly credentials: Readonly<Record<string, string>>
}

/** Signs a person in step by step and keeps every answer of Paydesk. Throws if the sign-in fails. */
export async function signInWatched(stack: Stack, person: Person): Promise<SignedIn> {
  const visitor = stack.visitor()
  const exits: Exit[] = []
  const credentials: Record<string, string> = {}
  let init: RequestOptions = {}
  let at = new URL('/auth/sign-in?return=/customers', stack.origin)
  for (let hops = 0; hops < 14; hops += 1) {
    const response = await requestWithJar(visitor.jar, at, init)
    const text = await response.text()
    if (at.origin === stack.origin) {
      exits.push(
        exitOf(`GET ${at.pathname}`, {
          status: response.status,
          headers: response.headers,
          text,
          json: null,
        }),
      )
      const code = at.searchParams.get('code')
      if (code !== null) credentials['code of the sign-in'] = code
    }
    const next = response.headers.get('location')
    if (at.pathname === '/auth/callback') break
    // Identity provider page: submit the form once.
    init = next === null ? { method: 'POST', body: new URLSearchParams({ person: people[person] }) } : {}
    if (next !== null) at = new URL(next, at)
  }
  const session = visitor.jar.get('paydesk_session')
  if (session === undefined) throw new Error(`${person} could not sign in`)
  return { visitor, exits, credentials: { ...credentials, 'session cookie': session } }
}

/** Calls the other routes without a session, with `text` wherever a stranger can put one. */
export async function walkPublic(stack: Stack, text: string): Promise<Exit[]> {
  const stranger = stack.visitor()
  const form = { 'content-type': 'application/x-www-form-urlencoded' }
  const query = `code=${encodeURIComponent(text)}&state=${encodeURIComponent(text)}`
  const calls: readonly (readonly [
    method: string,
    path: string,
    init?: { headers?: Record<string, string>; body?: string },
  ])[] = [
    ['GET', `/help/problems?q=${encodeURIComponent(text)}`],
    ['GET', '/livez'],
    ['GET', '/readyz'],
    ['GET', `/auth/sign-in?return=${encodeURIComponent(`//${text}`)}`],
    ['GET', `/auth/callback?${query}`],
    ['GET', `/auth/callback?error=${encodeURIComponent(text)}&error_description=${encodeURIComponent(text)}`],
    [
      'POST',
      '/auth/backchannel-logout',
      { headers: form, body: new URLSearchParams({ logout_token: text }).toString() },
    ],
    [
      'POST',
      '/auth/backchannel-logout',
      { headers: { 'content-type': 'application/json' }, body: JSON.stringify({ text }) },
    ],
  ]
  const exits: Exit[] = []
  // Send more than the value alone: the digest of a body is stored, and would match the digest of the value.
  for (const body of [`see ${text}`, JSON.stringify({ id: text, event: text, secret: text })]) {
    const unproved = { headers: { 'x-isx-checksum': checksumOf(`${body} `) } }
    for (const sent of [{}, unproved])
      exits.push(exitOf('POST /notify/:env/v1/notification', await sendNotification(stack, body, sent)))
  }
  for (const [method, path, init] of calls) {
    exits.push(exitOf(`${method} ${path.split('?')[0]}`, await stranger.send(method, path, init)))
  }
  const guess = encodeURIComponent(text)
  for (const way of ['', '/state'])
    for (const path of [`/return/${guess}${way}`, `/return/x${way}?transaction_id=${guess}&lang=${guess}`])
      exits.push(exitOf(`GET /return/:token${way}`, await stranger.send('GET', path)))
  return exits
}

export interface SignedOut {
  readonly exit: Exit
  /** Hint for the identity provider: the one credential that has to leave, so it is taken out of the exit. */
  readonly idToken: string
  readonly next: URL
}

export async function signOutWatched(visitor: Visitor): Promise<SignedOut> {
  const answer = await visitor.call(endpoints.signOut)
  const { next } = endpoints.signOut.response.parse(answer.json)
  const address = new URL(next, visitor.origin)
  const idToken = address.searchParams.get('id_token_hint') ?? ''
  const text = idToken === '' ? answer.text : answer.text.replace(idToken, '')
  return { exit: exitOf('POST /api/session/end', { ...answer, text }), idToken, next: address }
}
