import type { SupportReference } from '@paydesk/shared/core/ids'
import type { Role } from '@paydesk/shared/core/permissions'
import type { ProblemId } from '@paydesk/shared/core/problem'
import { type Request, type RequestHandler, type Response, urlencoded } from 'express'
import type { AuditLog } from '../../platform/audit/audit-log.ts'
import type { AuditActor, AuditEntry } from '../../platform/audit/entry.ts'
import type { Store } from '../../platform/database/database.ts'
import type { FieldCipher } from '../../platform/database/field-cipher.ts'
import { readClientInfo } from '../../platform/http/guards.ts'
import { readSourceAddress } from '../../platform/http/origin.ts'
import { toLoggedProblem } from '../../platform/http/serve.ts'
import { ProblemError, toProblemError } from '../../platform/problem/problem.ts'
import type { Logger } from '../../platform/runtime/log.ts'
import type { HostCookie } from '../../platform/session/cookies.ts'
import type { Session } from '../../platform/session/session.ts'
import type { SessionStore } from '../../platform/session/session-store.ts'
import { upsertStaffMember } from '../../records/staff.ts'
import { verifyLogoutToken } from './logout-token.ts'
import { createNoRoleError } from './oidc-claims.ts'
import { createPendingSignIns } from './pending-sign-ins.ts'
import type { AuthenticatedPerson, IdentityProvider, PendingSignIn } from './provider.ts'
import {
  findRecentAuthentication,
  findSessionToReauthenticate,
  verifyAuthenticationTime,
  verifyReauthenticatedPerson,
} from './reauthentication.ts'
import { logSignInFailure, SignInError } from './sign-in-error.ts'

export interface SignInDeps {
  readonly origin: string
  readonly secure: boolean
  readonly provider: IdentityProvider
  readonly clientId: string
  /** Types of tokens that count as logout tokens. */
  readonly logoutTokenTypes: readonly string[]
  readonly sessions: SessionStore
  readonly cipher: FieldCipher
  readonly cookie: HostCookie
  readonly store: Pick<Store, 'db'>
  readonly audit: AuditLog
  readonly log: Logger
  /** Time (ms) for which an authentication at the provider is recent. */
  readonly config: { readonly reauthenticationMs: number }
}

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

interface Failure {
  readonly id: ProblemId
  readonly reference: SupportReference
  /** Path to return to after a failed re-authentication. */
  readonly back?: string | undefined
  readonly thrown?: unknown
}

