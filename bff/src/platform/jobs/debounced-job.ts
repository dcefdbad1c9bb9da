export interface DebouncedJob {
  /** Runs the work after the delay, unless a run is due already. Does nothing after `stop`. */
  schedule(): void
  /** Runs the work now, behind a run in progress. */
  runNow(): Promise<void>
  /** Cancels the run that is due; resolves once none is in progress. */
  stop(): Promise<void>
}

/**
 * Debounced job: many calls of `schedule` cause one run, and runs never overlap. `work` must not reject; it may
 * call `schedule` for what is left.
 */
export function createDebouncedJob(delayMs: number, work: () => Promise<void>): DebouncedJob {
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> = Promise.resolve()
  let stopped = false

  function runNow(): Promise<void> {
    running = running.then(work)
    return running
  }

  return {
    schedule() {
      if (stopped) return
      timer ??= setTimeout(() => {
        timer = undefined
        void runNow()
      }, delayMs).unref()
    },
    runNow,
    async stop() {
      stopped = true
      clearTimeout(timer)
      await running
    },
  }
}
