import type { Config } from '../config.ts'
import type { Log } from '../http/log.ts'
import type { Store } from '../store/database.ts'
import type { Seal } from '../store/seal.ts'
import { type InboxNeeds, makeInbox } from './inbox.ts'
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

/** The endpoint for notifications, with the ways in of the environments. */
export function makeReceiver(config: Config, { store, seal, log, figures }: Needs) {
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
