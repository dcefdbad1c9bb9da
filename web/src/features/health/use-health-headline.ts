import type { HealthCheck, HealthView } from '@paydesk/shared/administration/health'
import { useFormatter, useMessages } from '../../lib/messages/messages-context.tsx'
import { useFormatEnvironmentLabel } from '../../lib/session-context.tsx'

interface HealthHeadline {
  readonly status: HealthView['summary']['status']
  readonly text: string
}

/**
 * Returns the function that sums up all of the health that the role sees: the payment service first, then how many
 * checks need attention. A page never says that all is well above a check that is not.
 */
export function useHealthHeadline(): (view: HealthView) => HealthHeadline {
  const { line, warnings } = useMessages('health')
  const format = useFormatter()
  const labelOf = useFormatEnvironmentLabel()
  return (view) => {
    const { status, environments } = view.summary
    const count = listHealthChecks(view).filter((check) => needsAttention(check)).length
    if (status === 'good' && count > 0) return { status: 'attention', text: format.text(warnings, { count }) }
    return {
      status,
      text: format.text(line[status], { environments: environments.map(labelOf).join(', ') }),
    }
  }
}

export const needsAttention = ({ status }: Pick<HealthCheck, 'status'>) =>
  status === 'attention' || status === 'bad'

type EnvironmentHealth = NonNullable<HealthView['environments']>[number]

/** Lists the checks of Paydesk in one environment, in the order of the page. */
export function listHealthChecksOfEnvironments(one: EnvironmentHealth): readonly HealthCheck[] {
  return [
    one.notificationQueue,
    one.sync,
    one.missingNotifications,
    one.originProof,
    one.secrets,
    one.rejectedNotifications,
    one.operatorActions,
  ]
}

function listHealthChecks({ environments, installation }: HealthView): readonly HealthCheck[] {
  const own = (environments ?? []).flatMap((one) => [
    ...listHealthChecksOfEnvironments(one),
    ...(one.credentials ?? []),
  ])
  return [...own, ...(installation ?? [])]
}