function buildFailurePath({ id, reference, back, thrown }: Failure): string {
  const query = new URLSearchParams({ problem: id, reference })
  if (back !== undefined) query.set('return', back)
  const looked = thrown instanceof SignInError ? thrown.facts.looked : undefined
  // Codes only: the name of the claim is in the log and in the configuration.
  for (const [place, found] of Object.entries(looked ?? {})) query.append('looked', `${place}.${found}`)
  return `/sign-in?${query}`
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
export function createSignInStartHandler(deps: SignInDeps): RequestHandler {
  const pending = createPendingSignIns(deps)
  return async (request, response) => {
    response.locals.pattern = '/auth/sign-in'
    try {
      const other = request.query.as === 'other' ? ({ as: 'other' } as const) : undefined
      const proving = await findSessionToReauthenticate(
        request.query.reauthenticate,
        deps.sessions,
        deps.cookie.read(request),
      )
      const back = sanitizeReturnPath(request.query.return, deps.origin)
      const left = await deps.provider.beginSignIn(back, proving ?? other)
      pending.save(request, response, left.pending)
      response.redirect(303, left.address.href)
    } catch (thrown) {
      const { reference } = response.locals
      const { id } = toLoggedProblem(thrown, reference, deps.log)
      logSignInFailure(deps.log, reference, thrown)
      response.redirect(303, buildFailurePath({ id, reference, thrown }))
    }
  }
}

interface CallbackContext {
  readonly deps: SignInDeps
  readonly request: Request
  readonly response: Response
}

/** Ends a session whose person came back without its role, and tells every window of the browser. */
async function endWithoutRole(coming: CallbackContext, session: Session): Promise<void> {
  const { deps, request, response } = coming
  await deps.sessions.close({ handle: session.handle }, 'provider')
  await deps.audit.append({
    ...createSignInEntry(request, response, 'session.ended', 'provider'),
    about: { kind: 'session', id: session.handle },
    actor: toAuditActor(session),
  })
}

async function startSession(coming: CallbackContext, person: AuthenticatedPerson): Promise<void> {
  const { deps, request, response } = coming
  const before = await deps.sessions.find(deps.cookie.read(request))
  if (person.roles.length === 0) {
    if (before.session !== null) await endWithoutRole(coming, before.session)
    throw createNoRoleError(person)
  }
  if (before.session !== null) {
    await deps.sessions.end(before.session.hash)
    const ended = {
      ...createSignInEntry(request, response, 'session.ended', 'signed_in_again'),
      actor: toAuditActor(before.session),
    }
    await deps.audit.append(ended)
  }
  const now = Date.now()
  const recentlyAuthenticatedAt = findRecentAuthentication(person, deps.config.reauthenticationMs, now)
  const cookie = await deps.sessions.start({ ...person, recentlyAuthenticatedAt }, readClientInfo(request))
  await upsertStaffMember(deps.store.db, person, { cipher: deps.cipher, now })
  const { session } = await deps.sessions.find(cookie)
  if (session === null) throw new ProblemError('internal')
  const about = { kind: 'session', id: session.handle } as const
  const started = {
    ...createSignInEntry(request, response, 'session.started', null),
    about,
    actor: toAuditActor(session),
  }
  await deps.audit.append(started)
  deps.cookie.set(response, cookie)
}

/**
 * Stores the rights that the provider grants the person now. Retries if a background renewal stored them first. Returns
 * the active role, which may have been chosen meanwhile.
 */
async function storeRights(
  { sessions }: SignInDeps,
  session: Session,
  { name, roles, merchants, idToken, refreshToken, accessToken, providerSession }: AuthenticatedPerson,
): Promise<Role> {
  const person = { name, roles: [...roles], merchants: merchants && [...merchants] }
  const kept = { ...person, idToken, refreshToken, accessToken }
  let current: Session | null = session
  while (current !== null) {
    const role = await sessions.storeRights(current, kept, { isConfirmed: true, providerSession })
    if (role !== null) return role
    current = (await sessions.reload(session)).session
  }
  throw new SignInError('session_over', 'session_over')
}

/**
 * Re-authenticates the running session, takes over the rights of the person, and renews the cookie: the former one
 * may have been seen by others. Ends the session if its role is gone. The rights count also if the authentication is
 * not recent: what the provider has taken away is shown no more.
 */
async function completeReauthentication(
  coming: CallbackContext,
  person: AuthenticatedPerson,
  expected: PendingSignIn,
): Promise<void> {
  const { deps, request, response } = coming
  const running = await deps.sessions.find(deps.cookie.read(request))
  const session = verifyReauthenticatedPerson({ person, expected, running })
  const isKept = person.roles.includes(session.role)
  const role = isKept ? await storeRights(deps, session, person) : session.role
  if (!person.roles.includes(role)) {
    await endWithoutRole(coming, session)
    throw person.roles.length === 0
      ? createNoRoleError(person)
      : new SignInError('session_ended', 'role_removed')
  }
  const at = verifyAuthenticationTime({ person, expected }, Date.now())
  await deps.audit.append({
    ...createSignInEntry(request, response, 'session.reauthenticated', null),
    actor: toAuditActor(session),
  })
  await deps.sessions.markReauthenticated(session.hash, at)
  deps.cookie.set(response, await deps.sessions.renewCookie(session.hash))
}

async function completeCallback(coming: CallbackContext, expected: PendingSignIn): Promise<void> {
  const { deps, request } = coming
  const at = request.originalUrl.indexOf('?')
  const person = await deps.provider.completeSignIn(at < 0 ? '' : request.originalUrl.slice(at), expected)
  if (expected.proves === undefined) return startSession(coming, person)
  await completeReauthentication(coming, person, expected)
}

/**
 * Records a failed callback and returns the path of the failure page. No session starts; a session that was
 * to be re-authenticated continues without a re-authentication, unless it has lost its role.
 */
async function handleFailure(
  coming: CallbackContext,
  expected: PendingSignIn | null,
  thrown: unknown,
): Promise<string> {
  const { deps, request, response } = coming
  const { reference } = response.locals
  const { id } = toLoggedProblem(thrown, reference, deps.log)
  logSignInFailure(deps.log, reference, thrown)
  const back = expected?.proves === undefined ? undefined : expected.back
  try {
    const running = back === undefined ? null : await deps.sessions.find(deps.cookie.read(request))
    const actor = running?.session ? toAuditActor(running.session) : null
    const action = back === undefined ? 'session.refused' : 'session.reauthenticated'
    await deps.audit.append({ ...createSignInEntry(request, response, action, id), actor })
  } catch (error) {
    deps.log.error({ err: error, reference }, 'audit entry not written')
  }
  return buildFailurePath({ id, reference, back, thrown })
}

/** Handles the return from the identity provider. Every refusal is recorded and shown with its reference. */
export function createSignInCallbackHandler(deps: SignInDeps): RequestHandler {
  const pending = createPendingSignIns(deps)
  return async (request, response) => {
    response.locals.pattern = '/auth/callback'
    const coming = { deps, request, response }
    let expected: PendingSignIn | null = null
    try {
      expected = pending.take(request, response)
      await completeCallback(coming, expected)
      response.redirect(303, expected.back)
    } catch (thrown) {
      response.redirect(303, await handleFailure(coming, expected, thrown))
    }
  }
}

const readForm = urlencoded({ extended: false, limit: '16kb' })

/** Handles OpenID Connect back-channel logout: the provider ends sessions without the browser. */
export function createBackChannelLogoutHandler(deps: SignInDeps): RequestHandler {
  async function end(request: Request, response: Response): Promise<void> {
    const body: unknown = request.body
    const token =
      typeof body === 'object' && body !== null && 'logout_token' in body ? body.logout_token : undefined
    const { reference } = response.locals
    const verifiedToken = typeof token === 'string' ? await verifyLogoutToken(token, deps) : 'no_token'
    const ended = typeof verifiedToken === 'string' ? null : await deps.sessions.obeyLogout(verifiedToken)
    if (ended === null) {
      const cause = typeof verifiedToken === 'string' ? verifiedToken : 'used_before'
      deps.log.warn({ reference, cause }, 'logout token refused')
      response.status(400).end()
      return
    }
    await deps.audit.append({
      action: 'session.ended',
      about: null,
      result: 'allowed',
      reason: 'provider',
      actor: null,
      environment: null,
      sourceAddress: readSourceAddress(request),
      reference,
    })
    deps.log.info({ reference, ended }, 'sessions ended by the identity provider')
    response.status(200).end()
  }
  return (request, response) => {
    response.locals.pattern = '/auth/backchannel-logout'
    readForm(request, response, (error?: unknown) => {
      const refused = (thrown: unknown) => {
        const problem = toLoggedProblem(thrown, response.locals.reference, deps.log)
        if (!response.headersSent) response.status(problem.id === 'internal' ? 500 : 400).end()
      }
      // Convert first: a client that breaks off has the error code of a lost connection to the database.
      if (error !== undefined) refused(toProblemError(error))
      else end(request, response).catch(refused)
    })
  }
}
