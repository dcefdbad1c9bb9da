import type { Check, HealthView } from '@paydesk/shared/administration/health'
import type { EnvironmentFacts } from './checks.ts'
import {
  actionsCheck,
  gapsCheck,
  inboxCheck,
  operationsOf,
  proofCheck,
  refusedCheck,
  sweepCheck,
} from './environment-checks.ts'
import { checked } from './words.ts'

type EnvironmentView = NonNullable<HealthView['environments']>[number]

/** What a member of staff needs to know before a call: does the service answer? */
export function lineOf(environments: readonly EnvironmentFacts[]): Check {
  const at = Math.max(0, ...environments.map(({ figures }) => figures.countedAt))
  const said = (status: Check['status'], says: string) =>
    checked('Paydesk', status, says, at === 0 ? null : at)
  const of = (status: Check['status']) =>
    environments
      .filter(({ service, clock }) => operationsOf(service, clock).some((one) => one.status === status))
      .map(({ label }) => label)
  const [bad, shaky] = [of('bad'), of('attention')]
  if (bad.length > 0) return said('bad', `The payment service does not answer properly: ${bad.join(', ')}`)
  if (shaky.length > 0)
    return said('attention', `The payment service fails now and then: ${shaky.join(', ')}`)
  return said('good', 'Paydesk works and nothing is known to keep the payment service from answering')
}

/**
 * One environment. `details`: how it is run, for whoever may see that. `isWhole`: for somebody who sees all
 * its merchants.
 */
export function environmentView(
  facts: EnvironmentFacts,
  gaps: number,
  { details, isWhole }: { details: boolean; isWhole: boolean },
): EnvironmentView {
  const { environment, figures, service, clock, sweepMs } = facts
  return {
    environment: facts.name,
    service: details ? operationsOf(service, clock) : [],
    inbox: inboxCheck(figures, isWhole),
    sweep: sweepCheck(figures, { everyMs: sweepMs, isWhole, clock }),
    gaps: gapsCheck(gaps, figures.countedAt),
    proof: proofCheck(environment, figures.countedAt),
    refused: refusedCheck(figures, clock),
    actions: actionsCheck(environment, figures.countedAt),
    credentials: details ? facts.credentials() : null,
  }
}
