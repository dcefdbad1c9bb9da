import { subscribe } from 'node:diagnostics_channel'
import { readSync, writeSync } from 'node:fs'
import { flushCompileCache } from 'node:module'
import '@paydesk/bff/app/create-app'
import '@paydesk/bff/app/create-deps'
import { keepResolved } from './resolve-memo.ts'

/**
 * Waits for the start signal on standard input. Returns the number of bytes read; 0 if the parent is gone.
 * Retries on EAGAIN, because reads do not block on every system.
 */
function heard(): number {
  for (;;)
    try {
      return readSync(0, Buffer.alloc(1))
    } catch (thrown) {
      if (!(thrown instanceof Error && 'code' in thrown && thrown.code === 'EAGAIN')) throw thrown
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5)
    }
}

// Runs before the product: loads the modules, then waits for the start signal. If the parent test is gone,
// its end of the input is closed, and this process exits.
flushCompileCache()
keepResolved()
if (heard() === 0) process.exit(0)
// Report on the fourth stream that the server listens, so that the parent need not poll for it.
subscribe('tracing:net.server.listen:asyncEnd', () => void writeSync(3, '.'))
process.stdin.on('end', () => process.exit(0)).resume()
