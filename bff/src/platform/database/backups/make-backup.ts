import { access, constants, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { BackupError } from '../backup.ts'
import type { StoreOptions } from '../database.ts'
import { type DataKeys, writeBackup } from './backup-file.ts'
import {
  buildBackupFileName,
  listBackups,
  recordBackupFailure,
  removePartialBackups,
} from './backup-folder.ts'
import { type BackupSource, openBackupSource } from './backup-source.ts'
import { requireFreeSpace } from './free-space.ts'
import { type BackupRetention, computeBackupDay, listExpiredBackups } from './retention.ts'

interface BackupRun {
  readonly folder: string
  readonly keep: BackupRetention
  readonly keys: DataKeys
  /** True for the daily backup: none is made if the folder has a backup of this day (UTC). */
  readonly isDaily: boolean
  readonly now: number
}

type BackupRunResult =
  | { readonly outcome: 'made'; readonly file: string; readonly deleted: readonly string[] }
  | { readonly outcome: 'present'; readonly file: string }
  /** Another process is making a backup. */
  | { readonly outcome: 'busy' }

/** Room that the next backup needs beside the size of the last one. */
const growth = 1.25

async function makeAndPrune(source: BackupSource | null, run: BackupRun): Promise<BackupRunResult> {
  if (source === null) return { outcome: 'busy' }
  const { folder, keep, keys, isDaily, now } = run
  const before = await listBackups(folder)
  const present = before.find(({ at }) => computeBackupDay(at) === computeBackupDay(now))
  if (isDaily && present !== undefined) return { outcome: 'present', file: present.file }
  await removePartialBackups(folder)
  const [last] = before
  await requireFreeSpace(folder, last === undefined ? await source.measure() : last.bytes * growth)
  const file = join(folder, buildBackupFileName(now))
  await writeBackup(source, file, { keys, now })
  // Delete only now: the new backup was read back, so a good one always stays.
  const backups = await listBackups(folder)
  const expired = new Set(
    listExpiredBackups(
      backups.map(({ at }) => at),
      keep,
    ),
  )
  const deleted = backups.filter((one) => expired.has(one.at) && one.file !== file).map((one) => one.file)
  for (const one of deleted) await rm(one)
  return { outcome: 'made', file, deleted }
}

/**
 * Makes an encrypted backup in the folder and deletes those that are not kept. The folder must exist: a disk that is not
 * mounted must not be taken for an empty folder. Throws `BackupError`, and leaves the failure for the health page.
 */
export async function makeBackupInFolder(where: StoreOptions, run: BackupRun): Promise<BackupRunResult> {
  const { folder, now } = run
  try {
    await access(folder, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch {
    throw new BackupError('The folder of PAYDESK_BACKUP_DIR is not there, or cannot be written by this user.')
  }
  try {
    const source = await openBackupSource(where)
    const result = await makeAndPrune(source, run).finally(() => source?.release())
    if (result.outcome !== 'busy') await recordBackupFailure(folder, null)
    return result
  } catch (error) {
    await recordBackupFailure(folder, now).catch(() => undefined)
    throw error
  }
}

/** Makes an encrypted backup as a new file. Throws `BackupError`, also while another process makes one. */
export async function makeBackupFile(
  where: StoreOptions,
  file: string,
  { keys, now }: Pick<BackupRun, 'keys' | 'now'>,
): Promise<void> {
  const source = await openBackupSource(where)
  if (source === null) throw new BackupError('Another process makes a backup now.')
  await writeBackup(source, file, { keys, now }).finally(() => source.release())
}
