import { setTimeout as pause } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import { isDatabaseFailure, type Store } from '../../database/database.ts'
import type { DatabaseSchema } from '../../database/schema/schema.ts'
import { withTransaction } from '../../database/transaction.ts'
import { readAuditHeadLines } from '../audit-head-file.ts'
import { appendAndSync } from '../audit-head-writer.ts'
import { verifyAuditCheckpoint } from '../checkpoint.ts'
import type { AuditCheckpoint, AuditPublicKey } from '../signed-audit-head.ts'
import type { AuditSigningKey } from '../signing.ts'

/** Entries removed per transaction, so that other writers do not wait. */
const batchSize = 500
/** Attempts while the embedded database is busy, a quarter of a second apart. */
const maxAttempts = 40

export interface AuditCutOptions {
  /** Time (ms since 1970) before which entries are removed; the last entry of each chain always stays. */
  readonly before: number
  /** Account that ran the command. */
  readonly by: string
  readonly instance: string
  readonly headFile: string
  readonly key: AuditSigningKey
  /** Keys that may have signed earlier checkpoints. */
  readonly keys: readonly AuditPublicKey[]
}

type Db = Kysely<DatabaseSchema>
type CutStore = Pick<Store, 'db' | 'dialect'>

const selectChain = (db: Db, chain: string) =>
  db
    .selectFrom('audit_links')
    .innerJoin('audit', 'audit.seq', 'audit_links.seq')
    .where('audit_links.chain', '=', chain)

/** Finds the first entry of a chain that stays; null if no older entry exists. */
async function findFirstRetained(db: Db, chain: string, before: number) {
  const some = selectChain(db, chain).select(['audit_links.n', 'audit_links.prev', 'audit.time_ms'])
  const first = await some.orderBy('audit_links.n').limit(1).executeTakeFirst()
  const young = some.where('audit.time_ms', '>=', before).orderBy('audit_links.n').limit(1)
  const last = some.orderBy('audit_links.n', 'desc').limit(1)
  const kept = (await young.executeTakeFirst()) ?? (await last.executeTakeFirst())
  return first === undefined || kept === undefined || kept.n <= first.n ? null : { first: first.n, kept }
}

/** Counts the entries up to `n` per month (UTC): `2026-01:512 2026-02:498`. */
async function countByMonth(store: CutStore, chain: string, n: number): Promise<string> {
  const month =
    store.dialect === 'sqlite'
      ? sql<string>`strftime('%Y-%m', audit.time_ms / 1000, 'unixepoch')`
      : sql<string>`to_char(to_timestamp(audit.time_ms / 1000) at time zone 'UTC', 'YYYY-MM')`
  const rows = await selectChain(store.db, chain)
    .where('audit_links.n', '<=', n)
    .select((of) => [month.as('month'), of.fn.countAll<number>().as('entries')])
    .groupBy('month')
    .orderBy('month')
    .execute()
  return rows.map(({ month: name, entries }) => `${name}:${Number(entries)}`).join(' ')
}

async function planChainCut(
  store: CutStore,
  chain: string,
  cutOptions: AuditCutOptions,
): Promise<AuditCheckpoint | null> {
  const found = await findFirstRetained(store.db, chain, cutOptions.before)
  if (found === null) return null
  const { first, kept } = found
  return cutOptions.key.signCheckpoint({
    chain,
    n: kept.n - 1,
    hash: kept.prev,
    time_ms: Date.now(),
    before_ms: cutOptions.before,
    entries: kept.n - first,
    months: await countByMonth(store, chain, kept.n - 1),
    kept_from_ms: kept.time_ms,
    by: cutOptions.by,
    instance: cutOptions.instance,
  })
}

/** Returns the number of the first existing entry of a chain. */
async function findFirstNumber(db: Db, chain: string): Promise<number> {
  const ofChain = db.selectFrom('audit_links').where('chain', '=', chain)
  const first = await ofChain.select('n').orderBy('n').limit(1).executeTakeFirst()
  return first?.n ?? 0
}

/** Finds the checkpoints of interrupted cuts that still have entries to remove. */
async function findUnfinishedCuts({ db }: CutStore, { keys }: AuditCutOptions): Promise<AuditCheckpoint[]> {
  const rows = await db.selectFrom('audit_checkpoints').selectAll().orderBy('n').execute()
  const left: AuditCheckpoint[] = []
  for (const { chain, n, line } of rows) {
    const judged = verifyAuditCheckpoint(line, keys)
    if (typeof judged === 'string' || judged.chain !== chain || judged.n !== n) continue
    if ((await findFirstNumber(db, chain)) <= n) left.push(judged)
  }
  return left
}

