import { subscribe } from 'node:diagnostics_channel'
import { readSync, writeSync } from 'node:fs'
import { flushCompileCache } from 'node:module'
import '@paydesk/bff/app/create-app'
import '@paydesk/bff/app/create-deps'
import { keepResolved } from './resolve-memo.ts'

/** Bytes of the word it waits for; 0 where whoever started it is gone. Some systems do not wait by themselves. */
function heard(): number {
  for (;;)
    try {
      return readSync(0, Buffer.alloc(1))
    } catch (thrown) {
      if (!(thrown instanceof Error && 'code' in thrown && thrown.code === 'EAGAIN')) throw thrown
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5)
    }
}

// Loaded before the product: the modules come first, then it waits for a word. Where the test that started
// it is gone, its end of the input is too, and the product goes with it.
flushCompileCache()
keepResolved()
if (heard() === 0) process.exit(0)
// Who started it hears on the fourth stream that it listens, and need not ask again and again.
subscribe('tracing:net.server.listen:asyncEnd', () => void writeSync(3, '.'))
process.stdin.on('end', () => process.exit(0)).resume()
