import type { LiveEvent } from '@paydesk/shared/core/live-updates'

export interface EventBatcher {
  add(events: readonly LiveEvent[]): void
  /** Drops the batch: everything is refetched anyway, or nobody listens any more. */
  discard(): void
}

/** Batches events for `ms` milliseconds after the first one; passes on the newest of each subject. */
export function createEventBatcher(
  ms: number,
  onBatch: (events: readonly LiveEvent[]) => void,
): EventBatcher {
  let gathered = new Map<string, LiveEvent>()
  let timer: ReturnType<typeof setTimeout> | undefined
  function flush() {
    timer = undefined
    const events = [...gathered.values()]
    gathered = new Map()
    onBatch(events)
  }
  return {
    add(events) {
      for (const event of events) gathered.set(`${event.kind} ${event.environment} ${event.id}`, event)
      if (gathered.size > 0) timer ??= setTimeout(flush, ms)
    },
    discard() {
      clearTimeout(timer)
      timer = undefined
      gathered = new Map()
    },
  }
}
