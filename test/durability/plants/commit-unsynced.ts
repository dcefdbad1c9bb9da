import fs from 'node:fs'
import { registerHooks, syncBuiltinESMExports } from 'node:module'

/**
 * Planted bug: commits are answered before they are synced. Never syncs the log of the embedded database. For
 * PostgreSQL (started with PGOPTIONS that disable the sync) disables the check of Paydesk at start.
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
