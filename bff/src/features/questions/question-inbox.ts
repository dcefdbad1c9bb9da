import type { Store } from '../../platform/database/database.ts'
import type { ScopedActor } from '../../platform/http/route.ts'
import { type InboxEntryRow, maxInboxEntriesPerKind } from '../../records/inbox/entry-rows.ts'
import { selectAnswerableQuestions } from './list.ts'
import { type QuestionRow, selectVisibleQuestions } from './rows.ts'

/** Lists the open questions to this person's role, and the answers to their own questions. */
export async function listQuestionInboxEntries(
  caller: ScopedActor,
  since: number,
  { store }: { readonly store: Pick<Store, 'db'> },
): Promise<InboxEntryRow[]> {
  if (!caller.actor.permissions.has('question.ask')) return []
  const { issuer, subject } = caller.actor.session
  const seen = selectVisibleQuestions(store.db, caller)
  const open = await selectAnswerableQuestions(caller, seen.where('answered_at', 'is', null))
    .selectAll()
    .where('at', '>=', since)
    .orderBy('at', 'desc')
    .limit(maxInboxEntriesPerKind)
    .execute()
  const answers = await seen
    .selectAll()
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .where('answered_at', '>=', since)
    .orderBy('answered_at', 'desc')
    .limit(maxInboxEntriesPerKind)
    .execute()
  return [
    ...open.map(
      (row): InboxEntryRow => ({ ...toEntry(row), kind: 'question', at: row.at, by: row, isSeen: false }),
    ),
    ...answers.map(
      (row): InboxEntryRow => ({
        ...toEntry(row),
        kind: 'answer',
        at: row.answered_at ?? row.at,
        by: { issuer: row.answered_issuer, subject: row.answered_subject, name: row.answered_name },
        isSeen: row.seen_at !== null,
      }),
    ),
  ]
}

function toEntry({ id, subject_kind, subject_id, merchant }: QuestionRow) {
  const target = { page: 'questions' } as const
  return subject_kind === 'transaction'
    ? { id, target, transaction: subject_id }
    : { id, target, customer: { customer: subject_id, merchant } }
}
