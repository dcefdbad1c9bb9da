import type { PersonSettings } from '@paydesk/shared/administration/settings'
import {
  type CurrentSession,
  type EnvironmentView,
  type PageSession,
  pageSessionSchema,
} from '@paydesk/shared/administration/sign-in'
import type { OwnBreakGlassStatus } from '@paydesk/shared/compliance/break-glass'
import { endpoints } from '@paydesk/shared/endpoints'
import type { Request } from 'express'
import { resolvePermissions } from '../../platform/access/permissions.ts'
import type { Store } from '../../platform/database/database.ts'
import { findPageSession, type RouteGuardDeps } from '../../platform/http/guards.ts'
import { defineRoute } from '../../platform/http/route.ts'
import { ProblemError } from '../../platform/problem/problem.ts'
import type { Session } from '../../platform/session/session.ts'
import { computeSessionFingerprint } from '../../platform/session/session-fingerprint.ts'
import type { SessionStore } from '../../platform/session/session-store.ts'
import { loadBreakGlassStatus } from '../../records/break-glass.ts'
import { loadStaffSettings } from '../../records/staff-settings.ts'
import type { IdentityProvider } from './provider.ts'

export interface CurrentSessionDeps {
  readonly sessions: SessionStore
  readonly provider: IdentityProvider
  readonly environments: readonly EnvironmentView[]
  readonly zone: string
  readonly store: Pick<Store, 'db'>
  readonly config: { readonly reauthenticationMs: number }
}

interface SessionState {
  readonly session: Session
  readonly deps: CurrentSessionDeps
  readonly breakGlass: OwnBreakGlassStatus
  readonly settings: PersonSettings
}

async function loadSessionState(session: Session, deps: CurrentSessionDeps): Promise<SessionState> {
  const { db } = deps.store
  const [breakGlass, settings] = await Promise.all([
    loadBreakGlassStatus(db, session, Date.now()),
    loadStaffSettings(db, session),
  ])
  return { session, deps, breakGlass, settings }
}

/** Returns until when no re-authentication is needed; null if one is. `now`: ms since 1970. */
export function findReauthenticationExpiry(
  { reauthenticatedAt }: Pick<Session, 'reauthenticatedAt'>,
  maxAgeMs: number,
  now: number,
): string | null {
  const until = (reauthenticatedAt ?? 0) + maxAgeMs
  return until > now ? new Date(until).toISOString() : null
}

function presentCurrentSession({ session, deps, breakGlass, settings }: SessionState): CurrentSession {
  return {
    name: session.name,
    role: session.role,
    roles: [...session.roles],
    permissions: [...resolvePermissions(session.role, session.breakGlassUntil !== null)],
    environments: [...deps.environments],
    zone: deps.zone,
    settings,
    idleExpiresAt: new Date(session.idleEndsAt).toISOString(),
    expiresAt: new Date(session.endsAt).toISOString(),
    recentUntil: findReauthenticationExpiry(session, deps.config.reauthenticationMs, Date.now()),
    ...((breakGlass.until ?? breakGlass.reportDueFor) !== null && { breakGlass }),
  }
}

/** Returns the session that comes with a page, as `showCurrentSessionRoute` answers it; null without one. */
export async function presentPageSession(
  request: Request,
  guards: Pick<RouteGuardDeps, 'sessions' | 'cookie' | 'requireCurrentRights'>,
  deps: CurrentSessionDeps,
): Promise<PageSession | null> {
  const session = await findPageSession(request, guards)
  if (session === null) return null
  const current = presentCurrentSession(await loadSessionState(session, deps))
  return pageSessionSchema.parse({ session: current, fingerprint: computeSessionFingerprint(session) })
}

export const showCurrentSessionRoute = defineRoute(endpoints.showCurrentSession, {
  permission: 'signed_in',
  audit: () => ({ action: 'none', because: 'a person reads who they themselves are' }),
  handle: ({ actor }, deps: CurrentSessionDeps): Promise<SessionState> =>
    loadSessionState(actor.session, deps),
  present: presentCurrentSession,
})

export const chooseRoleRoute = defineRoute(endpoints.chooseRole, {
  permission: 'signed_in',
  audit: () => ({ action: 'role.chosen' }),
  async handle({ actor, body: { role } }, deps: CurrentSessionDeps): Promise<SessionState> {
    let current: Session | null = actor.session
    while (current !== null) {
      if (!current.roles.includes(role)) throw new ProblemError('not_allowed')
      if (await deps.sessions.chooseRole(current, role)) return loadSessionState({ ...current, role }, deps)
      // Ask again with the roles that a renewal has stored in between.
      current = (await deps.sessions.reload(current)).session
    }
    throw new ProblemError('session_over')
  },
  present: presentCurrentSession,
})

export const signOutRoute = defineRoute(endpoints.signOut, {
  permission: 'signed_in',
  audit: () => ({ action: 'session.ended' }),
  endsSession: true,
  async handle({ actor }, deps: CurrentSessionDeps) {
    await deps.sessions.end(actor.session.hash)
    return deps.provider.signOutAddress(actor.session.idToken)
  },
  present: (address) => ({ next: address?.href ?? '/signed-out' }),
})
