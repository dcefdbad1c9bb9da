export type Bulkhead = {
  /**
   * Waits for a free slot and resolves to the function that frees it; to null if the queue is full or `ms`
   * passed.
   */
  readonly enter: (ms: number) => Promise<(() => void) | null>
  readonly running: () => number
  readonly waiting: () => number
}

/**
 * Bulkhead: at most `slots` calls run at once and `places` wait, first in, first out, each within its time
 * limit.
 */
export function createBulkhead(slots: number, places: number): Bulkhead {
  let running = 0
  const queue = new Set<() => void>()

  const leave = (): void => {
    running -= 1
    const [next] = queue
    next?.()
  }
  const take = (): (() => void) => {
    running += 1
    return leave
  }
  return {
    enter: async (ms) => {
      if (running < slots) return take()
      if (queue.size >= places) return null
      return new Promise((resolve) => {
        const admit = (): void => {
          clearTimeout(timer)
          queue.delete(admit)
          resolve(take())
        }
        const timer = setTimeout(() => {
          queue.delete(admit)
          resolve(null)
        }, ms)
        queue.add(admit)
      })
    },
    running: () => running,
    waiting: () => queue.size,
  }
}
