import type { EnvironmentName } from '@paydesk/shared/core/ids'
import type { Store } from '../../platform/database/database.ts'
import type { FieldCipher } from '../../platform/database/field-cipher.ts'
import type { Logger } from '../../platform/runtime/log.ts'
import { createNotificationHandler, type NotificationHandlerDeps } from './notification-handler.ts'
import { createNotificationOriginVerifier } from './notification-origin-verifier.ts'
import { createNotificationQueue, type NotificationQueueDeps } from './notification-queue.ts'
import { createAnnouncedReviewTasksReader } from './notification-tasks.ts'
import { createNotificationProcessor } from './process-notification-queue.ts'
import { createRejectedNotificationCounter } from './rejected-notifications.ts'

interface ReceiverDeps {
  readonly store: Store
  readonly cipher: FieldCipher
  readonly log: Logger
  /** Metrics of acknowledged and repeated notifications. */
  readonly figures: Pick<NotificationHandlerDeps, 'acknowledged'> &
    Required<Pick<NotificationQueueDeps, 'repeated'>>
}

interface ReceiverOptions {
  readonly environments: readonly {
    readonly name: EnvironmentName
    readonly notification: Parameters<typeof createNotificationOriginVerifier>[0]
  }[]
  /** Notifications that may wait before further ones are answered with 503. */
  readonly maxBacklog: number
}

/** Creates the endpoint for notifications of all environments. */
function createNotificationReceiver(config: ReceiverOptions, { store, cipher, log, figures }: ReceiverDeps) {
  const { acknowledged, repeated } = figures
  const refusals = createRejectedNotificationCounter(store, log)
  for (const { name, notification } of config.environments)
    if (notification.proof === 'none')
      log.warn({ environment: name }, 'NOTIFICATIONS WITHOUT PROOF OF ORIGIN: anybody can send them')
  const endpoints = config.environments.map(
    ({ name, notification }) =>
      [name, { environment: name, verifier: createNotificationOriginVerifier(notification) }] as const,
  )
  const notificationQueue = createNotificationQueue({
    store,
    cipher,
    environments: config.environments.map(({ name }) => name),
    maxBacklog: config.maxBacklog,
    repeated,
  })
  const receiver = createNotificationHandler({
    endpoints: new Map(endpoints),
    notificationQueue,
    refusals,
    log,
    acknowledged,
  })
  return {
    ...receiver,
    isOverloaded: notificationQueue.isOverloaded,
    flush: refusals.flush,
    close: refusals.close,
  }
}

/** Creates the endpoint for notifications, the processor of stored ones, and the reader of their tasks. */
export function createNotificationDeps(config: ReceiverOptions, deps: ReceiverDeps) {
  const receiver = createNotificationReceiver(config, deps)
  return {
    receiver,
    processNotifications: createNotificationProcessor({ ...deps, isOverloaded: receiver.isOverloaded }),
    readNamedTasks: createAnnouncedReviewTasksReader(deps.cipher),
  }
}
