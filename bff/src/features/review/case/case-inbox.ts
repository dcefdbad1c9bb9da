import { transactionId } from '@paydesk/shared/core/ids'
import type { Store } from '../../../platform/database/database.ts'
import type { ScopedActor } from '../../../platform/http/route.ts'
import type { Person } from '../../../platform/session/person.ts'
import { type InboxEntryRow, maxInboxEntries } from '../../../records/inbox/entry-rows.ts'
import { inboxPeriodMs, markInboxEntriesRead } from '../../../records/inbox/marks.ts'
import { resolveReviewScope } from '../../../records/review-cases.ts'

/** Lists the notes that mention this person, and the take-overs of cases that this person had claimed. */
export async function listCaseInboxEntries(
  caller: ScopedActor,
  since: number,
  { store }: { readonly store: Pick<Store, 'db'> },
): Promise<InboxEntryRow[]> {
  if (!caller.actor.permissions.has('review.read')) return []
  const { issuer, subject } = caller.actor.session
  const { environment, merchants, every } = resolveReviewScope(caller)
  const mentions = await store.db
    .selectFrom('review_mentions as m')
    .innerJoin('review_cases as i', 'i.seq', 'm.item')
    .innerJoin('review_notes as n', 'n.seq', 'm.note')
    .select(['m.seq', 'm.at', 'm.seen_at', 'i.transaction_id', 'n.issuer', 'n.subject', 'n.name'])
    .where('m.environment', '=', environment)
    .where('m.subject', '=', subject)
    .where('m.issuer', '=', issuer)
    .where('m.at', '>=', since)
    .where('i.merchant', 'in', merchants)
    .$if(!every, (query) => query.where('i.concerns', '!=', ''))
    .orderBy('m.at', 'desc')
    .limit(maxInboxEntries)
    .execute()
  const takeOvers = await store.db
    .selectFrom('review_notes as n')
    .select(['n.seq', 'n.at', 'n.transaction_id', 'n.issuer', 'n.subject', 'n.name'])
    .where('n.environment', '=', environment)
    .where('n.previous_subject', '=', subject)
    .where('n.previous_issuer', '=', issuer)
    .where('n.at', '>=', since)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('review_cases as i')
          .select('i.seq')
          .where('i.environment', '=', environment)
          .whereRef('i.transaction_id', '=', 'n.transaction_id')
          .where('i.merchant', 'in', merchants)
          .$if(!every, (query) => query.where('i.concerns', '!=', '')),
      ),
    )
    .orderBy('n.at', 'desc')
    .limit(maxInboxEntries)
    .execute()
  return [
    ...mentions.map((row) => ({ ...toEntry('mention', row), isSeen: row.seen_at !== null })),
    ...takeOvers.map((row) => toEntry('take_over', row)),
  ]
}

interface CaseEventRow {
  readonly seq: number
  readonly at: number
  readonly transaction_id: string
  readonly issuer: string
  readonly subject: string
  readonly name: string
}

function toEntry(kind: 'mention' | 'take_over', row: CaseEventRow): InboxEntryRow {
  const { seq, at, issuer, subject, name } = row
  const transaction = transactionId.parse(row.transaction_id)
  const target = { page: 'case', transaction } as const
  return { kind, id: String(seq), at, by: { issuer, subject, name }, target, transaction }
}

/** Marks the take-overs of this case as read, for the person whose claim they ended. `now`: ms since 1970. */
export async function markTakeOversRead(
  store: Pick<Store, 'db' | 'dialect' | 'wake'>,
  {
    environment,
    transaction,
    person,
  }: { readonly environment: string; readonly transaction: string; readonly person: Person },
  now: number,
): Promise<void> {
  const notes = await store.db
    .selectFrom('review_notes')
    .select('seq')
    .where('environment', '=', environment)
    .where('previous_subject', '=', person.subject)
    .where('previous_issuer', '=', person.issuer)
    .where('transaction_id', '=', transaction)
    .where('at', '>=', now - inboxPeriodMs)
    .execute()
  const entries = notes.map(({ seq }) => `take_over.${seq}`)
  await markInboxEntriesRead(store, person, { environment, entries }, now)
}
