import { canAnswerStaffRequest } from '../../platform/approvals/staff-requests.ts'
import type { Store } from '../../platform/database/database.ts'
import type { ScopedActor } from '../../platform/http/route.ts'
import { isSamePerson } from '../../platform/session/person.ts'
import {
  buildStaffRequestInboxEntries,
  type InboxEntryRow,
  maxInboxEntriesPerKind,
} from '../../records/inbox/entry-rows.ts'
import { selectVisibleSubjectAccessRequests, subjectAccessRequestRules } from './rows.ts'

/** Lists the subject access requests that wait for this person, and the answers to their own. */
export async function listSubjectAccessInboxEntries(
  caller: ScopedActor,
  since: number,
  { store }: { readonly store: Pick<Store, 'db'> },
): Promise<InboxEntryRow[]> {
  const { session, permissions } = caller.actor
  if (!permissions.has('subject_access.export')) return []
  const now = Date.now()
  const rows = await selectVisibleSubjectAccessRequests(store.db, caller)
    .selectAll()
    .where('at', '>=', since)
    .orderBy('at', 'desc')
    .limit(2 * maxInboxEntriesPerKind)
    .execute()
  return rows.flatMap((row) => {
    const { id, at, until, status, approval_at: answeredAt, customer, merchant } = row
    const by = { issuer: row.approval_issuer, subject: row.approval_subject, name: row.approval_name }
    const isApproved = status === 'confirmed'
    return buildStaffRequestInboxEntries(
      {
        ...{ id, at, until, by: row },
        mayAnswer: canAnswerStaffRequest(subjectAccessRequestRules, row, caller.actor, now),
        isOwn: isSamePerson(row, session),
        answer: answeredAt === null ? null : { isApproved, at: answeredAt, by, downloadUntil: until },
        about: { target: { page: 'subject_access' }, customer: { customer, merchant } },
      },
      since,
    )
  })
}
