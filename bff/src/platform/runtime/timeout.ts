/**
 * Calls the time up after `ms`. What arrived while this process was busy counts: it is looked at first, and so
 * `isUp` may still be called just after the timer was cleared.
 */
export function setDeadline(ms: number, onDeadline: () => void): NodeJS.Timeout {
  return setTimeout(() => setImmediate(onDeadline), ms)
}

/** The work, or `late` once the time is up; what the work comes to after that is not heard of. */
export function withTimeout<T>(ms: number, work: Promise<T>, createError: () => Error): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setDeadline(ms, () => reject(createError()))
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
