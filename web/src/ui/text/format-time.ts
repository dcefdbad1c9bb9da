/** Returns a text such as `2025-06-04 10:20:30 UTC`, for places where the shown zone is not enough. */
export function formatUtc(at: Date): string {
  return `${at.toISOString().slice(0, 19).replace('T', ' ')} UTC`
}
