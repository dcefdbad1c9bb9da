import { canAnswerStaffRequest } from '../../platform/approvals/staff-requests.ts'
import type { Store } from '../../platform/database/database.ts'
import type { ScopedActor } from '../../platform/http/route.ts'
import { isSamePerson } from '../../platform/session/person.ts'
import type { HandleStore } from '../../records/handles.ts'
import {
  buildStaffRequestInboxEntries,
  type InboxEntryRow,
  maxInboxEntriesPerKind,
} from '../../records/inbox/entry-rows.ts'
import {
  downloadRequestRules,
  loadCustomersByIdentity,
  selectVisibleDownloadRequests,
} from './download-rows.ts'

/** Lists the download requests that wait for this person, and the answers to their own. */
export async function listDownloadInboxEntries(
  caller: ScopedActor,
  since: number,
  { store, handles }: { readonly store: Pick<Store, 'db'>; readonly handles: HandleStore },
): Promise<InboxEntryRow[]> {
  const { session, permissions } = caller.actor
  if (!permissions.has('document.download')) return []
  const { issuer, subject } = session
  const now = Date.now()
  const rows = await selectVisibleDownloadRequests(store.db, caller)
    .selectAll()
    .where('at', '>=', since)
    .where((is) =>
      is.or([is('answer', 'is', null), is.and([is('issuer', '=', issuer), is('subject', '=', subject)])]),
    )
    .orderBy('at', 'desc')
    .limit(2 * maxInboxEntriesPerKind)
    .execute()
  const subjects = await loadCustomersByIdentity(rows, caller.scope, handles)
  return rows.flatMap((row) => {
    const { id, at, until, answer, answered_at, download_until: downloadUntil } = row
    const by = { issuer: row.answered_issuer, subject: row.answered_subject, name: row.answered_name }
    const known = subjects.get(row.identity)
    const customer = known?.merchant === row.merchant ? known : null
    return buildStaffRequestInboxEntries(
      {
        ...{ id, at, until, by: row },
        mayAnswer: canAnswerStaffRequest(downloadRequestRules, row, caller.actor, now),
        isOwn: isSamePerson(row, session),
        answer:
          answered_at === null
            ? null
            : { isApproved: answer === 'confirm', at: answered_at, by, downloadUntil },
        about: { target: { page: 'downloads' }, customer },
      },
      since,
    )
  })
}