async function retryWhileBusy<T>(work: () => Promise<T>): Promise<T> {
  for (let run = 1; ; run += 1) {
    try {
      return await work()
    } catch (thrown) {
      if (run === maxAttempts || !isDatabaseFailure(thrown)) throw thrown
      await pause(250)
    }
  }
}

/**
 * Deletes one batch of audit entries, then their places in the chain (`audit_links`), by which they are found.
 * Returns the number of entries.
 */
async function deleteBatch(store: CutStore, { chain, n }: AuditCheckpoint): Promise<number> {
  return withTransaction(store, async (trx) => {
    const links = await trx
      .selectFrom('audit_links')
      .select(['n', 'seq'])
      .where('chain', '=', chain)
      .where('n', '<=', n)
      .orderBy('n')
      .limit(batchSize)
      .execute()
    const last = links.at(-1)
    if (last === undefined) return 0
    const seqs = links.map(({ seq }) => seq)
    await trx.deleteFrom('audit').where('seq', 'in', seqs).execute()
    await trx.deleteFrom('audit_links').where('chain', '=', chain).where('n', '<=', last.n).execute()
    return links.length
  })
}

async function isLineInFile(file: string, text: string): Promise<boolean> {
  for await (const line of readAuditHeadLines(file)) if (line.text === text) return true
  return false
}

async function executeCheckpoint(store: CutStore, one: AuditCheckpoint, headFile: string): Promise<number> {
  const text = JSON.stringify(one)
  if (!(await isLineInFile(headFile, text))) await appendAndSync(headFile, `${text}\n`)
  let taken = 0
  for (;;) {
    const some = await retryWhileBusy(() => deleteBatch(store, one))
    if (some === 0) return taken
    taken += some
  }
}

export interface AuditCutPlan {
  /** New checkpoints, signed but not committed yet, and checkpoints with entries left to remove. */
  readonly newCheckpoints: readonly AuditCheckpoint[]
  readonly unfinishedCheckpoints: readonly AuditCheckpoint[]
  /** Total number of entries to remove. */
  readonly entries: number
}

/** Plans a cut without changing anything. The audit log must have been verified before. */
export async function planAuditCut(store: CutStore, cutOptions: AuditCutOptions): Promise<AuditCutPlan> {
  const chains = await store.db
    .selectFrom('audit_links')
    .select('chain')
    .distinct()
    .orderBy('chain')
    .execute()
  const left = await findUnfinishedCuts(store, cutOptions)
  const fresh: AuditCheckpoint[] = []
  for (const { chain } of chains) {
    const one = await planChainCut(store, chain, cutOptions)
    // Skip chains that an unfinished checkpoint already covers.
    const isCovered = left.some((other) => other.chain === chain && other.n >= (one?.n ?? 0))
    if (one !== null && !isCovered) fresh.push(one)
  }
  const furthest = new Map<string, number>()
  for (const { chain, n } of [...left, ...fresh]) furthest.set(chain, Math.max(furthest.get(chain) ?? 0, n))
  let entries = 0
  for (const [chain, n] of furthest) entries += Math.max(n + 1 - (await findFirstNumber(store.db, chain)), 0)
  return { newCheckpoints: fresh, unfinishedCheckpoints: left, entries }
}

/**
 * Executes a cut: every checkpoint is committed, then appended to the head file and synced; only then are the
 * covered entries removed, in order. An interrupted cut leaves a whole log, and the next cut continues it.
 * Returns the number of removed entries. Rejects, with nothing removed, if the head file cannot be written.
 */
export async function executeAuditCut(
  store: CutStore,
  { newCheckpoints, unfinishedCheckpoints }: AuditCutPlan,
  cutOptions: AuditCutOptions,
): Promise<number> {
  for (const one of newCheckpoints)
    await retryWhileBusy(() =>
      store.db
        .insertInto('audit_checkpoints')
        .values({ chain: one.chain, n: one.n, line: JSON.stringify(one) })
        .onConflict((conflict) => conflict.doNothing())
        .execute(),
    )
  let taken = 0
  for (const one of [...unfinishedCheckpoints, ...newCheckpoints])
    taken += await executeCheckpoint(store, one, cutOptions.headFile)
  return taken
}
