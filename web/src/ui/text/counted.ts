/** `4,812`. */
export function counted(count: number): string {
  return count.toLocaleString('en-GB')
}

/** `1 row`, `4,812 rows`. */
export function countOf(count: number, one: string, several = `${one}s`): string {
  return `${counted(count)} ${count === 1 ? one : several}`
}
