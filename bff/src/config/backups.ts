import { resolve } from 'node:path'
import { z } from 'zod'

/** Variables of the backups that `paydesk backup` makes. */
export const backupVariablesSchema = z.object({
  PAYDESK_BACKUP_DIR: z.string().min(1).optional(),
  PAYDESK_BACKUP_KEEP_DAYS: z.coerce.number().int().min(1).max(3_660).default(14),
  PAYDESK_BACKUP_KEEP_WEEKS: z.coerce.number().int().min(0).max(520).default(8),
})

/** Reads the folder of backups, null without one, and how many are kept. Adds one line per error to `problems`. */
export function readBackupConfig(
  source: Readonly<Record<string, string | undefined>>,
  problems: string[],
): { readonly folder: string | null; readonly keep: { readonly daily: number; readonly weekly: number } } {
  const { data, error } = backupVariablesSchema.safeParse(source)
  for (const { path } of error?.issues ?? [])
    problems.push(
      path[0] === 'PAYDESK_BACKUP_DIR'
        ? 'PAYDESK_BACKUP_DIR must be the path of a folder'
        : `${String(path[0])} must be a whole number of ${path[0] === 'PAYDESK_BACKUP_KEEP_DAYS' ? 'days, 1 to 3660' : 'weeks, 0 to 520'}`,
    )
  return {
    folder: data?.PAYDESK_BACKUP_DIR === undefined ? null : resolve(data.PAYDESK_BACKUP_DIR),
    keep: { daily: data?.PAYDESK_BACKUP_KEEP_DAYS ?? 1, weekly: data?.PAYDESK_BACKUP_KEEP_WEEKS ?? 0 },
  }
}
