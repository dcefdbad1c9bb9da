import { LeaseLostError } from '../database/leases.ts'
import { sleep, type WakeSignal } from './wake-signal.ts'

export interface JobLoop {
  /** Does one piece of work. Returns the pause (ms) before the next one; 0 begins it at once. */
  step(): Promise<number>
  /** Reports a failed step; the loop goes on after `errorPauseMs`. */
  onError(error: unknown): void
  readonly errorPauseMs: number
  /** Ends a pause early, except the pause after an error. */
  readonly wake?: WakeSignal
}

/**
 * Runs `step` again and again, one at a time, until `signal` aborts. A step in progress comes to its end. Never
 * rejects: one failing job must not stop the jobs beside it.
 */
export async function runJobLoop(signal: AbortSignal, loop: JobLoop): Promise<void> {
  const { wake } = loop
  if (wake !== undefined) signal.addEventListener('abort', wake.notify)
  while (!signal.aborted)
    try {
      const pauseMs = await loop.step()
      if (pauseMs > 0) await (wake?.wait(pauseMs) ?? sleep(pauseMs, signal))
    } catch (error) {
      // Skip the report of a lost lease: the signal ends the loop in a moment.
      if (!(error instanceof LeaseLostError)) loop.onError(error)
      await sleep(loop.errorPauseMs, signal)
    }
}
