import { registerHooks } from 'node:module'

/** A planted bug: whoever adds to a chain on PostgreSQL does not wait for whoever else does. */
registerHooks({
  load(url, context, next) {
    const loaded = next(url, context)
    if (!url.endsWith('/audit/chain-links.ts')) return loaded
    return { ...loaded, source: String(loaded.source).replace('pg_advisory_xact_lock(9006, 1)', '1') }
  },
})
