import { readFileSync, writeSync } from 'node:fs'

/** Tells at the end of the process how long (ns) it was ready to run and got no processor. */
process.once('exit', () => {
  const [, delay] = readFileSync('/proc/self/schedstat', 'utf8').split(' ')
  writeSync(2, `run delay: ${delay}\n`)
})
