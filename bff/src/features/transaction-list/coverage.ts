import { setImmediate as nextTurn } from 'node:timers/promises'
import type { EnvironmentName, MerchantId } from '@paydesk/shared/core/ids'
import type { RecordsCoverage } from '@paydesk/shared/payments/transaction-list'
import { type RawBuilder, sql } from 'kysely'
import type { Store } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/http/route.ts'
import { whereColumnIn } from '../../platform/list-query/conditions.ts'
import { buildScopeSql } from './conditions.ts'
import { cacheStaleWhileRevalidate } from './stale-while-revalidate.ts'
import { buildTransactionIndexSql } from './statements.ts'

export interface RecordsCoverageDeps {
  readonly store: Store
  readonly environments: readonly {
    readonly name: EnvironmentName
    readonly merchantIds: readonly MerchantId[]
  }[]
}

const freshMs = 15_000
/**
 * Factor between the time of a count and its repetition: a large table is counted less often, so that
 * counting takes 1 % of the time.
 */
const freshTimeFactor = 100

type LastSyncRun = NonNullable<RecordsCoverage['lastSync']>

async function queryRow<Row>(statement: RawBuilder<Row>, store: Store): Promise<Row | undefined> {
  return (await statement.execute(store.db)).rows[0]
}

async function queryNumber(statement: RawBuilder<{ n: number | null }>, store: Store): Promise<number> {
  return (await queryRow(statement, store))?.n ?? 0
}

const firstLetters = [...'0123456789abcdefghijklmnopqrstuvwxyz']

/**
 * Counts in parts, one first letter of the customers' handles at a time: the embedded
 * database answers nobody else while it counts.
 */
async function countRowsAndCustomers(
  scope: Scope,
  store: Store,
): Promise<{ rows: number; customers: number }> {
  const from = buildTransactionIndexSql('transactions_by_customer', store.dialect)
  const own = buildScopeSql(scope)
  const nameless = sql<{ n: number }>`select count(*) as n from ${from} where ${own} and customer is null`
  const sum = { rows: await queryNumber(nameless, store), customers: 0 }
  for (const letter of firstLetters) {
    const part = await queryRow(
      sql<{ n: number; c: number }>`select count(*) as n, count(distinct customer) as c from ${from}
        where ${own} and customer >= ${`c_${letter}`} and customer < ${`c_${letter}~`}`,
      store,
    )
    sum.rows += part?.n ?? 0
    sum.customers += part?.c ?? 0
    await nextTurn()
  }
  return sum
}

async function loadLastSync(
  { environment }: Scope,
  isWhole: boolean,
  store: Store,
): Promise<LastSyncRun | null> {
  const row = await store.db
    .selectFrom('sync_runs')
    .selectAll()
    .where('environment', '=', environment)
    .orderBy('seq', 'desc')
    .executeTakeFirst()
  if (row === undefined) return null
  return {
    startedAt: new Date(row.started_at).toISOString(),
    endedAt: row.ended_at === null ? null : new Date(row.ended_at).toISOString(),
    counts: isWhole ? { read: row.read_count, changed: row.changed, failed: row.failed } : null,
  }
}

/**
 * Counts notifications that wait for their read; unopened ones name no merchant yet and count for everybody.
 */
async function countWaitingNotifications({ environment, merchants }: Scope, store: Store): Promise<number> {
  const unopened = await queryNumber(
    sql`select count(*) as n from notification_queue where environment = ${environment} and status = 'new'`,
    store,
  )
  const opened = await queryNumber(
    sql`select count(*) as n from notification_queue where environment = ${environment} and status = 'waiting'
      and (merchant is null or ${whereColumnIn('merchant', merchants)})`,
    store,
  )
  return unopened + opened
}

async function computeCoverage(
  scope: Scope,
  { store, environments }: RecordsCoverageDeps,
  now: () => number,
): Promise<RecordsCoverage> {
  const at = now()
  const all = environments.find(({ name }) => name === scope.environment)?.merchantIds ?? []
  const isWhole = all.every((merchant) => scope.merchants.includes(merchant))
  const own = buildScopeSql(scope)
  const { rows, customers } = await countRowsAndCustomers(scope, store)
  const since = await Promise.all(
    scope.merchants.map((merchant) =>
      queryRow(
        sql<{
          n: number | null
        }>`select min(first_seen) as n from ${buildTransactionIndexSql('transactions_seen', store.dialect)}
          where environment = ${scope.environment} and merchant = ${merchant}`,
        store,
      ),
    ),
  )
  const firsts = since.flatMap((one) => (typeof one?.n === 'number' ? [one.n] : []))
  return {
    countedAt: new Date(at).toISOString(),
    transactions: rows,
    customers,
    since: firsts.length === 0 ? null : new Date(Math.min(...firsts)).toISOString(),
    open: await queryNumber(
      sql`select count(*) as n from ${buildTransactionIndexSql('transactions_finality_seen', store.dialect)}
        where ${own} and finality = 'open'`,
      store,
    ),
    overdue: await queryNumber(
      sql`select count(*) as n from ${buildTransactionIndexSql('transactions_to_read', store.dialect)}
        where ${own} and next_read_at <= ${at} and final = 0`,
      store,
    ),
    missingNotifications: await queryNumber(
      sql`select count(*) as n from ${buildTransactionIndexSql('transactions_missing', store.dialect)}
        where ${own} and sent > received`,
      store,
    ),
    waitingNotifications: await countWaitingNotifications(scope, store),
    lastSync: await loadLastSync(scope, isWhole, store),
  }
}

/**
 * Creates the coverage of the lists within the merchants of a scope: counted outside of the requests, at most
 * every fifteen seconds, and returned with the time of the count.
 */
export function createRecordsCoverageLoader(
  deps: RecordsCoverageDeps,
  now: () => number = Date.now,
): (scope: Scope) => Promise<RecordsCoverage> {
  return cacheStaleWhileRevalidate(
    ({ environment, merchants }: Scope) => JSON.stringify([environment, [...merchants].sort()]),
    (scope: Scope) => computeCoverage(scope, deps, now),
    { ms: freshMs, freshTimeFactor, now },
  )
}
