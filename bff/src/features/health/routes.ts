import type { HealthView } from '@paydesk/shared/administration/health'
import type { EnvironmentName } from '@paydesk/shared/core/ids'
import { endpoints } from '@paydesk/shared/endpoints'
import { type Actor, defineRoute } from '../../platform/http/route.ts'
import type { EnvironmentHealthFacts, HealthChecker } from './checks.ts'
import {
  checkMissingNotificationsHealth,
  checkNotificationOriginProofHealth,
  checkNotificationQueueHealth,
  checkNotificationSecretsHealth,
  checkOperatorActionsHealth,
  checkRejectedNotificationsHealth,
  checkSyncHealth,
  presentServiceOperations,
} from './environment-checks.ts'
import { type LastDayFigures, presentEnvironmentLastDay, presentSlotTimes } from './last-day.ts'

type EnvironmentView = NonNullable<HealthView['environments']>[number]

/** Presents what staff need to know before a call: whether the payment service responds. */
function presentStatusLine(environments: readonly EnvironmentHealthFacts[]): HealthView['summary'] {
  const at = Math.max(0, ...environments.map(({ figures }) => figures.countedAt))
  const namesWith = (status: 'bad' | 'attention') =>
    environments
      .filter(({ service }) => presentServiceOperations(service, true).some((one) => one.status === status))
      .map(({ name }) => name)
  const [bad, degraded] = [namesWith('bad'), namesWith('attention')]
  return {
    status: bad.length > 0 ? 'bad' : degraded.length > 0 ? 'attention' : 'good',
    environments: bad.length > 0 ? bad : degraded,
    checkedAt: at === 0 ? null : new Date(at).toISOString(),
  }
}

/**
 * Presents one environment. `details`: adds how it is run, for people who may see that. `isWhole`: this
 * person sees all its merchants.
 */
function presentEnvironmentHealth(
  facts: EnvironmentHealthFacts,
  gaps: number,
  { details, isWhole }: { details: boolean; isWhole: boolean },
): EnvironmentView {
  const { environment, figures, service, syncIntervalMs } = facts
  return {
    environment: facts.name,
    service: details ? presentServiceOperations(service, isWhole) : [],
    notificationQueue: checkNotificationQueueHealth(figures, isWhole),
    sync: checkSyncHealth(figures, { everyMs: syncIntervalMs, isWhole }),
    missingNotifications: checkMissingNotificationsHealth(gaps, figures.countedAt),
    originProof: checkNotificationOriginProofHealth(environment, figures.countedAt),
    secrets: checkNotificationSecretsHealth(figures),
    rejectedNotifications: checkRejectedNotificationsHealth(figures),
    operatorActions: checkOperatorActionsHealth(environment, figures.countedAt),
    credentials: details ? facts.credentials() : null,
  }
}

export interface HealthDeps {
  readonly checks: HealthChecker
  readonly loadLastDay: () => Promise<LastDayFigures>
  /** Folder of the files served to browsers. */
  readonly pages: string
}

type WithMerchants = Pick<EnvironmentHealthFacts, 'merchants'>

/** Returns the environments in which the person may see a merchant, in the order of the configuration. */
function filterOwnEnvironments<Environment extends WithMerchants>(
  environments: readonly Environment[],
  { session }: Actor,
): Environment[] {
  const own = session.merchants
  return environments.filter(({ merchants }) => own === null || merchants.some((one) => own.includes(one)))
}

/** Tells whether the person sees all merchants of the environment. */
const seesWholeEnvironment = ({ merchants }: WithMerchants, { session }: Actor): boolean =>
  merchants.every((one) => session.merchants?.includes(one) ?? true)

export const showHealthRoute = defineRoute(endpoints.showHealth, {
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
    const whole = new Set(environments.flatMap((one) => (seesWholeEnvironment(one, actor) ? [one.name] : [])))
    const deploymentChecks = details ? await checks.runDeploymentChecks(pages) : null
    return { environments, counts, details, gaps, whole, deploymentChecks }
  },
  present: ({ environments, counts, details, gaps, whole, deploymentChecks: installation }) => ({
    summary: presentStatusLine(environments),
    environments: counts
      ? environments.map((one) =>
          presentEnvironmentHealth(one, gaps.get(one.name) ?? 0, { details, isWhole: whole.has(one.name) }),
        )
      : null,
    installation,
  }),
})

/** Shows the last 24 hours to people who see the details of the health page. */
export const showHealthLastDayRoute = defineRoute(endpoints.showHealthLastDay, {
  permission: 'health.details',
  audit: () => ({ action: 'health.last_day.viewed' }),
  async handle({ actor }, { loadLastDay }: HealthDeps) {
    const { slots, environments } = await loadLastDay()
    const shown = filterOwnEnvironments(environments, actor)
    return {
      slots,
      environments: shown.map((one) => ({ ...one, isWhole: seesWholeEnvironment(one, actor) })),
    }
  },
  present: ({ slots, environments }) => ({
    slots: presentSlotTimes(slots),
    environments: environments.map((one) => presentEnvironmentLastDay(one, one.isWhole)),
  }),
})
