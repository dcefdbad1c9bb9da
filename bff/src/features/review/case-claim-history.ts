import type { CaseClaimEvent } from '@paydesk/shared/cases/review-cases'
import { type Kysely, type Selectable, sql, type Transaction } from 'kysely'
import { getDatabaseClock } from '../../platform/database/clock.ts'
import type { Store } from '../../platform/database/database.ts'
import type { DatabaseSchema } from '../../platform/database/schema/schema.ts'
import type { Person } from '../../platform/session/person.ts'
import { presentColleague } from '../../records/staff-texts.ts'
import type { CaseViewer } from './present.ts'

type ClaimRow = Selectable<DatabaseSchema['review_claims']>
type Dialect = Store['dialect']

/** Claims shown in one answer; the newest are kept. */
export const maxListedCaseClaims = 100

/** Claim as `review_cases` has it, written in the same transaction. */
interface WrittenClaim {
  readonly environment: string
  readonly transaction: string
  readonly item: number
  readonly person: Person
  /** Name of the person, encrypted. */
  readonly name: string
  readonly ms: number
}

/** Ends the claims of these cases that still hold, and returns nothing of those that had expired. */
async function endOpenClaims(
  trx: Kysely<DatabaseSchema>,
  dialect: Dialect,
  items: readonly number[],
  ending: NonNullable<ClaimRow['ending']>,
): Promise<void> {
  if (items.length === 0) return
  const clock = getDatabaseClock(dialect)
  await trx
    .updateTable('review_claims')
    .set({ ended_at: clock, ending })
    .where('item', 'in', items)
    .where('ended_at', 'is', null)
    .where('until', '>', clock)
    .execute()
}

/** Records a claim: extends the one that this person holds, else begins one and ends that of a colleague. */
export async function recordCaseClaim(
  trx: Transaction<DatabaseSchema>,
  dialect: Dialect,
  { environment, transaction, item, person: { issuer, subject }, name, ms }: WrittenClaim,
): Promise<void> {
  const clock = getDatabaseClock(dialect)
  const until = sql<number>`${clock} + ${sql.lit(ms)}`
  const { numUpdatedRows } = await trx
    .updateTable('review_claims')
    .set({ until })
    .where('item', '=', item)
    .where('ended_at', 'is', null)
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .where('until', '>', clock)
    .executeTakeFirst()
  if (numUpdatedRows > 0n) return
  await endOpenClaims(trx, dialect, [item], 'taken_over')
  await trx
    .insertInto('review_claims')
    .values({
      environment,
      transaction_id: transaction,
      item,
      issuer,
      subject,
      name,
      started_at: clock,
      until,
    })
    .execute()
}

/** Records that these cases were released. */
export const recordCaseReleases = (trx: Kysely<DatabaseSchema>, dialect: Dialect, items: readonly number[]) =>
  endOpenClaims(trx, dialect, items, 'released')

/**
 * Lists events of claims by the times in their rows. `clock`: time of the database; `caseEndedAt`: end of the case, or
 * null. A claim that ended with its case, or by a take-over, has no end of its own: the state or the note says so.
 */
export function listCaseClaimEvents(
  { started_at, until, ended_at, ending }: Pick<ClaimRow, 'started_at' | 'until' | 'ended_at' | 'ending'>,
  { clock, caseEndedAt, isTakeOver }: { clock: number; caseEndedAt: number | null; isTakeOver: boolean },
): { readonly kind: CaseClaimEvent['kind']; readonly at: number }[] {
  const started = isTakeOver ? [] : [{ kind: 'claimed' as const, at: started_at }]
  if (ending === 'released' && ended_at !== null) return [...started, { kind: 'released', at: ended_at }]
  const isExpired = ended_at === null && until <= clock && (caseEndedAt === null || caseEndedAt > until)
  return isExpired ? [...started, { kind: 'expired', at: until }] : started
}

/**
 * Loads the events of the claims of these transactions by transaction. A claim that took a case over begins with its
 * note instead.
 */
export async function loadClaimEventsByTransaction(
  { db, dialect }: Pick<Store, 'db' | 'dialect'>,
  environment: string,
  transactions: readonly string[],
  caseViewer: CaseViewer,
): Promise<{ readonly transaction: string; readonly event: CaseClaimEvent }[]> {
  if (transactions.length === 0) return []
  const rows = await db
    .selectFrom('review_claims as c')
    .innerJoin('review_cases as i', 'i.seq', 'c.item')
    .selectAll('c')
    .select(['i.ended_at as case_ended_at', getDatabaseClock(dialect).as('clock')])
    .where('c.environment', '=', environment)
    .where('c.transaction_id', 'in', transactions)
    .orderBy('c.seq', 'desc')
    .limit(maxListedCaseClaims)
    .execute()
  return rows.flatMap((row, nth) => {
    const before = rows.slice(nth + 1).find(({ item }) => item === row.item)
    const isTakeOver = before?.ending === 'taken_over'
    const facts = { clock: row.clock, caseEndedAt: row.case_ended_at, isTakeOver }
    return listCaseClaimEvents(row, facts).map(({ kind, at }) => ({
      transaction: row.transaction_id,
      event: { claim: row.seq, kind, at: new Date(at).toISOString(), by: presentColleague(row, caseViewer) },
    }))
  })
}

/** Loads the events of the claims of one transaction. */
export async function loadCaseClaimEvents(
  store: Pick<Store, 'db' | 'dialect'>,
  environment: string,
  transaction: string,
  caseViewer: CaseViewer,
): Promise<CaseClaimEvent[]> {
  const found = await loadClaimEventsByTransaction(store, environment, [transaction], caseViewer)
  return found.map(({ event }) => event)
}
