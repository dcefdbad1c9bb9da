export type ChartValue = number | null

/** Builds an SVG path through the known values; a gap stays a gap. Day `n` is at `n + 0.5`. */
export function buildLinePath(values: readonly ChartValue[], toY: (value: number) => number): string {
  let isOpen = false
  const parts: string[] = []
  for (const [at, value] of values.entries()) {
    if (value !== null) parts.push(`${isOpen ? 'L' : 'M'}${at + 0.5} ${toY(value)}`)
    isOpen = value !== null
  }
  return parts.join('')
}

/**
 * Builds a path of points. Each is a line without length, which a round or square cap makes visible at the
 * same size in every width of the chart.
 */
export function buildPointPath(values: readonly ChartValue[], toY: (value: number) => number): string {
  return values.map((value, at) => (value === null ? '' : `M${at + 0.5} ${toY(value)}h.001`)).join('')
}

/** Keeps the values that no line reaches, because none is known beside them; the others become null. */
export const keepIsolatedPoints = (values: readonly ChartValue[]): readonly ChartValue[] =>
  values.map((value, at) => ((values[at - 1] ?? values[at + 1] ?? null) === null ? value : null))
