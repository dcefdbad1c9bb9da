/** Requests a second, evenly spread: never above the rate, in whatever second one looks. */
export interface Pace {
  /** ms until the next request may go. */
  waitMs(): number
  /** A request goes now. */
  take(): void
  /** From now on so many a second. */
  set(perSecond: number): void
}

/** Requests arrive less evenly than they leave: a tenth is kept back for it. */
const reserve = 1.1

/** `now`: ms, never goes back. */
export function makePace(perSecond: number, now: () => number): Pace {
  let gap = (1_000 * reserve) / perSecond
  let last = Number.NEGATIVE_INFINITY
  return {
    waitMs: () => Math.max(0, last + gap - now()),
    take: () => {
      last = now()
    },
    set: (wanted) => {
      gap = (1_000 * reserve) / wanted
    },
  }
}
