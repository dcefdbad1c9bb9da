import { readSync } from 'node:fs'
import { flushCompileCache } from 'node:module'
import '@paydesk/bff/app'
import '@paydesk/bff/deps'

// Loaded before the product: the modules come first, then it waits for a word. Where the test that started
// it is gone, its end of the input is too, and the product goes with it.
flushCompileCache()
if (readSync(0, Buffer.alloc(1)) === 0) process.exit(0)
process.stdin.on('end', () => process.exit(0)).resume()
