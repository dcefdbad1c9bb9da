/** Returns a text such as `4 Jun 2025, 12:20`. */
export function formatDayAndTime(at: Date, timeZone: string): string {
  const parts = {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
  } as const
  return new Intl.DateTimeFormat('en-GB', { timeZone, hourCycle: 'h23', ...parts }).format(at)
}

/** Returns a text such as `2025-06-04 10:20:30 UTC`, for places where the shown zone is not enough. */
export function formatUtc(at: Date): string {
  return `${at.toISOString().slice(0, 19).replace('T', ' ')} UTC`
}
