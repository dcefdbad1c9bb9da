import type { EnvironmentView, WhoAmI } from '@paydesk/shared/administration/session'
import type { OwnGlass } from '@paydesk/shared/compliance/glass'
import { endpoints } from '@paydesk/shared/endpoints'
import { permissionsOf, wordsOf } from '../../platform/access/permissions.ts'
import type { Store } from '../../platform/database/database.ts'
import { route } from '../../platform/http/route.ts'
import { ProblemError } from '../../platform/problem/problem.ts'
import type { Session } from '../../platform/session/session.ts'
import type { Sessions } from '../../platform/session/sessions.ts'
import { ownGlassOf } from '../../records/break-glass.ts'
import type { IdentityProvider } from './provider.ts'

export interface SessionNeeds {
  readonly sessions: Sessions
  readonly provider: IdentityProvider
  readonly environments: readonly EnvironmentView[]
  readonly zone: string
  readonly store: Pick<Store, 'db'>
}

interface Known {
  readonly session: Session
  readonly needs: SessionNeeds
  readonly glass: OwnGlass
}

async function known(session: Session, needs: SessionNeeds): Promise<Known> {
  return { session, needs, glass: await ownGlassOf(needs.store.db, session, Date.now()) }
}

function present({ session, needs, glass }: Known): WhoAmI {
  return {
    name: session.name,
    role: { id: session.role, ...wordsOf(session.role) },
    roles: session.roles.map((id) => ({ id, label: wordsOf(id).label })),
    permissions: [...permissionsOf(session.role, session.glassUntil !== null)],
    environments: [...needs.environments],
    zone: needs.zone,
    idleEndsAt: new Date(session.idleEndsAt).toISOString(),
    endsAt: new Date(session.endsAt).toISOString(),
    ...((glass.until ?? glass.owes) !== null && { glass }),
  }
}

export const whoAmI = route(endpoints.whoAmI, {
  permission: 'signed_in',
  audit: () => ({ action: 'none', because: 'a person reads who they themselves are' }),
  handle: ({ actor }, needs: SessionNeeds): Promise<Known> => known(actor.session, needs),
  present,
})

export const chooseRole = route(endpoints.chooseRole, {
  permission: 'signed_in',
  audit: () => ({ action: 'role.chosen' }),
  async handle({ actor, body }, needs: SessionNeeds): Promise<Known> {
    if (!actor.session.roles.includes(body.role)) throw new ProblemError('not_allowed')
    await needs.sessions.chooseRole(actor.session.hash, body.role)
    return known({ ...actor.session, role: body.role }, needs)
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
