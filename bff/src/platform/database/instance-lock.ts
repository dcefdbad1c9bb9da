import { chmodSync, mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/** Thrown if another process uses the data folder. The message names the folder and the remedy. */
export class FolderInUseError extends Error {
  constructor(dataDir: string) {
    super(
      `The folder ${resolve(dataDir)} is in use by another Paydesk process.\n` +
        'The embedded database is for one process. Stop the other one, name another folder in\n' +
        'PAYDESK_DATA_DIR, or use PostgreSQL (DATABASE_URL) for several instances.',
    )
    this.name = 'FolderInUse'
  }
}

/** Time limit for an ending process to release the lock (ms). */
const lockTimeoutMs = 1_000

/**
 * Locks a file for this process, and makes it where it is missing. The lock is one of the operating system, so it ends
 * with the process, even after a crash. Returns null if another process holds it.
 */
export function lockFile(file: string): { release(): void } | null {
  const lock = new DatabaseSync(file, { timeout: lockTimeoutMs })
  try {
    lock.exec('begin exclusive')
  } catch (error) {
    lock.close()
    if (error instanceof Error && 'errcode' in error && error.errcode === 5) return null
    throw error
  }
  chmodSync(file, 0o600)
  return { release: () => lock.close() }
}

/**
 * Claims the folder of the embedded database for this process, by a lock on a separate file. Two processes would block
 * each other's commits without noticing each other's work. Throws `FolderInUseError`.
 */
export function lockDataDir(dataDir: string): { release(): void } {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const lock = lockFile(join(dataDir, 'paydesk.lock'))
  if (lock === null) throw new FolderInUseError(dataDir)
  return lock
}
