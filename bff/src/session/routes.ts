import { endpoints } from '@paydesk/shared/endpoints'
import type { EnvironmentView, WhoAmI } from '@paydesk/shared/session'
import { permissionsOf, wordsOf } from '../access/permissions.ts'
import { ProblemError } from '../http/problem.ts'
import { route } from '../http/route.ts'
import type { Session, Sessions } from '../http/sessions.ts'
import type { IdentityProvider } from './provider.ts'

export interface SessionNeeds {
  readonly sessions: Sessions
  readonly provider: IdentityProvider
  readonly environments: readonly EnvironmentView[]
  readonly zone: string
}

interface Known {
  readonly session: Session
  readonly needs: SessionNeeds
}

function present({ session, needs }: Known): WhoAmI {
  return {
    name: session.name,
    role: { id: session.role, ...wordsOf(session.role) },
    roles: session.roles.map((id) => ({ id, label: wordsOf(id).label })),
    permissions: [...permissionsOf(session.role)],
    environments: [...needs.environments],
    zone: needs.zone,
    idleEndsAt: new Date(session.idleEndsAt).toISOString(),
    endsAt: new Date(session.endsAt).toISOString(),
  }
}

export const whoAmI = route(endpoints.whoAmI, {
  permission: 'signed_in',
  audit: () => ({ action: 'none', because: 'a person reads who they themselves are' }),
  handle: async ({ actor }, needs: SessionNeeds): Promise<Known> => ({ session: actor.session, needs }),
  present,
})

export const chooseRole = route(endpoints.chooseRole, {
  permission: 'signed_in',
  audit: () => ({ action: 'role.chosen' }),
  async handle({ actor, body }, needs: SessionNeeds): Promise<Known> {
    if (!actor.session.roles.includes(body.role)) throw new ProblemError('not_allowed')
    await needs.sessions.chooseRole(actor.session.hash, body.role)
    return { session: { ...actor.session, role: body.role }, needs }
  },
  present,
})

export const signOut = route(endpoints.signOut, {
  permission: 'signed_in',
  audit: () => ({ action: 'session.ended' }),
  async handle({ actor }, needs: SessionNeeds) {
    await needs.sessions.end(actor.session.hash)
    return needs.provider.signOutAddress(actor.session.idToken)
  },
  present: (address) => ({ next: address?.href ?? '/signed-out' }),
})
