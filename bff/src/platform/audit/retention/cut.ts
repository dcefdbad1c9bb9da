import { setTimeout as pause } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import { isStoreFailure, type Store } from '../../database/database.ts'
import type { DatabaseSchema } from '../../database/schema/schema.ts'
import { withTransaction } from '../../database/transaction.ts'
import { verifyCheckpoint } from '../checkpoint.ts'
import { readHeadLines } from '../head-file.ts'
import { appendAndSync } from '../head-writer.ts'
import type { Checkpoint, PublicKey } from '../signed-head.ts'
import type { SigningKey } from '../signing.ts'

/** Entries that go in one transaction: whoever else writes is not kept waiting. */
const batchSize = 500
/** The embedded database may be busy for so many attempts, a quarter of a second each. */
const maxAttempts = 40

export interface CutOptions {
  /** Entries from before this time go; the last one of each chain stays whatever its time (ms since 1970). */
  readonly before: number
  /** Who ran the command. */
  readonly by: string
  readonly instance: string
  readonly headFile: string
  readonly key: SigningKey
  /** Keys by which earlier checkpoints may be signed. */
  readonly keys: readonly PublicKey[]
}

type Db = Kysely<DatabaseSchema>
type CutStore = Pick<Store, 'db' | 'dialect'>

const selectChain = (db: Db, chain: string) =>
  db
    .selectFrom('audit_links')
    .innerJoin('audit', 'audit.seq', 'audit_links.seq')
    .where('audit_links.chain', '=', chain)

/** Of a chain: the first entry that stays, where the first that is there is older. */
async function findFirstRetained(db: Db, chain: string, before: number) {
  const some = selectChain(db, chain).select(['audit_links.n', 'audit_links.prev', 'audit.time_ms'])
  const first = await some.orderBy('audit_links.n').limit(1).executeTakeFirst()
  const young = some.where('audit.time_ms', '>=', before).orderBy('audit_links.n').limit(1)
  const last = some.orderBy('audit_links.n', 'desc').limit(1)
  const kept = (await young.executeTakeFirst()) ?? (await last.executeTakeFirst())
  return first === undefined || kept === undefined || kept.n <= first.n ? null : { first: first.n, kept }
}

/** How many of each month (UTC) stand up to `n`. */
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

async function planChainCut(store: CutStore, chain: string, asked: CutOptions): Promise<Checkpoint | null> {
  const found = await findFirstRetained(store.db, chain, asked.before)
  if (found === null) return null
  const { first, kept } = found
  return asked.key.signCheckpoint({
    chain,
    n: kept.n - 1,
    hash: kept.prev,
    time_ms: Date.now(),
    before_ms: asked.before,
    entries: kept.n - first,
    months: await countByMonth(store, chain, kept.n - 1),
    kept_from_ms: kept.time_ms,
    by: asked.by,
    instance: asked.instance,
  })
}

/** Number of the first entry that a chain has. */
async function findFirstNumber(db: Db, chain: string): Promise<number> {
  const ofChain = db.selectFrom('audit_links').where('chain', '=', chain)
  const first = await ofChain.select('n').orderBy('n').limit(1).executeTakeFirst()
  return first?.n ?? 0
}

/** What earlier cuts that were stopped in the middle still have to take away. */
async function findUnfinishedCuts({ db }: CutStore, { keys }: CutOptions): Promise<Checkpoint[]> {
  const rows = await db.selectFrom('audit_checkpoints').selectAll().orderBy('n').execute()
  const left: Checkpoint[] = []
  for (const { chain, n, line } of rows) {
    const judged = verifyCheckpoint(line, keys)
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
      if (run === maxAttempts || !isStoreFailure(thrown)) throw thrown
      await pause(250)
    }
  }
}

/** Entries first, each by its link; the links after them, as a whole. Gives how many went. */
async function deleteBatch(store: CutStore, { chain, n }: Checkpoint): Promise<number> {
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
  for await (const line of readHeadLines(file)) if (line.text === text) return true
  return false
}

async function executeCheckpoint(store: CutStore, one: Checkpoint, headFile: string): Promise<number> {
  const text = JSON.stringify(one)
  if (!(await isLineInFile(headFile, text))) await appendAndSync(headFile, `${text}\n`)
  let taken = 0
  for (;;) {
    const some = await retryWhileBusy(() => deleteBatch(store, one))
    if (some === 0) return taken
    taken += some
  }
}

export interface CutPlan {
  /** New checkpoints, signed and not committed yet, and those whose entries have not all gone. */
  readonly newCheckpoints: readonly Checkpoint[]
  readonly unfinishedCheckpoints: readonly Checkpoint[]
  /** Entries that go in all. */
  readonly entries: number
}

/** What a cut would take away; nothing is changed yet. The trail has to have been verified before. */
export async function planCut(store: CutStore, asked: CutOptions): Promise<CutPlan> {
  const chains = await store.db
    .selectFrom('audit_links')
    .select('chain')
    .distinct()
    .orderBy('chain')
    .execute()
  const left = await findUnfinishedCuts(store, asked)
  const fresh: Checkpoint[] = []
  for (const { chain } of chains) {
    const one = await planChainCut(store, chain, asked)
    // What is covered already needs no second checkpoint.
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
 * Cuts: each checkpoint is committed, then appended to the head file and synced, and only then do the
 * entries that it covers go, in order. Whatever is stopped in the middle is whole, and the next cut goes on
 * with it. Gives how many entries went; rejects where the head file cannot be written, with nothing gone.
 */
export async function executeCut(
  store: CutStore,
  { newCheckpoints, unfinishedCheckpoints }: CutPlan,
  asked: CutOptions,
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
    taken += await executeCheckpoint(store, one, asked.headFile)
  return taken
}
