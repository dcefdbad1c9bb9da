import type { EnvironmentName, MerchantId } from '@paydesk/shared/core/ids'
import { endpoints } from '@paydesk/shared/endpoints'
import { defineStreamRoute } from '../../platform/http/route.ts'
import type { ChangeHub } from './hub.ts'
import { closingEvent, createChangeFilter, streamChangeEvents } from './stream.ts'

export interface LiveUpdatesDeps {
  readonly hub: ChangeHub
  readonly config: {
    readonly environments: readonly {
      readonly name: EnvironmentName
      readonly merchantIds: readonly MerchantId[]
    }[]
  }
}

export const streamLiveEvents = defineStreamRoute(endpoints.streamLiveEvents, {
  permission: 'live.listen',
  renews: false,
  closingEvent: closingEvent,
  audit: () => ({ action: 'live.streamed' }),
  async open({ actor }, { hub, config }: LiveUpdatesDeps, hearer) {
    const merchants = new Map<string, readonly string[]>(
      config.environments.map(({ name, merchantIds }) => [name, merchantIds]),
    )
    const may = createChangeFilter(actor, (environment) => merchants.get(environment))
    return streamChangeEvents(hearer, actor.session.hash, hub, await hub.catchUp(), may)
  },
})
