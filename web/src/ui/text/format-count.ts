/** `4,812`. */
export function formatCount(count: number): string {
  return count.toLocaleString('en-GB')
}

/** `1 row`, `4,812 rows`. */
export function formatCountOf(count: number, singular: string, plural = `${singular}s`): string {
  return `${formatCount(count)} ${count === 1 ? singular : plural}`
}
