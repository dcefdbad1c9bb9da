import { transactionIdSchema } from '@paydesk/shared/core/ids'
import { sql } from 'kysely'
import type { Store } from '../../../platform/database/database.ts'
import type { ScopedActor } from '../../../platform/http/route.ts'
import type { Person } from '../../../platform/session/person.ts'
import { type InboxEntryRow, maxInboxEntriesPerKind } from '../../../records/inbox/entry-rows.ts'
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
  const { environment, merchants, allKinds } = resolveReviewScope(caller)
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
    .$if(!allKinds, (query) => query.where('i.concerns', '!=', ''))
    .orderBy('m.at', 'desc')
    .limit(maxInboxEntriesPerKind)
    .execute()
  const takeOvers = await selectEndedClaims(store.db, environment, caller.actor.session, since)
    .innerJoin('review_cases as i', 'i.seq', 'c.item')
    // The next claim of the transaction is the one that took over: a lock on the case is held while both are written.
    .innerJoin('review_claims as next', (join) =>
      join.on('next.seq', '=', ({ selectFrom }) =>
        selectFrom('review_claims as later')
          .select(({ fn }) => fn.min('later.seq').as('seq'))
          .whereRef('later.environment', '=', 'c.environment')
          .whereRef('later.transaction_id', '=', 'c.transaction_id')
          .whereRef('later.seq', '>', 'c.seq'),
      ),
    )
    .select([
      'c.seq',
      'c.transaction_id',
      'next.started_at as at',
      'next.issuer',
      'next.subject',
      'next.name',
    ])
    .where('i.merchant', 'in', merchants)
    .$if(!allKinds, (query) => query.where('i.concerns', '!=', ''))
    .orderBy('c.ended_at', 'desc')
    .limit(maxInboxEntriesPerKind)
    .execute()
  return [
    ...mentions.map((row) => ({ ...toEntry('mention', row), isSeen: row.seen_at !== null })),
    ...takeOvers.map((row) => toEntry('take_over', row)),
  ]
}

/** Selects the claims of a person that a colleague ended by a take-over since a time (ms since 1970). */
const selectEndedClaims = (
  db: Store['db'],
  environment: string,
  { issuer, subject }: Person,
  since: number,
) =>
  db
    .selectFrom('review_claims as c')
    .where('c.environment', '=', environment)
    .where('c.subject', '=', subject)
    .where('c.issuer', '=', issuer)
    // Write the ending as a literal: the embedded database uses the partial index for nothing else.
    .where('c.ending', '=', sql.lit('taken_over' as const))
    .where('c.ended_at', '>=', since)

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
  const transaction = transactionIdSchema.parse(row.transaction_id)
  const target = { page: 'case', transaction } as const
  return { kind, id: String(seq), at, by: { issuer, subject, name }, target, transaction }
}

/** Marks the take-overs of this case as read, for the person whose claim they ended. `now`: ms since 1970. */
export async function markTakeOverInboxEntriesRead(
  store: Pick<Store, 'db' | 'dialect' | 'wake'>,
  {
    environment,
    transaction,
    person,
  }: { readonly environment: string; readonly transaction: string; readonly person: Person },
  now: number,
): Promise<void> {
  const claims = await selectEndedClaims(store.db, environment, person, now - inboxPeriodMs)
    .select('c.seq')
    .where('c.transaction_id', '=', transaction)
    .execute()
  const entries = claims.map(({ seq }) => `take_over.${seq}`)
  await markInboxEntriesRead(store, person, { environment, entries }, now)
}
