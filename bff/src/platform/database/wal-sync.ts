import { closeSync, fdatasync, openSync } from 'node:fs'
import { withTimeout } from '../runtime/timeout.ts'

/** Thrown if a commit could not be synced to disk: its durability after power loss is unknown. */
export class UnsyncedCommitError extends Error {
  override readonly name = 'UnsyncedError'
}

export interface SqliteWalSync {
  /** Error after which nothing is synced any more; null while syncing works. */
  readonly failure: () => UnsyncedCommitError | null
  /**
   * Resolves once everything written to the file before the call is on disk. Rejects with `UnsyncedCommitError`.
   */
  readonly waitUntilSynced: () => Promise<void>
  /** Waits for syncs under way, then closes the file. */
  readonly close: () => Promise<void>
}

type SyncFile = (file: number, done: (error: Error | null) => void) => void

/** Time limit for the disk (ms): a caller that waits for a write is answered within three seconds. */
const syncTimeoutMs = 2_500

/**
 * Syncs a write-ahead log without blocking the process, once for all callers that wait meanwhile. Fails
 * permanently after one failed sync: the operating system may then report pages as written that never reached
 * the disk.
 */
export function createSqliteWalSync(
  path: string,
  sync: SyncFile = fdatasync,
  timeoutMs = syncTimeoutMs,
): SqliteWalSync {
  let file: number | null = null
  let failure: UnsyncedCommitError | null = null
  let running: Promise<void> | null = null
  let next: Promise<void> | null = null

  function run(): Promise<void> {
    const done = new Promise<void>((resolve, reject) => {
      try {
        file ??= openSync(path, 'r')
      } catch (cause) {
        // Do not record a failure: nothing was asked of the disk, and the next call may be able to open the
        // file.
        reject(new UnsyncedCommitError('the log of the database could not be opened', { cause }))
        return
      }
      sync(file, (cause) => {
        if (cause === null) return resolve()
        failure = new UnsyncedCommitError('the log of the database could not be synced', { cause })
        reject(failure)
      })
    })
    running = done
    const over = () => {
      running = null
    }
    done.then(over, over)
    return done
  }

  /** Starts a sync behind the running one, which may have begun before the last write of the caller. */
  function behind(before: Promise<void>): Promise<void> {
    return before.then(
      () => {
        next = null
        return run()
      },
      (error: unknown) => {
        next = null
        throw error
      },
    )
  }

  return {
    failure: () => failure,
    async waitUntilSynced() {
      if (failure !== null) throw failure
      if (running !== null) next ??= behind(running)
      await withTimeout(timeoutMs, next ?? run(), () => new UnsyncedCommitError('the disk does not answer'))
    },
    async close() {
      while (running !== null || next !== null) await (next ?? running)?.catch(() => undefined)
      if (file !== null) closeSync(file)
      file = null
    },
  }
}
