/** Returns a text such as `4,812`. */
export function formatCount(count: number): string {
  return count.toLocaleString('en-GB')
}

/** Returns a text such as `1 row` or `4,812 rows`. */
export function formatCountOf(count: number, singular: string, plural = `${singular}s`): string {
  return `${formatCount(count)} ${count === 1 ? singular : plural}`
}
