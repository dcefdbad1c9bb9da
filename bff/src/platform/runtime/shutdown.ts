export interface ShutdownSteps {
  /** Takes no new connections and calls `closed` once none is left. */
  drain(closed: () => void): void
  /** Cuts the connections that are left. */
  cut(): void
  /** Closes everything that requests need. */
  close(): Promise<void>
  /** Ends the process. `reason` names the step that did not end, or null. */
  exit(code: number, reason: 'cut' | 'late' | 'failed' | null, error?: unknown): void
}

/**
 * Time limits (ms) from the signal: requests in flight are cut after the first one, so that the rest can close
 * before the second one, at which the process ends in any case.
 */
export const shutdownLimits = { requestMs: 7_000, totalMs: 9_500 } as const

type Schedule = (ms: number, run: () => void) => void

const scheduleTimer: Schedule = (ms, run) => void setTimeout(run, ms).unref()

/** Runs the steps of an orderly end within `shutdownLimits`, and ends the process once. */
export function runShutdown(steps: ShutdownSteps, schedule: Schedule = scheduleTimer): void {
  let wasCut = false
  let hasEnded = false
  const end: ShutdownSteps['exit'] = (code, reason, error) => {
    if (!hasEnded) steps.exit(code, reason, error)
    hasEnded = true
  }
  schedule(shutdownLimits.requestMs, () => {
    wasCut = true
    steps.cut()
  })
  schedule(shutdownLimits.totalMs, () => end(1, 'late'))
  steps.drain(() => {
    steps.close().then(
      () => end(0, wasCut ? 'cut' : null),
      (error: unknown) => end(1, 'failed', error),
    )
  })
}
