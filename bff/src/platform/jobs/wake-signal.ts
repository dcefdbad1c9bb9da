import { setTimeout as timer } from 'node:timers/promises'

/** Resolves after `ms`, or as soon as the signal aborts. */
export async function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  await timer(ms, undefined, { ref: false, ...(signal ? { signal } : {}) }).catch(() => undefined)
}

export interface WakeSignal {
  notify(): void
  /** Resolves at the next `notify`, at once if one came since the last wait, and after `ms` in any case. */
  wait(ms: number): Promise<void>
}

/** Creates a signal that loses no `notify` between looking for work and waiting for it. */
export function createWakeSignal(): WakeSignal {
  let rung = false
  let hear: (() => void) | null = null
  return {
    notify() {
      rung = true
      hear?.()
    },
    async wait(ms) {
      if (!rung) {
        const abortController = new AbortController()
        hear = () => abortController.abort()
        await sleep(ms, abortController.signal)
        hear = null
      }
      rung = false
    },
  }
}
