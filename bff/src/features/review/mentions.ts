import type { Colleague } from '@paydesk/shared/core/colleague'
import type { Role, StaffPermission } from '@paydesk/shared/core/permissions'
import { type Kysely, type RawBuilder, type SqlBool, sql, type Transaction } from 'kysely'
import type { Store } from '../../platform/database/database.ts'
import type { DatabaseSchema } from '../../platform/database/schema/schema.ts'
import { withRequestTransaction } from '../../platform/database/transaction.ts'
import { ProblemError } from '../../platform/problem/problem.ts'
import { isSamePerson, type Person } from '../../platform/session/person.ts'
import { buildInboxLiveChange } from '../../records/inbox/entry-rows.ts'
import { appendLiveChange } from '../../records/live-changes.ts'
import { buildReviewCaseLiveChange, type ReviewCaseRow } from '../../records/review-cases.ts'
import { listRecentStaff, type StaffMember } from '../../records/staff.ts'
import { presentColleague } from '../../records/staff-texts.ts'
import type { CaseViewer } from './present.ts'

export interface MentionDeps {
  readonly permissions: (role: Role) => ReadonlySet<StaffPermission>
}

type CaseScope = Pick<ReviewCaseRow, 'merchant' | 'concerns'>

/** Returns true if one of the member's roles, as of their last sign-in, may open this case. */
function canSeeCase(
  { roles, merchants }: StaffMember,
  item: CaseScope,
  { permissions }: MentionDeps,
): boolean {
  if (merchants !== null && !merchants.includes(item.merchant)) return false
  return roles.some((role) => {
    const may = permissions(role)
    return may.has('review.read') && (may.has('review.every') || item.concerns !== '')
  })
}

/** Lists the staff who may be mentioned in a note on this case, without `me`. `now`: ms since 1970. */
export async function findMentionCandidates(
  db: Kysely<DatabaseSchema>,
  item: CaseScope,
  { me, now, ...needs }: MentionDeps & { readonly me: Person; readonly now: number },
): Promise<StaffMember[]> {
  const staff = await listRecentStaff(db, now)
  return staff.filter((member) => !isSamePerson(member, me) && canSeeCase(member, item, needs))
}

/**
 * Resolves the handles mentioned in a note. Throws `bad_request` naming `mentions` if a handle is unknown,
 * the author's own, or of somebody who may not see the case; the error does not say which.
 */
export async function resolveMentions(
  handles: readonly string[],
  db: Kysely<DatabaseSchema>,
  item: CaseScope,
  asked: MentionDeps & { readonly me: Person; readonly now: number },
): Promise<StaffMember[]> {
  if (handles.length === 0) return []
  const known = new Map(
    (await findMentionCandidates(db, item, asked)).map((member) => [member.handle as string, member]),
  )
  const found = [...new Set(handles)].map((handle) => known.get(handle))
  if (!found.every((member) => member !== undefined))
    throw new ProblemError('bad_request', { fields: [{ name: 'mentions', rule: 'viewing_colleagues' }] })
  return found
}

/** Stores the mentions of a note, in the transaction that writes the note. */
export async function writeMentions(
  trx: Transaction<DatabaseSchema>,
  members: readonly StaffMember[],
  place: Pick<DatabaseSchema['review_mentions'], 'environment' | 'item' | 'note' | 'at'>,
): Promise<void> {
  if (members.length === 0) return
  const rows = members.map(({ issuer, subject, name }) => ({
    ...place,
    issuer,
    subject,
    name,
    seen_at: null,
  }))
  await trx.insertInto('review_mentions').values(rows).execute()
}

/** Condition for cases `i` in which a note mentions this person and the mention is unseen. */
export function whereMentionUnseen(environment: string, { issuer, subject }: Person): RawBuilder<SqlBool> {
  return sql`i.seq in (select m.item from review_mentions m where m.environment = ${environment}
    and m.subject = ${subject} and m.issuer = ${issuer} and m.seen_at is null)`
}

/** Returns the people mentioned in these notes, keyed by the number of the note. */
export async function loadMentions(
  db: Kysely<DatabaseSchema>,
  notes: readonly number[],
  viewer: Pick<CaseViewer, 'cipher' | 'session'>,
): Promise<ReadonlyMap<number, Colleague[]>> {
  const named = new Map<number, Colleague[]>()
  if (notes.length === 0) return named
  const rows = await db
    .selectFrom('review_mentions')
    .select(['note', 'issuer', 'subject', 'name'])
    .where('note', 'in', notes)
    .orderBy('seq')
    .execute()
  for (const { note, ...person } of rows)
    named.set(note, [...(named.get(note) ?? []), presentColleague(person, viewer)])
  return named
}

/**
 * Marks this person's mentions on a case as seen. Publishes a change of the case, which is itself unchanged,
 * so that the person's open pages update.
 */
export async function markMentionsSeen(
  store: Pick<Store, 'db' | 'dialect' | 'wake'>,
  item: ReviewCaseRow,
  { issuer, subject }: Person,
  now: number,
): Promise<void> {
  const own = { environment: item.environment, item: item.seq, issuer, subject } as const
  const one = store.db
    .selectFrom('review_mentions')
    .select('seq')
    .where((eb) => eb.and(own))
  if ((await one.where('seen_at', 'is', null).limit(1).executeTakeFirst()) === undefined) return
  await withRequestTransaction(store, `mentions/${item.seq}/${subject}`, async (trx) => {
    await trx
      .updateTable('review_mentions')
      .set({ seen_at: now })
      .where((eb) => eb.and(own))
      .where('seen_at', 'is', null)
      .execute()
    const inbox = buildInboxLiveChange(item.environment, { issuer, subject })
    await appendLiveChange(trx, store.dialect, [buildReviewCaseLiveChange(item), inbox], now)
  })
  store.wake('changes')
}
