import fs from 'node:fs'
import { registerHooks, syncBuiltinESMExports } from 'node:module'

/**
 * A planted bug: commits are answered before they are synced. The log of the embedded database is never brought
 * to the disk; with PostgreSQL (started with PGOPTIONS that switch it off) the product's own check at start is
 * made blind.
 */
Object.assign(fs, { fdatasync: (_file: number, done: (error: null) => void) => setImmediate(done, null) })
syncBuiltinESMExports()

registerHooks({
  load(url, context, next) {
    const loaded = next(url, context)
    if (!url.endsWith('/database/database.ts')) return loaded
    return { ...loaded, source: String(loaded.source).replaceAll(`=== 'off'`, `=== 'never'`) }
  },
})
