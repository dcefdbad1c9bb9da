import type { HealthCheck, HealthView } from '@paydesk/shared/administration/health'
import type { EnvironmentName } from '@paydesk/shared/core/ids'
import { endpoints } from '@paydesk/shared/endpoints'
import { type Actor, defineRoute } from '../../platform/http/route.ts'
import { createCheck } from './check-format.ts'
import type { EnvironmentFacts, HealthChecker } from './checks.ts'
import {
  checkMissingNotifications,
  checkNotificationQueue,
  checkNotificationSecrets,
  checkOperatorActions,
  checkOriginProof,
  checkRefusals,
  checkSync,
  presentOperations,
} from './environment-checks.ts'

type EnvironmentView = NonNullable<HealthView['environments']>[number]

/** Presents what staff need to know before a call: whether the payment service answers. */
function presentStatusLine(environments: readonly EnvironmentFacts[]): HealthCheck {
  const at = Math.max(0, ...environments.map(({ figures }) => figures.countedAt))
  const said = (status: HealthCheck['status'], says: string) =>
    createCheck('Paydesk', status, says, at === 0 ? null : at)
  const of = (status: HealthCheck['status']) =>
    environments
      .filter(({ service, clock }) => presentOperations(service, clock).some((one) => one.status === status))
      .map(({ label }) => label)
  const [bad, shaky] = [of('bad'), of('attention')]
  if (bad.length > 0) return said('bad', `The payment service does not answer properly: ${bad.join(', ')}`)
  if (shaky.length > 0)
    return said('attention', `The payment service fails now and then: ${shaky.join(', ')}`)
  return said('good', 'Paydesk works and nothing is known to keep the payment service from answering')
}

/**
 * Presents one environment. `details`: adds how it is run, for people who may see that. `isWhole`: this
 * person sees all its merchants.
 */
function presentEnvironmentHealth(
  facts: EnvironmentFacts,
  gaps: number,
  { details, isWhole }: { details: boolean; isWhole: boolean },
): EnvironmentView {
  const { environment, figures, service, clock, sweepMs } = facts
  return {
    environment: facts.name,
    service: details ? presentOperations(service, clock) : [],
    notificationQueue: checkNotificationQueue(figures, isWhole),
    sync: checkSync(figures, { everyMs: sweepMs, isWhole, clock }),
    missingNotifications: checkMissingNotifications(gaps, figures.countedAt),
    proof: checkOriginProof(environment, figures.countedAt),
    secrets: checkNotificationSecrets(figures, clock),
    rejectedNotifications: checkRefusals(figures, clock),
    actions: checkOperatorActions(environment, figures.countedAt),
    credentials: details ? facts.credentials() : null,
  }
}

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
    const counts = details || permissions.has('notification_queue.read')
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
  present: ({ environments, counts, details, gaps, whole, office: installation }) => ({
    summary: presentStatusLine(environments),
    environments: counts
      ? environments.map((one) =>
          presentEnvironmentHealth(one, gaps.get(one.name) ?? 0, { details, isWhole: whole.has(one.name) }),
        )
      : null,
    installation,
  }),
})
