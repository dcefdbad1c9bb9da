import { writeFileSync } from 'node:fs'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/**
 * Loaded before the product. On SIGUSR2 collects garbage and appends the number of bytes still in use to the
 * file LIVE_HEAP_FILE. The size of the process says less: the engine decides how far a heap fills before a
 * collection.
 */
setFlagsFromString('--expose-gc')
const collect: () => void = runInNewContext('gc')
process.on('SIGUSR2', () => {
  collect()
  const { heapUsed, external } = process.memoryUsage()
  writeFileSync(process.env.LIVE_HEAP_FILE ?? '', `${heapUsed + external}\n`, { flag: 'a' })
})
