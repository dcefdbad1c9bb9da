import { registerHooks } from 'node:module'
import { DatabaseSync } from 'node:sqlite'

/**
 * A planted bug: commits are not synced. The embedded database is told `synchronous = normal`; with
 * PostgreSQL (started with PGOPTIONS that switch it off) the product's own check at start is made blind.
 */
const exec = DatabaseSync.prototype.exec
DatabaseSync.prototype.exec = function unsynced(statement: string): void {
  exec.call(this, statement.replace(/synchronous\s*=\s*full/i, 'synchronous = normal'))
}

registerHooks({
  load(url, context, next) {
    const loaded = next(url, context)
    if (!url.endsWith('/store/database.ts')) return loaded
    return { ...loaded, source: String(loaded.source).replaceAll(`=== 'off'`, `=== 'never'`) }
  },
})
