import { setTimeout as timer } from 'node:timers/promises'

/** Resolves after `ms`, or as soon as the signal says stop. */
export async function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  await timer(ms, undefined, { ref: false, ...(signal ? { signal } : {}) }).catch(() => undefined)
}

export interface WakeSignal {
  notify(): void
  /** Resolves at the next ring, at once where it rang since the last wait, and after `ms` in any case. */
  wait(ms: number): Promise<void>
}

/** A ring is never lost between looking for work and waiting for it. */
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
        const heard = new AbortController()
        hear = () => heard.abort()
        await sleep(ms, heard.signal)
        hear = null
      }
      rung = false
    },
  }
}
