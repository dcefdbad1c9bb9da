import type { EnvironmentName } from '@paydesk/shared/core/ids'
import type { Store } from '../../platform/database/database.ts'
import type { Seal } from '../../platform/database/field-cipher.ts'
import type { Log } from '../../platform/runtime/log.ts'
import { type InboxNeeds, makeInbox } from './notification-queue.ts'
import { makeProof } from './proof.ts'
import { type ReceiverNeeds, receiveNotifications } from './receive.ts'
import { makeRefusals } from './refusals.ts'

interface Needs {
  readonly store: Store
  readonly seal: Seal
  readonly log: Log
  /** Told what was acknowledged and repeated. */
  readonly figures: Pick<ReceiverNeeds, 'acknowledged'> & Required<Pick<InboxNeeds, 'repeated'>>
}

interface ReceiverOptions {
  readonly environments: readonly {
    readonly name: EnvironmentName
    readonly notification: Parameters<typeof makeProof>[0]
  }[]
  /** Notifications that may wait before further ones are answered with 503. */
  readonly inboxMost: number
}

/** The endpoint for notifications, with the ways in of the environments. */
export function makeReceiver(config: ReceiverOptions, { store, seal, log, figures }: Needs) {
  const { acknowledged, repeated } = figures
  const refusals = makeRefusals(store, log)
  for (const { name, notification } of config.environments)
    if (notification.proof === 'none')
      log.warn({ environment: name }, 'NOTIFICATIONS WITHOUT PROOF OF ORIGIN: anybody can send them')
  const entrances = config.environments.map(
    ({ name, notification }) => [name, { environment: name, proof: makeProof(notification) }] as const,
  )
  const inbox = makeInbox({
    store,
    seal,
    environments: config.environments.map(({ name }) => name),
    most: config.inboxMost,
    repeated,
  })
  const receiver = receiveNotifications({ entrances: new Map(entrances), inbox, refusals, log, acknowledged })
  return { ...receiver, isCrowded: inbox.isCrowded, flush: refusals.flush, close: refusals.close }
}
