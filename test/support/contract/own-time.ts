/** Interval (ms) of the ticks by which lost time is found, and how late a tick may be on an idle machine. */
const tickMs = 20
const toleranceMs = 5

/**
 * Measures the time of `work` (ms) without the time in which this process got no processor. Product and payment
 * service run in this process, so that a busy machine fails no test of the product's own time limits.
 */
export async function measureOwnTime<T>(work: () => Promise<T>): Promise<{ value: T; ownMs: number }> {
  const begun = performance.now()
  let [last, lostMs] = [begun, 0]
  const tick = () => {
    const now = performance.now()
    if (now - last > tickMs + toleranceMs) lostMs += now - last - tickMs
    last = now
  }
  const ticking = setInterval(tick, tickMs)
  try {
    const value = await work()
    tick()
    return { value, ownMs: last - begun - lostMs }
  } finally {
    clearInterval(ticking)
  }
}
