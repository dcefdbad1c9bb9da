import { closeSync, fdatasync, openSync } from 'node:fs'

/** What was committed could not be brought to the disk: whether it survives a loss of power, nobody knows. */
export class Unsynced extends Error {
  override readonly name = 'UnsyncedError'
}

export interface LogSync {
  /** Resolves once all that was written to the file before the call is on the disk. Rejects with `Unsynced`. */
  synced(): Promise<void>
  /** Waits for what is under way. */
  close(): Promise<void>
}

type Sync = (file: number, done: (error: Error | null) => void) => void

/**
 * Brings a log to the disk beside the process instead of holding it up, once for all who ask meanwhile. After
 * one failure it fails for good: the system may then call pages written that never arrived.
 */
export function makeLogSync(path: string, sync: Sync = fdatasync): LogSync {
  let file: number | null = null
  let failure: Unsynced | null = null
  let running: Promise<void> | null = null
  let next: Promise<void> | null = null

  function run(): Promise<void> {
    const done = new Promise<void>((resolve, reject) => {
      const failed = (cause: unknown) => {
        failure = new Unsynced('the log of the database could not be synced', { cause })
        reject(failure)
      }
      try {
        file ??= openSync(path, 'r')
        sync(file, (error) => (error === null ? resolve() : failed(error)))
      } catch (error) {
        failed(error)
      }
    })
    running = done
    const over = () => {
      running = null
    }
    done.then(over, over)
    return done
  }

  return {
    async synced() {
      if (failure !== null) throw failure
      if (running === null) return run()
      // What runs may have begun before the last write.
      next ??= running
        .finally(() => {
          next = null
        })
        .then(run)
      return next
    },
    async close() {
      while (running !== null || next !== null) await (next ?? running)?.catch(() => undefined)
      if (file !== null) closeSync(file)
      file = null
    },
  }
}
