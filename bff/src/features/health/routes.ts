import type { EnvironmentName } from '@paydesk/shared/core/ids'
import { endpoints } from '@paydesk/shared/endpoints'
import { type Actor, defineRoute } from '../../platform/http/route.ts'
import type { EnvironmentFacts, HealthChecker } from './checks.ts'
import { presentEnvironmentHealth, presentStatusLine } from './present.ts'

export interface HealthDeps {
  readonly checks: HealthChecker
  /** Folder of the files served to browsers. */
  readonly pages: string
}

/** Returns the environments in which the person may see a merchant, in the order of the configuration. */
function filterOwnEnvironments(facts: readonly EnvironmentFacts[], { session }: Actor): EnvironmentFacts[] {
  const own = session.merchants
  return facts.filter(({ merchants }) => own === null || merchants.some((one) => own.includes(one)))
}

export const showHealth = defineRoute(endpoints.showHealth, {
  permission: 'health.read',
  audit: () => ({ action: 'health.viewed' }),
  async handle({ actor }, { checks, pages }: HealthDeps) {
    const { permissions, session } = actor
    const environments = filterOwnEnvironments(await checks.loadEnvironments(), actor)
    const details = permissions.has('health.details')
    const gaps = new Map<EnvironmentName, number>()
    const counts = details || permissions.has('ledger.read')
    for (const { name, merchants } of counts ? environments : []) {
      const own = merchants.filter((one) => session.merchants?.includes(one) ?? true)
      gaps.set(name, await checks.countMissing(name, own))
    }
    const whole = new Set(
      environments.flatMap(({ name, merchants }) =>
        merchants.every((one) => session.merchants?.includes(one) ?? true) ? [name] : [],
      ),
    )
    const office = details ? await checks.runDeploymentChecks(pages) : null
    return { environments, counts, details, gaps, whole, office }
  },
  present: ({ environments, counts, details, gaps, whole, office }) => ({
    line: presentStatusLine(environments),
    environments: counts
      ? environments.map((one) =>
          presentEnvironmentHealth(one, gaps.get(one.name) ?? 0, { details, isWhole: whole.has(one.name) }),
        )
      : null,
    office,
  }),
})
