import { canAnswerStaffRequest } from '../../platform/approvals/staff-requests.ts'
import type { Store } from '../../platform/database/database.ts'
import type { ScopedActor } from '../../platform/http/route.ts'
import { isSamePerson } from '../../platform/session/person.ts'
import {
  buildStaffRequestInboxEntries,
  type InboxEntryRow,
  maxInboxEntriesPerKind,
} from '../../records/inbox/entry-rows.ts'
import { canSeeExportRequest, exportRequestRules } from './rows.ts'

/** Lists the export requests that wait for this person, and the answers to their own. */
export async function listExportInboxEntries(
  caller: ScopedActor,
  since: number,
  { store }: { readonly store: Pick<Store, 'db'> },
): Promise<InboxEntryRow[]> {
  const { session, permissions } = caller.actor
  if (!permissions.has('records.export')) return []
  const { issuer, subject } = session
  const now = Date.now()
  const listed = store.db
    .selectFrom('export_requests')
    .selectAll()
    .where('environment', '=', caller.scope.environment)
    .where('at', '>=', since)
    .orderBy('at', 'desc')
    .limit(2 * maxInboxEntriesPerKind)
  const own = listed.where('issuer', '=', issuer).where('subject', '=', subject)
  const found = await (permissions.has('export.approve') ? listed : own).execute()
  const rows = found.filter((row) => canSeeExportRequest(row, caller))
  return rows.flatMap((row) => {
    const { id, at, until, answer, answered_at, download_until: downloadUntil } = row
    const by = { issuer: row.answered_issuer, subject: row.answered_subject, name: row.answered_name }
    return buildStaffRequestInboxEntries(
      {
        ...{ id, at, until, by: row },
        mayAnswer: canAnswerStaffRequest(exportRequestRules, row, caller.actor, now),
        isOwn: isSamePerson(row, session),
        answer:
          answered_at === null
            ? null
            : { isApproved: answer === 'confirm', at: answered_at, by, downloadUntil },
        about: { target: { page: 'export_requests' }, rows: row.row_count },
      },
      since,
    )
  })
}
