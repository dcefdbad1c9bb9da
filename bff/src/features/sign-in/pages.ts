import type { SupportReference } from '@paydesk/shared/core/ids'
import type { ProblemId } from '@paydesk/shared/core/problem'
import { type Request, type RequestHandler, type Response, urlencoded } from 'express'
import type { AuditLog } from '../../platform/audit/audit-log.ts'
import type { AuditActor, AuditEntry } from '../../platform/audit/entry.ts'
import type { Store } from '../../platform/database/database.ts'
import type { FieldCipher } from '../../platform/database/field-cipher.ts'
import { readClientInfo } from '../../platform/http/guards.ts'
import { readSourceAddress } from '../../platform/http/origin.ts'
import { toLoggedProblem } from '../../platform/http/serve.ts'
import { ProblemError } from '../../platform/problem/problem.ts'
import type { Logger } from '../../platform/runtime/log.ts'
import { createHostCookie, type HostCookie } from '../../platform/session/cookies.ts'
import type { Session } from '../../platform/session/session.ts'
import type { SessionStore } from '../../platform/session/session-store.ts'
import { upsertStaffMember } from '../../records/staff.ts'
import {
  type AuthenticatedPerson,
  type IdentityProvider,
  type PendingSignIn,
  pendingSignInSchema,
} from './provider.ts'
import { resolveReauthentication, verifyReauthentication } from './reauthentication.ts'

export interface SignInDeps {
  readonly origin: string
  readonly secure: boolean
  readonly provider: IdentityProvider
  readonly sessions: SessionStore
  readonly seal: FieldCipher
  readonly cookie: HostCookie
  readonly store: Pick<Store, 'db'>
  readonly audit: AuditLog
  readonly log: Logger
}

/** Time limit (ms) from leaving for the identity provider to coming back. */
const maxSignInMs = 10 * 60_000
const signInCipherContext = 'sign-in'

const pathPattern = /^\/(?![/\\])[\x21-\x5b\x5d-\x7e]*$/

/**
 * Returns a safe path to open after sign-in, or `/`. Browsers read `//host`, `/\host` and paths with control
 * characters as other hosts, so the parsed URL must keep Paydesk's origin and match the pattern again:
 * `/..//host` becomes `//host` when parsed.
 */
export function sanitizeReturnPath(wanted: unknown, origin: string): string {
  if (typeof wanted !== 'string' || wanted.length > 500 || !pathPattern.test(wanted)) return '/'
  const url = URL.parse(wanted, origin)
  if (url === null || url.origin !== origin || url.pathname.startsWith('/auth/')) return '/'
  const path = url.pathname + url.search
  return pathPattern.test(path) ? path : '/'
}

function buildFailurePath(id: ProblemId, reference: SupportReference, back?: string): string {
  const way = back === undefined ? '' : `&return=${encodeURIComponent(back)}`
  return `/sign-in?problem=${id}&reference=${reference}${way}`
}

function createSignInEntry(
  request: Request,
  response: Response,
  action: 'session.started' | 'session.ended' | 'session.refused' | 'session.reauthenticated',
  reason: AuditEntry['reason'],
): AuditEntry {
  const isRefused = action === 'session.refused' || (action === 'session.reauthenticated' && reason !== null)
  const { reference } = response.locals
  return {
    action,
    about: null,
    result: isRefused ? 'refused' : 'allowed',
    reason,
    actor: null,
    environment: null,
    sourceAddress: readSourceAddress(request),
    reference,
  }
}

function toAuditActor({ issuer, subject, role, hash }: Session): AuditActor {
  return { issuer, subject, role, sessionHash: hash }
}

/** Redirects to the identity provider. The state of the sign-in travels encrypted in a short-lived cookie. */
export function startSignIn(needs: SignInDeps): RequestHandler {
  const memory = createHostCookie('paydesk_sign_in', needs.secure)
  return async (request, response) => {
    response.locals.pattern = '/auth/sign-in'
    try {
      const other = request.query.as === 'other' ? ({ as: 'other' } as const) : undefined
      const proving = await resolveReauthentication(
        request.query.proof,
        needs.sessions,
        needs.cookie.read(request),
      )
      const back = sanitizeReturnPath(request.query.return, needs.origin)
      const left = await needs.provider.beginSignIn(back, proving ?? other)
      memory.set(response, needs.seal.seal(signInCipherContext, JSON.stringify(left.pending)), maxSignInMs)
      response.redirect(303, left.address.href)
    } catch (thrown) {
      const problem = toLoggedProblem(thrown, response.locals.reference, needs.log)
      response.redirect(303, buildFailurePath(problem.id, response.locals.reference))
    }
  }
}

interface CallbackContext {
  readonly needs: SignInDeps
  readonly request: Request
  readonly response: Response
}

