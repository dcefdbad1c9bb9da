/** Spreads requests evenly, so that no interval of one second holds more than the rate. */
export interface ServiceRequestPacer {
  /** Returns the ms until the next request may go. */
  waitMs(): number
  /** Records that a request goes now. */
  recordRequest(): void
  /** Sets the rate in requests per second. */
  setRate(perSecond: number): void
}

/** Reserve of a tenth, because requests arrive less evenly than they leave. */
const reserve = 1.1

/** Creates a pacer; `now` is a monotonic clock in ms. */
export function createServiceRequestPacer(perSecond: number, now: () => number): ServiceRequestPacer {
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
