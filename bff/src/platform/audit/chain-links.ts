import { type Kysely, sql } from 'kysely'
import type { DatabaseSchema } from '../database/schema/schema.ts'
import { createAuditEntryHasher, genesisHash, toAuditChainName } from './canonical.ts'

/** Last entry of a chain. */
export interface AuditChainEnd {
  readonly n: number
  readonly hash: string
}

export type AuditChainEnds = ReadonlyMap<string, AuditChainEnd>

export type AuditChainRow = Readonly<Record<string, string | number | null>> & {
  readonly environment: string | null
}

type ChainLink = Readonly<Record<'chain' | 'prev' | 'hash', string> & Record<'n' | 'seq', number>>

const emptyChainEnd: AuditChainEnd = { n: 0, hash: genesisHash }

/** Hashers by column names; all rows of one writer have the same columns. */
const hashersByColumns = new Map<string, ReturnType<typeof createAuditEntryHasher>>()

function getEntryHasher(row: object): ReturnType<typeof createAuditEntryHasher> {
  const names = Object.keys(row)
  const known = hashersByColumns.get(names.join()) ?? createAuditEntryHasher(names)
  hashersByColumns.set(names.join(), known)
  return known
}

/**
 * Assigns every row, which has its `seq`, the next position in its chain. All rows must have the same
 * columns. Also returns the new ends of the chains.
 */
export function linkAuditRows(
  rows: readonly (AuditChainRow & { readonly seq: number })[],
  ends: AuditChainEnds,
) {
  const after = new Map<string, AuditChainEnd>()
  const entryHash = getEntryHasher(rows[0] ?? {})
  const links = rows.map((row): ChainLink => {
    const chain = toAuditChainName(row.environment)
    const before = after.get(chain) ?? ends.get(chain) ?? emptyChainEnd
    const place = { chain, n: before.n + 1, prev: before.hash }
    const hash = entryHash(row, place)
    after.set(chain, { n: place.n, hash })
    return { ...place, seq: row.seq, hash }
  })
  return { links, after }
}

type Db = Kysely<DatabaseSchema>

/** Loads the last entry of these chains; empty chains are left out. */
export async function loadAuditChainEnds(
  db: Db,
  chains: readonly string[],
): Promise<Map<string, AuditChainEnd>> {
  const found = await Promise.all(
    chains.map((chain) =>
      db
        .selectFrom('audit_links')
        .select(['chain', 'n', 'hash'])
        .where('chain', '=', chain)
        .orderBy('n', 'desc')
        .limit(1)
        .executeTakeFirst(),
    ),
  )
  return new Map(found.flatMap((one) => (one === undefined ? [] : [[one.chain, one]])))
}

/**
 * Locks all chains until the transaction ends (PostgreSQL) and returns new numbers for `numbers` entries. A
 * client that stops inside the transaction blocks others for five seconds at most.
 */
export async function lockAuditChains(db: Db, numbers: number): Promise<number[]> {
  const { rows } = await sql<{ numbers: string[] | null }>`select
    set_config('idle_in_transaction_session_timeout', '5000', true),
    pg_advisory_xact_lock(9006, 1),
    (select array_agg(nextval(pg_get_serial_sequence('audit', 'seq'))) from generate_series(1, ${sql.lit(numbers)}))
      as numbers`.execute(db)
  return (rows[0]?.numbers ?? []).map(Number)
}

/** True if another writer took the position in the meantime. */
export function isUniqueViolation(thrown: unknown): boolean {
  if (!(thrown instanceof Error)) return false
  if ('code' in thrown && thrown.code === '23505') return true
  // Codes of SQLite: SQLITE_CONSTRAINT_PRIMARYKEY and SQLITE_CONSTRAINT_UNIQUE.
  return 'errcode' in thrown && (thrown.errcode === 1555 || thrown.errcode === 2067)
}

/** Runs `work` up to five times in all, as long as another writer is faster. */
export async function retryOnUniqueViolation<T>(work: () => Promise<T>): Promise<T> {
  for (let run = 1; ; run += 1) {
    try {
      return await work()
    } catch (thrown) {
      if (run === 5 || !isUniqueViolation(thrown)) throw thrown
    }
  }
}