async function startSession(
  { needs, request, response }: CallbackContext,
  person: AuthenticatedPerson,
): Promise<void> {
  const before = await needs.sessions.find(needs.cookie.read(request))
  if (before.session !== null) {
    await needs.sessions.end(before.session.hash)
    const ended = {
      ...createSignInEntry(request, response, 'session.ended', 'signed_in_anew'),
      actor: toAuditActor(before.session),
    }
    await needs.audit.append(ended)
  }
  const cookie = await needs.sessions.start(person, readClientInfo(request))
  await upsertStaffMember(needs.store.db, person, { seal: needs.seal, now: Date.now() })
  const { session } = await needs.sessions.find(cookie)
  if (session === null) throw new ProblemError('internal')
  const about = { kind: 'session', id: session.handle } as const
  const started = {
    ...createSignInEntry(request, response, 'session.started', null),
    about,
    actor: toAuditActor(session),
  }
  await needs.audit.append(started)
  needs.cookie.set(response, cookie)
}

async function completeCallback(coming: CallbackContext, expected: PendingSignIn): Promise<void> {
  const { needs, request, response } = coming
  const at = request.originalUrl.indexOf('?')
  const person = await needs.provider.completeSignIn(at < 0 ? '' : request.originalUrl.slice(at), expected)
  if (expected.proves === undefined) return startSession(coming, person)
  const running = await needs.sessions.find(needs.cookie.read(request))
  const proved = verifyReauthentication({ person, expected, running }, Date.now())
  const { session } = proved
  await needs.audit.append({
    ...createSignInEntry(request, response, 'session.reauthenticated', null),
    actor: toAuditActor(session),
  })
  await needs.sessions.markReauthenticated(session.hash, proved.at)
}

/**
 * Records a failed callback and returns the path of the failure page. No session starts; a session that was
 * to be re-authenticated continues unchanged.
 */
async function handleFailure(
  coming: CallbackContext,
  expected: PendingSignIn | null,
  id: ProblemId,
): Promise<string> {
  const { needs, request, response } = coming
  const { reference } = response.locals
  const back = expected?.proves === undefined ? undefined : expected.back
  try {
    const running = back === undefined ? null : await needs.sessions.find(needs.cookie.read(request))
    const actor = running?.session ? toAuditActor(running.session) : null
    const action = back === undefined ? 'session.refused' : 'session.reauthenticated'
    await needs.audit.append({ ...createSignInEntry(request, response, action, id), actor })
  } catch (error) {
    needs.log.error({ err: error, reference }, 'audit entry not written')
  }
  return buildFailurePath(id, reference, back)
}

/** Handles the return from the identity provider. Every refusal is recorded and shown with its reference. */
export function finishSignIn(needs: SignInDeps): RequestHandler {
  const memory = createHostCookie('paydesk_sign_in', needs.secure)

  function remembered(request: Request, response: Response): PendingSignIn {
    const sealed = memory.read(request)
    memory.clear(response)
    const opened = sealed === undefined ? null : needs.seal.open(signInCipherContext, sealed)
    const expected = opened === null ? undefined : pendingSignInSchema.safeParse(JSON.parse(opened)).data
    const late = expected === undefined || Date.now() - expected.leftAt > maxSignInMs
    if (late) throw new ProblemError('sign_in_failed')
    return expected
  }

  return async (request, response) => {
    response.locals.pattern = '/auth/callback'
    const coming = { needs, request, response }
    let expected: PendingSignIn | null = null
    try {
      expected = remembered(request, response)
      await completeCallback(coming, expected)
      response.redirect(303, expected.back)
    } catch (thrown) {
      const problem = toLoggedProblem(thrown, response.locals.reference, needs.log)
      response.redirect(303, await handleFailure(coming, expected, problem.id))
    }
  }
}

const readForm = urlencoded({ extended: false, limit: '16kb' })

/** Handles OpenID Connect back-channel logout: the provider ends sessions without the browser. */
export function handleBackChannelLogout(needs: SignInDeps): RequestHandler {
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
      actor: null,
      environment: null,
      sourceAddress: readSourceAddress(request),
      reference,
    })
    needs.log.info({ reference, ended }, 'sessions ended by the identity provider')
    response.status(200).end()
  }
  return (request, response) => {
    response.locals.pattern = '/auth/backchannel-logout'
    readForm(request, response, (error?: unknown) => {
      const refused = (thrown: unknown) => {
        const problem = toLoggedProblem(thrown, response.locals.reference, needs.log)
        if (!response.headersSent) response.status(problem.id === 'internal' ? 500 : 400).end()
      }
      if (error !== undefined) refused(error)
      else end(request, response).catch(refused)
    })
  }
}
