import { authenticatedRoutes } from '@paydesk/bff/app/create-app'
import { resolvePermissions } from '@paydesk/bff/platform/access/permissions'
import { isFullRun } from '@paydesk/bff/platform/runtime/run-length.test-kit'
import { type Role, roleSchema as roles } from '@paydesk/shared/core/permissions'
import { endpoints } from '@paydesk/shared/endpoints'
import type { FailureExtent, VisitedCall } from './walk.ts'

/** Chosen role by endpoint name, taken in turn from the roles that may call the endpoint. */
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
 * Chooses how a role makes each endpoint fail. In `pnpm test` one role per endpoint, of those that may call
 * it, tries every way, and all others try one way. In the long form every role tries every way.
 */
export function failingOf(role: Role): (name: VisitedCall['name']) => FailureExtent {
  return (name) => (isFullRun || callers.get(name) === role ? 'every way' : 'one way')
}

/**
 * Makes every endpoint fail in one way in the short form, for walks that test something other than failures.
 */
export function failOnce(): FailureExtent {
  return isFullRun ? 'every way' : 'one way'
}
