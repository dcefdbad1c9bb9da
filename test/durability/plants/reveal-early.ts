import { registerHooks } from 'node:module'

const waits = `Promise.all(
      all.map((auditEvent) => guards.audit.append(buildAuditEntry(auditEvent, what))),
    )`
const early =
  'setTimeout(() => void all.map((auditEvent) => guards.audit.append(buildAuditEntry(auditEvent, what))), 400)'

/** Planted bug: answers first and writes the audit event 400 ms later. */
registerHooks({
  load(url, context, next) {
    const loaded = next(url, context)
    if (!url.endsWith('/http/guards.ts')) return loaded
    const source = String(loaded.source)
    if (!source.includes(waits)) throw new Error('the place for the planted bug has changed')
    return { ...loaded, source: source.replace(waits, early) }
  },
})
