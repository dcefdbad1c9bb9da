import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

setFlagsFromString('--expose-gc')
const gcFunction: unknown = runInNewContext('gc')

/**
 * Runs a minor garbage collection; takes a few ms. The chunks of a large body live outside of the heap, so V8
 * does not collect them before tens of megabytes have gathered.
 */
export function runMinorGc(): void {
  if (typeof gcFunction === 'function') Reflect.apply(gcFunction, undefined, [{ type: 'minor' }])
}
