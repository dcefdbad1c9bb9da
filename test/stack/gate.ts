import { readSync } from 'node:fs'
import { flushCompileCache } from 'node:module'
import '@paydesk/bff/app'
import '@paydesk/bff/deps'

// Loaded before the product: the modules come first, then it waits for a word; at the end of input it ends.
flushCompileCache()
if (readSync(0, Buffer.alloc(1)) === 0) process.exit(0)
