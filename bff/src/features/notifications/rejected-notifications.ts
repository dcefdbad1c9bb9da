import type { EnvironmentName } from '@paydesk/shared/core/ids'
import type { NotificationFigures } from '@paydesk/shared/payments/notifications'
import type { Store } from '../../platform/database/database.ts'
import { createDebouncedJob } from '../../platform/jobs/debounced-job.ts'
import type { Logger } from '../../platform/runtime/log.ts'

export type NotificationRejectionReason = NotificationFigures['rejected'][number]['reason']

export interface RejectedNotificationCounter {
  /** Counts one notification. Nothing of its content is stored. */
  add(environment: EnvironmentName, reason: NotificationRejectionReason): void
  /** Writes the counts so far; counts that cannot be written are kept for the next time. */
  flush(): Promise<void>
  close(): Promise<void>
}

interface RefusalCount {
  readonly environment: EnvironmentName
  readonly day: string
  readonly reason: NotificationRejectionReason
  times: number
  last_at: number
}

const flushMs = 2_000

/**
 * Counts refused notifications by environment, day (UTC) and reason. Counts in memory and writes
 * every two seconds, so that a flood of invalid notifications does not cause a write each; logs one
 * line per written count.
 */
export function createRejectedNotificationCounter(
  store: Store,
  log: Logger,
  now: () => number = Date.now,
): RejectedNotificationCounter {
  let counts = new Map<string, RefusalCount>()

  /** Adds to the next write, and schedules that write. */
  function note(count: RefusalCount): void {
    const key = `${count.environment}/${count.day}/${count.reason}`
    const refusalCount = counts.get(key)
    if (refusalCount === undefined) counts.set(key, count)
    else {
      refusalCount.times += count.times
      refusalCount.last_at = Math.max(refusalCount.last_at, count.last_at)
    }
    writing.schedule()
  }

  async function write(): Promise<void> {
    const written = [...counts.values()]
    counts = new Map()
    for (const count of written) {
      const { environment, reason, times } = count
      log.warn({ environment, reason, times }, 'notifications refused')
      try {
        await store.db
          .insertInto('rejected_notifications')
          .values(count)
          .onConflict((conflict) =>
            conflict.columns(['environment', 'day', 'reason']).doUpdateSet((eb) => ({
              times: eb('rejected_notifications.times', '+', eb.ref('excluded.times')),
              last_at: eb.ref('excluded.last_at'),
            })),
          )
          .execute()
      } catch (error) {
        log.error({ err: error }, 'counts of refused notifications not written')
        note(count)
      }
    }
  }

  const writing = createDebouncedJob(flushMs, write)
  return {
    add(environment, reason) {
      const at = now()
      note({ environment, day: new Date(at).toISOString().slice(0, 10), reason, times: 1, last_at: at })
    },
    flush: writing.runNow,
    async close() {
      await writing.runNow()
      await writing.stop()
    },
  }
}
