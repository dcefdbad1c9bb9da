/**
 * Calls `onDeadline` after `ms`. Events that arrived while the process was busy are handled first, so that
 * they still count; `onDeadline` may therefore be called just after the timer was cleared.
 */
export function startDeadlineTimer(ms: number, onDeadline: () => void): NodeJS.Timeout {
  return setTimeout(() => setImmediate(onDeadline), ms)
}

/** Settles like `work`, or rejects with `createError()` after `ms`; a later result of `work` is ignored. */
export function withTimeout<T>(ms: number, work: Promise<T>, createError: () => Error): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = startDeadlineTimer(ms, () => reject(createError()))
    work.then(
      (value) => {
        clearTimeout(timer)
        resolve(value)
      },
      (error: unknown) => {
        clearTimeout(timer)
        reject(error)
      },
    )
  })
}
