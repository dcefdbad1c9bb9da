/** Arrivals per second above which acknowledging takes precedence. */
const overloadPerSecond = 1_000
const windowMs = 200

/** Detects notification load, by the last window of time or the current one. */
export function createLoadDetector(monotonic: () => number) {
  let since = monotonic()
  let count = 0
  let last = 0
  function turn(): void {
    const took = monotonic() - since
    if (took < windowMs) return
    last = (count * 1_000) / took
    since = monotonic()
    count = 0
  }
  return {
    add(): void {
      turn()
      count += 1
    },
    isOverloaded(): boolean {
      turn()
      return last > overloadPerSecond || (count * 1_000) / windowMs > overloadPerSecond
    },
  }
}
