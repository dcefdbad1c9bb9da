import { registerHooks } from 'node:module'

/** Planted bug: writers append to a chain on PostgreSQL without waiting for each other. */
registerHooks({
  load(url, context, next) {
    const loaded = next(url, context)
    if (!url.endsWith('/audit/chain-links.ts')) return loaded
    return { ...loaded, source: String(loaded.source).replace('pg_advisory_xact_lock(9006, 1)', '1') }
  },
})
