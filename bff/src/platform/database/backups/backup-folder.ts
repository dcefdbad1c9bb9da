import { lstat, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { partialBackupSuffix } from './backup-file.ts'
import { isEncryptedBackup } from './encrypted-file.ts'

/** Backup in the folder. `at`: when it was made (ms since 1970), to the second. */
interface StoredBackup {
  readonly file: string
  readonly at: number
  readonly bytes: number
}

/** State of the folder of backups, for the people who run Paydesk. Times in ms since 1970. */
export interface BackupState {
  readonly isReadable: boolean
  readonly newest: { readonly at: number; readonly bytes: number } | null
  readonly count: number
  /** Time of the last run, if it failed. */
  readonly failedAt: number | null
}

const namePattern = /^paydesk-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z\.backup$/
const failureFile = '.paydesk-backup-failed'

/** Builds the name of a backup from its time (ms since 1970), in UTC and to the second. */
export const buildBackupFileName = (at: number) =>
  `paydesk-${new Date(at).toISOString().replaceAll(/[-:]|\.\d+/g, '')}.backup`

/** Parses the time (ms since 1970) in the name of a backup; NaN for a name of another form. */
function parseBackupTime(name: string): number {
  const [, year, month, day, hour, minute, second] = namePattern.exec(name) ?? []
  return Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`)
}

/**
 * Lists the backups of a folder, newest first: only regular files that have a name and first bytes of ours. Rejects if
 * the folder cannot be read.
 */
export async function listBackups(folder: string): Promise<StoredBackup[]> {
  const backups: StoredBackup[] = []
  for (const name of await readdir(folder)) {
    const at = parseBackupTime(name)
    if (Number.isNaN(at)) continue
    const file = join(folder, name)
    const found = await lstat(file).catch(() => null)
    if (found?.isFile() && (await isEncryptedBackup(file))) backups.push({ file, at, bytes: found.size })
  }
  return backups.toSorted((a, b) => b.at - a.at)
}

/** Removes the partial files of killed backups. Call only while no other backup runs. */
export async function removePartialBackups(folder: string): Promise<void> {
  for (const name of await readdir(folder))
    if (name.endsWith(partialBackupSuffix) && namePattern.test(name.slice(0, -partialBackupSuffix.length)))
      await rm(join(folder, name), { force: true })
}

/** Leaves the time of a failed run in the folder for the health page; `null` says that the last run was well. */
export async function recordBackupFailure(folder: string, at: number | null): Promise<void> {
  const file = join(folder, failureFile)
  if (at === null) await rm(file, { force: true })
  else await writeFile(file, `${new Date(at).toISOString()}\n`, { mode: 0o600 })
}

/** A date further ahead than this (ms) is of a wrong clock, and says nothing about the age of the backups. */
const maxClockDriftMs = 3_600_000

async function readState(folder: string, now: number): Promise<BackupState> {
  try {
    const backups = await listBackups(folder)
    const failure = await readFile(join(folder, failureFile), 'utf8').catch(() => '')
    const failedAt = Date.parse(failure.trim())
    return {
      isReadable: true,
      newest: backups.find(({ at }) => at <= now + maxClockDriftMs) ?? null,
      count: backups.length,
      failedAt: Number.isNaN(failedAt) ? null : failedAt,
    }
  } catch {
    return { isReadable: false, newest: null, count: 0, failedAt: null }
  }
}

const stateTtlMs = 30_000

/**
 * Creates a reader of the folder's state. It never begins a read beside another one: a network folder that does not
 * answer would hold all threads that read files.
 */
export function createBackupStateReader(folder: string, now: () => number): () => Promise<BackupState> {
  let last: { at: number; state: Promise<BackupState> } | null = null
  let isReading = false
  return () => {
    if (last !== null && (isReading || now() - last.at < stateTtlMs)) return last.state
    isReading = true
    const state = readState(folder, now()).finally(() => {
      isReading = false
    })
    last = { at: now(), state }
    return state
  }
}
