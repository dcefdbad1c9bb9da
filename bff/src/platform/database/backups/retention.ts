/** Numbers of days and of weeks of which the newest backup is kept. */
export interface BackupRetention {
  readonly daily: number
  readonly weekly: number
}

const dayMs = 86_400_000

/** Numbers the days since 1970 (UTC). */
export const computeBackupDay = (at: number) => Math.floor(at / dayMs)

/** Numbers the weeks, which begin on Monday: 1970 began on a Thursday. */
const weekOf = (at: number) => Math.floor((computeBackupDay(at) + 3) / 7)

/**
 * Chooses which backups to delete, by their times (ms since 1970). Counts days and weeks that have a backup, so that a
 * pause deletes nothing. The newest backup is always kept.
 */
export function listExpiredBackups(times: readonly number[], { daily, weekly }: BackupRetention): number[] {
  const newestFirst = times.toSorted((a, b) => b - a)
  const kept = new Set(newestFirst.slice(0, 1))
  for (const [maxPeriods, periodOf] of [
    [daily, computeBackupDay],
    [weekly, weekOf],
  ] as const) {
    const newestByPeriod = new Map<number, number>()
    for (const at of newestFirst) if (!newestByPeriod.has(periodOf(at))) newestByPeriod.set(periodOf(at), at)
    for (const at of [...newestByPeriod.values()].slice(0, maxPeriods)) kept.add(at)
  }
  return newestFirst.filter((at) => !kept.has(at))
}
