import type { EnvironmentName, MerchantId } from '@paydesk/shared/core/ids'
import { endpoints } from '@paydesk/shared/endpoints'
import { defineStreamRoute } from '../../platform/http/route.ts'
import type { LiveChangeHub } from './hub.ts'
import { createLiveChangeFilter, liveStreamClosingEvent, streamLiveChanges } from './stream.ts'

export interface LiveUpdatesDeps {
  readonly hub: LiveChangeHub
  readonly config: {
    readonly environments: readonly {
      readonly name: EnvironmentName
      readonly merchantIds: readonly MerchantId[]
    }[]
  }
}

export const streamLiveEventsRoute = defineStreamRoute(endpoints.streamLiveEvents, {
  permission: 'live.listen',
  renews: false,
  closingEvent: liveStreamClosingEvent,
  audit: () => ({ action: 'live.streamed' }),
  async open({ actor }, { hub, config }: LiveUpdatesDeps, streamClient) {
    const merchants = new Map<string, readonly string[]>(
      config.environments.map(({ name, merchantIds }) => [name, merchantIds]),
    )
    const may = createLiveChangeFilter(actor, (environment) => merchants.get(environment))
    return streamLiveChanges(streamClient, actor.session.hash, hub, await hub.catchUp(), may)
  },
})
