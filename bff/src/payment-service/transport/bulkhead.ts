export type Bulkhead = {
  /** Resolves to the way out once a slot is free; to null when too many wait or the wait took `ms`. */
  readonly enter: (ms: number) => Promise<(() => void) | null>
  readonly running: () => number
  readonly waiting: () => number
}

/** At most `slots` at once and `places` waiting, first come first served, nobody past their time. */
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
