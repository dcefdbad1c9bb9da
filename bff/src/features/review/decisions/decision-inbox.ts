import { decisionIdSchema } from '@paydesk/shared/cases/decisions'
import type { Store } from '../../../platform/database/database.ts'
import type { Actor, ScopedActor } from '../../../platform/http/route.ts'
import { isPossiblySamePerson } from '../../../platform/session/person.ts'
import { type InboxEntryRow, maxInboxEntriesPerKind } from '../../../records/inbox/entry-rows.ts'
import { inboxPeriodMs, markInboxEntriesRead } from '../../../records/inbox/marks.ts'
import type { DecisionRow } from '../../../records/observations/decision-outcome.ts'
import { resolveReviewScope } from '../../../records/review-cases.ts'
import { selectVisibleDecisions } from './decisions.ts'

const outcomes = { confirm: 'approved', refuse: 'rejected', send_back: 'returned' } as const

/** Lists the decisions that wait for this person's approval, and the answers to their own decisions. */
export async function listDecisionInboxEntries(
  caller: ScopedActor,
  since: number,
  { store }: { readonly store: Pick<Store, 'db'> },
): Promise<InboxEntryRow[]> {
  const { session, permissions } = caller.actor
  if (!permissions.has('review.read')) return []
  const recent = selectVisibleDecisions(store.db, resolveReviewScope(caller))
    .selectAll()
    .where('at', '>=', since)
    .orderBy('at', 'desc')
    .limit(maxInboxEntriesPerKind)
  const waiting = permissions.has('review.work')
    ? await recent
        .where('status', '=', 'waiting')
        .where((is) => is.or([is('expires_at', 'is', null), is('expires_at', '>', Date.now())]))
        .execute()
    : []
  const answered = await recent
    .where('subject', '=', session.subject)
    .where('issuer', '=', session.issuer)
    .where('approval_at', 'is not', null)
    .execute()
  return [
    ...waiting
      .filter((row) => !isPossiblySamePerson(session, row))
      .map(
        (row): InboxEntryRow => ({
          ...toEntry(row),
          kind: 'approval',
          at: row.at,
          by: row,
          until: row.expires_at,
        }),
      ),
    ...answered.map(
      (row): InboxEntryRow => ({
        ...toEntry(row),
        kind: 'approval_answer',
        at: row.approval_at ?? row.at,
        by: { issuer: row.approval_issuer, subject: row.approval_subject, name: row.approval_name },
        outcome: row.approval_answer === null ? null : outcomes[row.approval_answer],
      }),
    ),
  ]
}

function toEntry({ id, transaction_id }: DecisionRow) {
  const target = { page: 'decision', decision: decisionIdSchema.parse(id) } as const
  return { id, target, transaction: transaction_id }
}

/** Marks the entry about a decision as read, for the approver or the maker who has opened it. */
export async function markDecisionInboxEntryRead(
  store: Pick<Store, 'db' | 'dialect' | 'wake'>,
  row: DecisionRow,
  { session, permissions }: Actor,
  now: number,
): Promise<void> {
  const { environment, id, status, approval_at: answeredAt } = row
  const isMaker = isPossiblySamePerson(session, row)
  const entries = [
    ...(status === 'waiting' && !isMaker && permissions.has('review.work') ? [`approval.${id}`] : []),
    ...(isMaker && answeredAt !== null && answeredAt >= now - inboxPeriodMs ? [`approval_answer.${id}`] : []),
  ]
  await markInboxEntriesRead(store, session, { environment, entries }, now)
}
