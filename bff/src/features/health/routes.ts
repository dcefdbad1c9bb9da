import type { EnvironmentName } from '@paydesk/shared/core/ids'
import { endpoints } from '@paydesk/shared/endpoints'
import { type Actor, route } from '../../platform/http/route.ts'
import type { Checks, EnvironmentFacts } from './checks.ts'
import { environmentView, lineOf } from './view.ts'

export interface Needs {
  readonly checks: Checks
  /** Folder of the files that browsers are given. */
  readonly pages: string
}

/** The environments in which the person may see a merchant, in the order of the configuration. */
function ownEnvironments(facts: readonly EnvironmentFacts[], { session }: Actor): EnvironmentFacts[] {
  const own = session.merchants
  return facts.filter(({ merchants }) => own === null || merchants.some((one) => own.includes(one)))
}

export const showHealth = route(endpoints.showHealth, {
  permission: 'health.read',
  audit: () => ({ action: 'health.viewed' }),
  async handle({ actor }, { checks, pages }: Needs) {
    const { permissions, session } = actor
    const environments = ownEnvironments(await checks.environments(), actor)
    const details = permissions.has('health.details')
    const gaps = new Map<EnvironmentName, number>()
    const counts = details || permissions.has('ledger.read')
    for (const { name, merchants } of counts ? environments : []) {
      const own = merchants.filter((one) => session.merchants?.includes(one) ?? true)
      gaps.set(name, await checks.gaps(name, own))
    }
    const whole = new Set(
      environments.flatMap(({ name, merchants }) =>
        merchants.every((one) => session.merchants?.includes(one) ?? true) ? [name] : [],
      ),
    )
    const office = details ? await checks.office(pages) : null
    return { environments, counts, details, gaps, whole, office }
  },
  present: ({ environments, counts, details, gaps, whole, office }) => ({
    line: lineOf(environments),
    environments: counts
      ? environments.map((one) =>
          environmentView(one, gaps.get(one.name) ?? 0, { details, isWhole: whole.has(one.name) }),
        )
      : null,
    office,
  }),
})
