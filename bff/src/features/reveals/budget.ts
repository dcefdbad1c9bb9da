import type { Transaction } from 'kysely'
import { sql } from 'kysely'
import { isDatabaseFailure, type Store } from '../../platform/database/database.ts'
import type { DatabaseSchema } from '../../platform/database/schema/schema.ts'
import { withRequestTransaction } from '../../platform/database/transaction.ts'
import { ProblemError } from '../../platform/problem/problem.ts'
import type { Person } from '../../platform/session/person.ts'
import { type NewUnusualAccessAlert, raiseUnusualAccessAlert } from '../../records/unusual-access-alerts.ts'

type AccessKind = DatabaseSchema['reveals']['kind']

/** Access about to be made: the person, and the subject as far as known before the read. */
export interface AccessAttempt {
  readonly person: Person
  readonly environment: string
  /** Customer handle, or the ID of a record whose customer is unknown; for an export the name of its list. */
  readonly about: string
  /** Number of accesses; all are allowed or none. Default 1. */
  readonly count?: number
}

export interface AccessBudgetState {
  /** Accesses of this kind left to this person within the hour. */
  readonly left: number
  /** Number of accesses within the hour if the number raised an alert; else null. */
  readonly unusual: number | null
}

export interface AccessBudgetDeps {
  readonly store: Store
  readonly config: {
    readonly revealsPerHour: number
    readonly documentsPerHour: number
    readonly recordsPerHour: number
    readonly exportsPerHour: number
    readonly paymentLinksPerHour: number
  }
}

const hourMs = 3_600_000
/**
 * Thresholds of alerts: more than half of the hourly budget or more than usual within `paceWindowMs`, or
 * reveals of more than `maxUsualCustomers` customers within an hour.
 */
const paceWindowMs = 600_000
const maxUsualCustomers = 10
/** Retention time (ms) of accesses; older ones count nowhere. */
const retentionMs = 24 * hourMs

interface AccessRule {
  readonly budget: keyof AccessBudgetDeps['config']
  /** Number within `paceWindowMs` above which the use is unusual, even if the budget is large. */
  readonly maxUsual: number
  /** Alert for unusual use; null if the limit is enough. */
  readonly why: NewUnusualAccessAlert['why'] | null
  readonly problem: 'reveal_limit_reached' | 'access_limit_reached'
  /** True if the same subject counts once within the hour: a page loads its record again by itself. */
  readonly countsSubjectOnce: boolean
}

const rules: Readonly<Record<AccessKind, AccessRule>> = {
  reveal: {
    ...{ budget: 'revealsPerHour', maxUsual: Number.POSITIVE_INFINITY, why: 'pace' },
    ...{ problem: 'reveal_limit_reached', countsSubjectOnce: false },
  },
  document: {
    ...{ budget: 'documentsPerHour', maxUsual: 20, why: 'documents' },
    ...{ problem: 'access_limit_reached', countsSubjectOnce: false },
  },
  record: {
    ...{ budget: 'recordsPerHour', maxUsual: 100, why: 'records' },
    ...{ problem: 'access_limit_reached', countsSubjectOnce: true },
  },
  // Handing out links is the daily work of those who create payments: no alert.
  link: {
    ...{ budget: 'paymentLinksPerHour', maxUsual: Number.POSITIVE_INFINITY, why: null },
    ...{ problem: 'access_limit_reached', countsSubjectOnce: false },
  },
  export: {
    ...{ budget: 'exportsPerHour', maxUsual: 5, why: 'exports' },
    ...{ problem: 'access_limit_reached', countsSubjectOnce: false },
  },
}

interface AccessCounts {
  readonly hour: number
  readonly recent: number
  readonly customers: number
}

/** Selects the accesses of this person within the hour, in every environment, session and role. */
function selectOfHour(
  trx: Transaction<DatabaseSchema>,
  kind: AccessKind,
  { issuer, subject }: Person,
  now: number,
) {
  return trx
    .selectFrom('reveals')
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .where('kind', '=', kind)
    .where('at', '>', now - hourMs)
}

async function countAccesses(
  trx: Transaction<DatabaseSchema>,
  kind: AccessKind,
  person: Person,
  now: number,
): Promise<AccessCounts> {
  return selectOfHour(trx, kind, person, now)
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

/** Returns the reasons for which these counts are unusual. */
function findUnusualReasons(
  kind: AccessKind,
  counts: AccessCounts,
  maxPerHour: number,
): NewUnusualAccessAlert['why'][] {
  const { maxUsual, why } = rules[kind]
  return [
    ...(why !== null && counts.recent > Math.min(maxPerHour / 2, maxUsual) ? [why] : []),
    ...(kind === 'reveal' && counts.customers > maxUsualCustomers ? (['customers'] as const) : []),
  ]
}

/**
 * Consumes accesses of a person's hourly budget, counted over all instances and sessions; a consumed access
 * is not given back, even if it fails. Raises an alert if the use becomes unusual. `now`: ms since 1970.
 * Throws `reveal_limit_reached` or `access_limit_reached`, or `record_unavailable` if the database cannot
 * count.
 */
export async function consumeAccessBudget(
  kind: AccessKind,
  { person, environment, about, count = 1 }: AccessAttempt,
  { store, config }: AccessBudgetDeps,
  now: number = Date.now(),
): Promise<AccessBudgetState> {
  const rule = rules[kind]
  const maxPerHour = config[rule.budget]
  const { issuer, subject } = person
  const who = JSON.stringify([issuer, subject])
  try {
    const taken = await withRequestTransaction(store, `reveals ${who}`, async (trx) => {
      // Hold the lock until the commit: every instance then counts the accesses of all others.
      if (store.dialect === 'postgres')
        await sql`select pg_advisory_xact_lock(7351913, hashtext(${who}))`.execute(trx)
      const before = await countAccesses(trx, kind, person, now)
      const same = rule.countsSubjectOnce
        ? await selectOfHour(trx, kind, person, now)
            .select('seq')
            .where('about', '=', about)
            .executeTakeFirst()
        : undefined
      if (same !== undefined) return { left: maxPerHour - before.hour, unusual: null }
      if (before.hour + count > maxPerHour)
        throw new ProblemError(
          rule.problem,
          count > 1 ? { revealsLeft: Math.max(0, maxPerHour - before.hour) } : {},
        )
      await trx
        .deleteFrom('reveals')
        .where('at', '<', now - retentionMs)
        .execute()
      const row = { at: now, kind, environment, issuer, subject, about }
      await trx
        .insertInto('reveals')
        .values(Array.from({ length: count }, () => row))
        .execute()
      const counts = await countAccesses(trx, kind, person, now)
      let raised = 0
      for (const why of findUnusualReasons(kind, counts, maxPerHour)) {
        const alert = { environment, person, why, count: counts.hour, customers: counts.customers }
        if (await raiseUnusualAccessAlert(trx, store.dialect, alert, now)) raised += 1
      }
      return { left: maxPerHour - counts.hour, unusual: raised === 0 ? null : counts.hour }
    })
    if (taken.unusual !== null) store.wake('changes')
    return taken
  } catch (thrown) {
    // Report the real cause: without the count, the access cannot be recorded either.
    throw isDatabaseFailure(thrown) ? new ProblemError('record_unavailable', { retryAfter: 5 }) : thrown
  }
}
