import { authenticatedRoutes } from '@paydesk/bff/app/create-app'
import { resolvePermissions } from '@paydesk/bff/platform/access/permissions'
import { isFullRun } from '@paydesk/bff/platform/runtime/run-length.test-kit'
import { type Role, role as roles } from '@paydesk/shared/core/permissions'
import { endpoints } from '@paydesk/shared/endpoints'
import type { Failing, Visited } from './walk.ts'

/** Roles that may call each endpoint, by its name. */
const callers = new Map(
  Object.entries(endpoints).map(([name, endpoint], at) => {
    const permission = authenticatedRoutes.find((one) => one.endpoint === endpoint)?.permission
    const mayCall = (role: Role) =>
      permission === undefined || permission === 'signed_in' || resolvePermissions(role).has(permission)
    const able = roles.options.filter(mayCall)
    return [name, able[at % Math.max(1, able.length)]] as const
  }),
)

/**
 * Chooses how a role makes each endpoint fail. In `pnpm test` one of the roles that may call an endpoint tries every
 * way, another one for each endpoint, and the rest try one way; in the long form everybody tries every way.
 */
export function failingOf(role: Role): (name: Visited['name']) => Failing {
  return (name) => (isFullRun || callers.get(name) === role ? 'every way' : 'one way')
}

/** Makes every endpoint fail in one way, for walks about something else than what fails. */
export function failOnce(): Failing {
  return isFullRun ? 'every way' : 'one way'
}
