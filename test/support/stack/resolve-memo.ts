import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { registerHooks } from 'node:module'

/**
 * Caches which file each import resolves to. Loaded before the product: resolving is nearly half of the work
 * of loading 1,600 modules, and the results are the same at each start of one test run. RESOLVE_MEMO names
 * the file.
 */
type Target = readonly [url: string, format: string | null | undefined]
/** Targets by importing module, then by specifier and conditions. */
type Memo = Record<string, Record<string, Target>>

const file = process.env.RESOLVE_MEMO
const recorded: Memo = {}

function readMemo(path: string): Memo | null {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as Memo
  } catch {
    return null
  }
}

const memo = file === undefined ? null : readMemo(file)
if (file !== undefined)
  registerHooks({
    resolve(specifier, context, next) {
      const parent = context.parentURL ?? ''
      const key = `${specifier} ${context.conditions.join()}`
      const target = memo?.[parent]?.[key]
      if (target !== undefined) return { url: target[0], format: target[1] ?? undefined, shortCircuit: true }
      const found = next(specifier, context)
      if (memo === null) {
        recorded[parent] ??= {}
        recorded[parent][key] ??= [found.url, found.format]
      }
      return found
    },
  })

/** Writes the resolved imports for the next start. Does nothing if the file was there already. */
export function keepResolved(): void {
  if (file === undefined || memo !== null) return
  const own = `${file}.${process.pid}`
  writeFileSync(own, JSON.stringify(recorded))
  renameSync(own, file)
}
