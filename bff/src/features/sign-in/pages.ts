import type { Reference } from '@paydesk/shared/core/ids'
import type { ProblemId } from '@paydesk/shared/core/problem'
import { type Request, type RequestHandler, type Response, urlencoded } from 'express'
import type { Doer, Entry } from '../../platform/audit/entry.ts'
import type { AuditLog } from '../../platform/audit/log.ts'
import type { Store } from '../../platform/database/database.ts'
import type { Seal } from '../../platform/database/field-cipher.ts'
import { whenceOf } from '../../platform/http/guards.ts'
import { sourceAddress } from '../../platform/http/origin.ts'
import { problemOf } from '../../platform/http/serve.ts'
import { ProblemError } from '../../platform/problem/problem.ts'
import type { Log } from '../../platform/runtime/log.ts'
import { type Cookie, hostCookie } from '../../platform/session/cookies.ts'
import type { Session } from '../../platform/session/session.ts'
import type { Sessions } from '../../platform/session/sessions.ts'
import { noteSignIn } from '../../records/staff.ts'
import { provedFor, provingFor } from './proof.ts'
import { type IdentityProvider, type Pending, pending, type SignedInPerson } from './provider.ts'

export interface SignInNeeds {
  readonly origin: string
  readonly secure: boolean
  readonly provider: IdentityProvider
  readonly sessions: Sessions
  readonly seal: Seal
  readonly cookie: Cookie
  readonly store: Pick<Store, 'db'>
  readonly audit: AuditLog
  readonly log: Log
}

/** Milliseconds from leaving to coming back. */
const signInTakes = 10 * 60_000
const sealedFor = 'sign-in'

const pathForm = /^\/(?![/\\])[\x21-\x5b\x5d-\x7e]*$/

/**
 * Where to go after sign-in: a path of ours or the start. Browsers read `//host`, `/\host` and paths
 * with control characters as other hosts, so the result of real parsing must keep our origin, and have
 * the same form again: `/..//host` becomes `//host` when it is parsed.
 */
export function ownPath(wanted: unknown, origin: string): string {
  if (typeof wanted !== 'string' || wanted.length > 500 || !pathForm.test(wanted)) return '/'
  const url = URL.parse(wanted, origin)
  if (url === null || url.origin !== origin || url.pathname.startsWith('/auth/')) return '/'
  const path = url.pathname + url.search
  return pathForm.test(path) ? path : '/'
}

function failurePage(id: ProblemId, reference: Reference, back?: string): string {
  const way = back === undefined ? '' : `&return=${encodeURIComponent(back)}`
  return `/sign-in?problem=${id}&reference=${reference}${way}`
}

function entry(
  request: Request,
  response: Response,
  action: 'session.started' | 'session.ended' | 'session.refused' | 'session.proved',
  reason: Entry['reason'],
): Entry {
  const isRefused = action === 'session.refused' || (action === 'session.proved' && reason !== null)
  const { reference } = response.locals
  return {
    action,
    about: null,
    result: isRefused ? 'refused' : 'allowed',
    reason,
    doer: null,
    environment: null,
    sourceAddress: sourceAddress(request),
    reference,
  }
}

function doerOf({ issuer, subject, role, hash }: Session): Doer {
  return { issuer, subject, role, sessionHash: hash }
}

/** Leaves for the identity provider; what must be remembered travels encrypted in a short-lived cookie. */
export function startSignIn(needs: SignInNeeds): RequestHandler {
  const memory = hostCookie('paydesk_sign_in', needs.secure)
  return async (request, response) => {
    response.locals.pattern = '/auth/sign-in'
    try {
      const other = request.query.as === 'other' ? ({ as: 'other' } as const) : undefined
      const proving = await provingFor(request.query.proof, needs.sessions, needs.cookie.read(request))
      const back = ownPath(request.query.return, needs.origin)
      const left = await needs.provider.leave(back, proving ?? other)
      memory.set(response, needs.seal.seal(sealedFor, JSON.stringify(left.pending)), signInTakes)
      response.redirect(303, left.address.href)
    } catch (thrown) {
      const problem = problemOf(thrown, response.locals.reference, needs.log)
      response.redirect(303, failurePage(problem.id, response.locals.reference))
    }
  }
}

interface Coming {
  readonly needs: SignInNeeds
  readonly request: Request
  readonly response: Response
}

