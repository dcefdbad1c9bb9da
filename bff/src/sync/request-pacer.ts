/** Requests a second, evenly spread: never above the rate, in whatever second one looks. */
export interface RequestPacer {
  /** ms until the next request may go. */
  waitMs(): number
  /** A request goes now. */
  recordRequest(): void
  /** From now on so many a second. */
  setRate(perSecond: number): void
}

/** Requests arrive less evenly than they leave: a tenth is kept back for it. */
const reserve = 1.1

/** `now`: ms, never goes back. */
export function createRequestPacer(perSecond: number, now: () => number): RequestPacer {
  let gap = (1_000 * reserve) / perSecond
  let last = Number.NEGATIVE_INFINITY
  return {
    waitMs: () => Math.max(0, last + gap - now()),
    recordRequest: () => {
      last = now()
    },
    setRate: (wanted) => {
      gap = (1_000 * reserve) / wanted
    },
  }
}
