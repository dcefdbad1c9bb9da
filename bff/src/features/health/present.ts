import type { HealthCheck, HealthView } from '@paydesk/shared/administration/health'
import { createCheck } from './check-format.ts'
import type { EnvironmentFacts } from './checks.ts'
import {
  checkMissingNotifications,
  checkNotificationQueue,
  checkOperatorActions,
  checkOriginProof,
  checkRefusals,
  checkSync,
  presentOperations,
} from './environment-checks.ts'

type EnvironmentView = NonNullable<HealthView['environments']>[number]

/** Presents what staff need to know before a call: whether the payment service answers. */
export function presentStatusLine(environments: readonly EnvironmentFacts[]): HealthCheck {
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
export function presentEnvironmentHealth(
  facts: EnvironmentFacts,
  gaps: number,
  { details, isWhole }: { details: boolean; isWhole: boolean },
): EnvironmentView {
  const { environment, figures, service, clock, sweepMs } = facts
  return {
    environment: facts.name,
    service: details ? presentOperations(service, clock) : [],
    inbox: checkNotificationQueue(figures, isWhole),
    sweep: checkSync(figures, { everyMs: sweepMs, isWhole, clock }),
    gaps: checkMissingNotifications(gaps, figures.countedAt),
    proof: checkOriginProof(environment, figures.countedAt),
    refused: checkRefusals(figures, clock),
    actions: checkOperatorActions(environment, figures.countedAt),
    credentials: details ? facts.credentials() : null,
  }
}