async function begin({ needs, request, response }: Coming, person: SignedInPerson): Promise<void> {
  const before = await needs.sessions.find(needs.cookie.read(request))
  if (before.session !== null) {
    await needs.sessions.end(before.session.hash)
    const ended = {
      ...entry(request, response, 'session.ended', 'signed_in_anew'),
      doer: doerOf(before.session),
    }
    await needs.audit.append(ended)
  }
  const cookie = await needs.sessions.start(person, whenceOf(request))
  await noteSignIn(needs.store.db, person, { seal: needs.seal, now: Date.now() })
  const { session } = await needs.sessions.find(cookie)
  if (session === null) throw new ProblemError('internal')
  const about = { kind: 'session', id: session.handle } as const
  const started = { ...entry(request, response, 'session.started', null), about, doer: doerOf(session) }
  await needs.audit.append(started)
  needs.cookie.set(response, cookie)
}

async function finish(coming: Coming, expected: Pending): Promise<void> {
  const { needs, request, response } = coming
  const at = request.originalUrl.indexOf('?')
  const person = await needs.provider.comeBack(at < 0 ? '' : request.originalUrl.slice(at), expected)
  if (expected.proves === undefined) return begin(coming, person)
  const running = await needs.sessions.find(needs.cookie.read(request))
  const proved = provedFor({ person, expected, running }, Date.now())
  const { session } = proved
  await needs.audit.append({ ...entry(request, response, 'session.proved', null), doer: doerOf(session) })
  await needs.sessions.prove(session.hash, proved.at)
}

/** Nobody is signed in by a callback that is refused; whoever was to prove something still is, as before. */
async function refuse(coming: Coming, expected: Pending | null, id: ProblemId): Promise<string> {
  const { needs, request, response } = coming
  const { reference } = response.locals
  const back = expected?.proves === undefined ? undefined : expected.back
  try {
    const running = back === undefined ? null : await needs.sessions.find(needs.cookie.read(request))
    const doer = running?.session ? doerOf(running.session) : null
    const action = back === undefined ? 'session.refused' : 'session.proved'
    await needs.audit.append({ ...entry(request, response, action, id), doer })
  } catch (error) {
    needs.log.error({ err: error, reference }, 'audit entry not written')
  }
  return failurePage(id, reference, back)
}

/** Comes back from the identity provider; every refusal is recorded and shown with its reference. */
export function finishSignIn(needs: SignInNeeds): RequestHandler {
  const memory = hostCookie('paydesk_sign_in', needs.secure)

  function remembered(request: Request, response: Response): Pending {
    const sealed = memory.read(request)
    memory.clear(response)
    const opened = sealed === undefined ? null : needs.seal.open(sealedFor, sealed)
    const expected = opened === null ? undefined : pending.safeParse(JSON.parse(opened)).data
    const late = expected === undefined || Date.now() - expected.leftAt > signInTakes
    if (late) throw new ProblemError('sign_in_failed')
    return expected
  }

  return async (request, response) => {
    response.locals.pattern = '/auth/callback'
    const coming = { needs, request, response }
    let expected: Pending | null = null
    try {
      expected = remembered(request, response)
      await finish(coming, expected)
      response.redirect(303, expected.back)
    } catch (thrown) {
      const problem = problemOf(thrown, response.locals.reference, needs.log)
      response.redirect(303, await refuse(coming, expected, problem.id))
    }
  }
}

const readForm = urlencoded({ extended: false, limit: '16kb' })

/** OpenID Connect back-channel logout: the provider ends sessions without the browser. */
export function backChannelLogout(needs: SignInNeeds): RequestHandler {
  async function end(request: Request, response: Response): Promise<void> {
    const body: unknown = request.body
    const token =
      typeof body === 'object' && body !== null && 'logout_token' in body ? body.logout_token : undefined
    const match = typeof token === 'string' ? await needs.provider.verifyLogout(token) : null
    if (match === null) {
      response.status(400).end()
      return
    }
    const issuer = await needs.provider.issuer()
    const ended = await needs.sessions.endAtProvider(issuer, match)
    const { reference } = response.locals
    await needs.audit.append({
      action: 'session.ended',
      about: null,
      result: 'allowed',
      reason: 'provider',
      doer: null,
      environment: null,
      sourceAddress: sourceAddress(request),
      reference,
    })
    needs.log.info({ reference, ended }, 'sessions ended by the identity provider')
    response.status(200).end()
  }
  return (request, response) => {
    response.locals.pattern = '/auth/backchannel-logout'
    readForm(request, response, (error?: unknown) => {
      const refused = (thrown: unknown) => {
        const problem = problemOf(thrown, response.locals.reference, needs.log)
        if (!response.headersSent) response.status(problem.id === 'internal' ? 500 : 400).end()
      }
      if (error !== undefined) refused(error)
      else end(request, response).catch(refused)
    })
  }
}
