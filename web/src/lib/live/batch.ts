import type { LiveEvent } from '@paydesk/shared/core/live'

export interface Gathering {
  add(events: readonly LiveEvent[]): void
  /** Forgets what is gathered: everything is read again anyway, or nobody is there any more. */
  drop(): void
}

/** Gathers changes for a moment (ms) after the first one and gives the newest of each subject. */
export function gather(ms: number, give: (events: readonly LiveEvent[]) => void): Gathering {
  let gathered = new Map<string, LiveEvent>()
  let timer: ReturnType<typeof setTimeout> | undefined
  function flush() {
    timer = undefined
    const events = [...gathered.values()]
    gathered = new Map()
    give(events)
  }
  return {
    add(events) {
      for (const event of events) gathered.set(`${event.kind} ${event.environment} ${event.id}`, event)
      if (gathered.size > 0) timer ??= setTimeout(flush, ms)
    },
    drop() {
      clearTimeout(timer)
      timer = undefined
      gathered = new Map()
    },
  }
}
