import { chmodSync, mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/** Another process works on this folder. The message names the folder and says what to do. */
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

/** A process that is just ending gets so long to let go (ms). */
const lockTimeoutMs = 1_000

/**
 * Claims the folder of the embedded database for this process. The claim is a lock of the operating
 * system on a file of its own, so that it ends with the process however that ends. Two processes would
 * each hold back the other's commits and know nothing of each other's work. Throws `FolderInUse`.
 */
export function lockDataDir(dataDir: string): { release(): void } {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const file = join(dataDir, 'paydesk.lock')
  const lock = new DatabaseSync(file, { timeout: lockTimeoutMs })
  try {
    lock.exec('begin exclusive')
  } catch (error) {
    lock.close()
    const isBusy = error instanceof Error && 'errcode' in error && error.errcode === 5
    throw isBusy ? new FolderInUseError(dataDir) : error
  }
  chmodSync(file, 0o600)
  return { release: () => lock.close() }
}
