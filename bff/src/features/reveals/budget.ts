import type { Transaction } from 'kysely'
import { sql } from 'kysely'
import { isStoreFailure, type Store } from '../../platform/database/database.ts'
import type { DatabaseSchema } from '../../platform/database/schema/schema.ts'
import { withRequestTransaction } from '../../platform/database/transaction.ts'
import { ProblemError } from '../../platform/problem/problem.ts'
import { generateId } from '../../platform/runtime/generate-id.ts'
import type { Person } from '../../platform/session/person.ts'
import { appendChange } from '../../records/changes.ts'

/** Reveal about to be made: the person, and the subject as far as known before the read. */
export interface RevealAttempt {
  readonly person: Person
  readonly environment: string
  /** Customer handle, or the ID that stands for a customer. */
  readonly about: string
}

export interface RevealBudgetState {
  /** Reveals left to this person within the hour. */
  readonly left: number
  /** Number of reveals within the hour if the number raised an alert; else null. */
  readonly unusual: number | null
}

export interface RevealBudgetDeps {
  readonly store: Store
  readonly config: { readonly revealsPerHour: number }
}

const hourMs = 3_600_000
/**
 * Thresholds of alerts: more than half of the hourly budget within `paceWindowMs`, or more than
 * `maxUsualCustomers` customers within an hour.
 */
const paceWindowMs = 600_000
const maxUsualCustomers = 10
/** Retention time (ms) of reveals; older reveals count nowhere. */
const revealRetentionMs = 24 * hourMs

interface RevealCounts {
  readonly hour: number
  readonly recent: number
  readonly customers: number
}

/** Counts the reveals of this person in every environment, session and role. */
async function countReveals(
  trx: Transaction<DatabaseSchema>,
  { issuer, subject }: Person,
  now: number,
): Promise<RevealCounts> {
  return trx
    .selectFrom('reveals')
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .where('at', '>', now - hourMs)
    .select(({ fn }) => [
      fn.countAll<number>().as('hour'),
      fn
        .countAll<number>()
        .filterWhere('at', '>', now - paceWindowMs)
        .as('recent'),
      fn.count<number>('about').distinct().as('customers'),
    ])
    .executeTakeFirstOrThrow()
}

/** Inserts an alert for the people who watch reveals; null if an alert of this kind is already open. */
async function insertAlert(
  trx: Transaction<DatabaseSchema>,
  { person, environment }: RevealAttempt,
  why: 'pace' | 'customers',
  counts: RevealCounts,
  now: number,
): Promise<string | null> {
  const made = await trx
    .insertInto('reveal_alerts')
    .values({
      ...{ id: generateId('w'), environment, issuer: person.issuer, subject: person.subject, why, at: now },
      ...{ reveals: counts.hour, customers: counts.customers },
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return made?.id ?? null
}

/**
 * Consumes one reveal of a person's hourly budget, counted over all instances and sessions; a consumed reveal
 * is not given back, even if the reveal fails. Raises an alert if the use becomes unusual. `now`: ms since
 * 1970. Throws `reveal_limit_reached`, or `record_unavailable` if the database cannot count.
 */
export async function consumeRevealBudget(
  taking: RevealAttempt,
  { store, config }: RevealBudgetDeps,
  now: number = Date.now(),
): Promise<RevealBudgetState> {
  const { person, environment, about } = taking
  const most = config.revealsPerHour
  const who = JSON.stringify([person.issuer, person.subject])
  try {
    const taken = await withRequestTransaction(store, `reveals ${who}`, async (trx) => {
      // Hold the lock until the commit: every instance then counts the reveals of all others.
      if (store.dialect === 'postgres')
        await sql`select pg_advisory_xact_lock(7351913, hashtext(${who}))`.execute(trx)
      const before = await countReveals(trx, person, now)
      if (before.hour >= most) throw new ProblemError('reveal_limit_reached')
      await trx
        .deleteFrom('reveals')
        .where('at', '<', now - revealRetentionMs)
        .execute()
      const { issuer, subject } = person
      await trx.insertInto('reveals').values({ at: now, environment, issuer, subject, about }).execute()
      const counts = await countReveals(trx, person, now)
      const reasons = [
        ...(counts.recent > most / 2 ? (['pace'] as const) : []),
        ...(counts.customers > maxUsualCustomers ? (['customers'] as const) : []),
      ]
      const alerts: string[] = []
      for (const why of reasons) alerts.push((await insertAlert(trx, taking, why, counts, now)) ?? '')
      const raised = alerts.filter((id) => id !== '')
      const changes = raised.map((subject_id) => ({ subject_id, environment, merchant: null, version: 1 }))
      await appendChange(
        trx,
        store.dialect,
        changes.map((one) => ({ ...one, kind: 'reveal_alert' as const })),
        now,
      )
      return { left: most - counts.hour, unusual: raised.length === 0 ? null : counts.hour }
    })
    if (taken.unusual !== null) store.wake('changes')
    return taken
  } catch (thrown) {
    // Report the real cause: without the count, the reveal cannot be recorded either.
    throw isStoreFailure(thrown) ? new ProblemError('record_unavailable', { retryAfter: 5 }) : thrown
  }
}
