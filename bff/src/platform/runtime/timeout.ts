/**
 * Calls the time up after `ms`. What arrived while this process was busy counts: it is looked at first, and so
 * `isUp` may still be called just after the timer was cleared.
 */
export function timeUp(ms: number, isUp: () => void): NodeJS.Timeout {
  return setTimeout(() => setImmediate(isUp), ms)
}

/** The work, or `late` once the time is up; what the work comes to after that is not heard of. */
export function within<T>(ms: number, work: Promise<T>, late: () => Error): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = timeUp(ms, () => reject(late()))
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
