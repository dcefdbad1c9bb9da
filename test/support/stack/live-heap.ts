import { writeFileSync } from 'node:fs'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/**
 * Loaded before the product: on SIGUSR2 everything that nobody holds is given back, and what is left is written
 * to the file named by LIVE_HEAP_FILE, in bytes. The process's own size says less: how far a heap fills before it
 * is collected is the engine's choice.
 */
setFlagsFromString('--expose-gc')
const collect: () => void = runInNewContext('gc')
process.on('SIGUSR2', () => {
  collect()
  const { heapUsed, external } = process.memoryUsage()
  writeFileSync(process.env.LIVE_HEAP_FILE ?? '', `${heapUsed + external}\n`, { flag: 'a' })
})
