import { closeSync, fdatasync, openSync } from 'node:fs'
import { withTimeout } from '../runtime/timeout.ts'

/** What was committed could not be brought to the disk: whether it survives a loss of power, nobody knows. */
export class UnsyncedError extends Error {
  override readonly name = 'UnsyncedError'
}

export interface WalSync {
  /** Why nothing is brought to the disk any more; null while all is well. */
  readonly failure: () => UnsyncedError | null
  /** Resolves once all that was written to the file before the call is on the disk. Rejects with `Unsynced`. */
  readonly waitUntilSynced: () => Promise<void>
  /** Waits for what is under way. */
  readonly close: () => Promise<void>
}

type SyncFile = (file: number, done: (error: Error | null) => void) => void

/** A disk that takes longer (ms) is one that does not answer: whoever waits for an entry is told within three seconds. */
const syncTimeoutMs = 2_500

/**
 * Brings a log to the disk beside the process instead of holding it up, once for all who ask meanwhile. After
 * one failure it fails for good: the system may then call pages written that never arrived.
 */
export function createWalSync(path: string, sync: SyncFile = fdatasync, timeoutMs = syncTimeoutMs): WalSync {
  let file: number | null = null
  let failure: UnsyncedError | null = null
  let running: Promise<void> | null = null
  let next: Promise<void> | null = null

  function run(): Promise<void> {
    const done = new Promise<void>((resolve, reject) => {
      try {
        file ??= openSync(path, 'r')
      } catch (cause) {
        // Nothing was asked of the disk: the next one may open it.
        reject(new UnsyncedError('the log of the database could not be opened', { cause }))
        return
      }
      sync(file, (cause) => {
        if (cause === null) return resolve()
        failure = new UnsyncedError('the log of the database could not be synced', { cause })
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

  /** What runs may have begun before the last write: whoever comes meanwhile waits for the one behind it. */
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
      await withTimeout(timeoutMs, next ?? run(), () => new UnsyncedError('the disk does not answer'))
    },
    async close() {
      while (running !== null || next !== null) await (next ?? running)?.catch(() => undefined)
      if (file !== null) closeSync(file)
      file = null
    },
  }
}
