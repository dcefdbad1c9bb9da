/** Steps of an axis within a power of ten. */
const steps = [1, 2, 2.5, 5, 10] as const
const maxIntervals = 4

/**
 * Returns the marks of a value axis from 0 up, at most five, so that the last one is at or above `maxValue`.
 * All marks are whole, because the axis counts.
 */
export function computeAxisMarks(maxValue: number): readonly number[] {
  if (!(maxValue > 0)) return [0, 1]
  const power = 10 ** Math.floor(Math.log10(maxValue / maxIntervals))
  const fits = steps.map((step) => step * power).filter(Number.isInteger)
  // A tiny count has no whole step of its power.
  const step = fits.find((one) => Math.ceil(maxValue / one) <= maxIntervals) ?? 1
  const count = Math.max(1, Math.ceil(maxValue / step))
  return Array.from({ length: count + 1 }, (_, at) => Number((at * step).toPrecision(12)))
}

/** Returns the positions of days that get a label, the last day always: about five, evenly spaced. */
export function chooseLabelledDays(count: number): readonly number[] {
  const step = Math.max(1, Math.ceil(count / 5))
  const labelled: number[] = []
  for (let at = count - 1; at >= 0; at -= step) labelled.unshift(at)
  return labelled
}

/** Index of the day at a share of the width, from 0 to 1, counted from where a line of text begins. */
export function findDayIndexAt(share: number, count: number): number {
  return Math.min(count - 1, Math.max(0, Math.floor(share * count)))
}
