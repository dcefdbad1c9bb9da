import { findEntryNumbersBetween } from '../../platform/audit/entry-numbers.ts'
import type { Store } from '../../platform/database/database.ts'
import type { BreakGlassRow } from '../../records/break-glass.ts'

/** So many entries are listed; all are counted. */
const maxListedEntries = 500
/** A clock of another instance may go otherwise by so much (ms). */
const maxClockSkewMs = 60_000

/** What the audit trail holds of that session while its glass was broken: the entries say so themselves. */
export async function loadBreakGlassActivity({ db }: Pick<Store, 'db'>, row: BreakGlassRow) {
  // By person and number there is an index, by person and time there is none.
  const numbers = await findEntryNumbersBetween(db, { from: row.at, to: row.until })
  if (numbers === null) return { counts: [], entries: [], more: false }
  const own = db
    .selectFrom('audit')
    .where('actor_subject', '=', row.subject)
    .where('actor_issuer', '=', row.issuer)
    .where('seq', '>=', numbers.first)
    .where('seq', '<=', numbers.last)
    // The same session may break it again soon after: of its own minutes only.
    .where('time_ms', '>=', row.at - maxClockSkewMs)
    .where('time_ms', '<=', row.until + maxClockSkewMs)
    .where('session_hash', '=', row.session_hash)
    .where((is) => is.or([is('reason', '=', 'glass'), is('reason', 'like', '% glass')]))
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
