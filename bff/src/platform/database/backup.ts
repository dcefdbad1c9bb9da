import {
  chmodSync,
  closeSync,
  copyFileSync,
  existsSync,
  fsyncSync,
  openSync,
  renameSync,
  rmSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { backup, DatabaseSync } from 'node:sqlite'

/** Thrown if no copy was made; the message is a sentence for the user of the command. */
export class BackupError extends Error {}

function syncToDisk(path: string): void {
  const file = openSync(path, 'r')
  fsyncSync(file)
  closeSync(file)
}

/** Throws if the copy is damaged; leaves the copy as one file, without a write-ahead log beside it. */
function verifyCopy(target: string): void {
  const copy = new DatabaseSync(target)
  try {
    copy.exec('pragma journal_mode = delete')
    // The check goes back and forth between indexes and tables: a system call for each page took as long as the rest.
    copy.exec('pragma mmap_size = 2147418112')
    const [result] = copy.prepare('pragma integrity_check').all()
    if (result?.integrity_check !== 'ok') throw new BackupError('The copy is damaged and was removed.')
  } finally {
    copy.close()
  }
}

/**
 * Copies the embedded database in `dataDir` to a new file while Paydesk runs: everything acknowledged before
 * the call is in the copy. The copy is verified, synced to disk, and readable by its owner only. Throws
 * `BackupError` if there is no database, the target exists, or the copy is damaged.
 */
export async function copyDatabase(dataDir: string, target: string): Promise<void> {
  const file = join(dataDir, 'paydesk.db')
  if (!existsSync(file)) throw new BackupError(`There is no database in ${dataDir}.`)
  try {
    // Create the target first, empty and private: nothing is overwritten, and no other user can read the
    // copy.
    closeSync(openSync(target, 'wx', 0o600))
  } catch {
    throw new BackupError(`${target} exists already or cannot be made. Name a new file.`)
  }
  const source = new DatabaseSync(file, { readOnly: true })
  try {
    // Copy in one step, so that the copy is one state of the database: with several steps, each commit
    // restarts the copy.
    await backup(source, target, { rate: 2_147_483_647 })
    verifyCopy(target)
    syncToDisk(target)
    syncToDisk(dirname(target))
  } catch (error) {
    rmSync(target, { force: true })
    throw error
  } finally {
    source.close()
  }
}

/** Writes a verified copy as `paydesk.db`, in one step and durably. What was there is gone. */
export function replaceDatabaseWithCopy(copy: string, dataDir: string): void {
  const file = join(dataDir, 'paydesk.db')
  const next = `${file}.next`
  copyFileSync(copy, next)
  chmodSync(next, 0o600)
  syncToDisk(next)
  // Remove the log first: beside another database its pages would spoil it.
  for (const beside of ['-wal', '-shm']) rmSync(`${file}${beside}`, { force: true })
  renameSync(next, file)
  syncToDisk(dataDir)
}

/**
 * Puts a copy into a data folder that has no database. `write` writes the copy to the new file that it is given; only
 * what it wrote whole, and what is no damaged database, becomes the database. Throws `BackupError`, also for a folder
 * that has a database.
 */
export async function restoreDatabase(
  dataDir: string,
  write: (file: string) => Promise<void>,
): Promise<void> {
  const file = join(dataDir, 'paydesk.db')
  if (existsSync(file) || existsSync(`${file}-wal`))
    throw new BackupError(`There is a database in ${dataDir}: move everything there away first.`)
  const next = `${file}.next`
  rmSync(next, { force: true })
  try {
    await write(next)
    chmodSync(next, 0o600)
    verifyCopy(next)
    syncToDisk(next)
    renameSync(next, file)
    syncToDisk(dataDir)
  } catch (error) {
    rmSync(next, { force: true })
    if (error instanceof BackupError) throw error
    throw new BackupError('The copy cannot be read, is none of a database, or is damaged.')
  }
}
