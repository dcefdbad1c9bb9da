import type { EnvironmentName, MerchantId } from '@paydesk/shared/core/ids'
import { endpoints } from '@paydesk/shared/endpoints'
import { streamRoute } from '../../platform/http/route.ts'
import type { Hub } from './hub.ts'
import { farewell, linesFor, mayHear } from './stream.ts'

export interface Needs {
  readonly hub: Hub
  readonly config: {
    readonly environments: readonly {
      readonly name: EnvironmentName
      readonly merchantIds: readonly MerchantId[]
    }[]
  }
}

export const hearChanges = streamRoute(endpoints.hearChanges, {
  permission: 'live.listen',
  renews: false,
  farewell,
  audit: () => ({ action: 'live.heard' }),
  async open({ actor }, { hub, config }: Needs, hearer) {
    const merchants = new Map<string, readonly string[]>(
      config.environments.map(({ name, merchantIds }) => [name, merchantIds]),
    )
    const may = mayHear(actor, (environment) => merchants.get(environment))
    return linesFor(hearer, actor.session.hash, hub, await hub.upToDate(), may)
  },
})
