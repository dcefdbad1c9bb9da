import { findAuditEntryNumbersBetween } from '../../platform/audit/entry-numbers.ts'
import type { Store } from '../../platform/database/database.ts'
import type { BreakGlassRow } from '../../records/break-glass.ts'

/** Limit of listed entries; all entries are counted. */
const maxListedEntries = 500
/** Clock skew (ms) allowed between instances. */
const maxClockSkewMs = 60_000

/**
 * Loads the audit entries that this session made under break-glass access; `reason` of an entry marks the
 * access.
 */
export async function loadBreakGlassActivity({ db }: Pick<Store, 'db'>, row: BreakGlassRow) {
  // Narrow by entry number: there is an index over person and number, but none over person and time.
  const numbers = await findAuditEntryNumbersBetween(db, { from: row.at, to: row.until })
  if (numbers === null) return { counts: [], entries: [], more: false }
  const own = db
    .selectFrom('audit')
    .where('actor_subject', '=', row.subject)
    .where('actor_issuer', '=', row.issuer)
    .where('seq', '>=', numbers.first)
    .where('seq', '<=', numbers.last)
    // Limit to this activation: the same session may activate break-glass again soon after.
    .where('time_ms', '>=', row.at - maxClockSkewMs)
    .where('time_ms', '<=', row.until + maxClockSkewMs)
    .where('session_hash', '=', row.session_hash)
    .where((is) => is.or([is('reason', '=', 'break_glass'), is('reason', 'like', '% break_glass')]))
  const counts = await own
    .select(({ fn }) => ['action', 'subject_kind', fn.countAll<number>().as('count')])
    .groupBy(['action', 'subject_kind'])
    .orderBy('action')
    .orderBy('subject_kind')
    .execute()
  const entries = await own.selectAll().orderBy('seq').limit(maxListedEntries).execute()
  const all = counts.reduce((sum, { count }) => sum + Number(count), 0)
  return { counts, entries, more: all > entries.length }
}
