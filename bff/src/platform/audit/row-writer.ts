import { type CompiledQuery, type Kysely, sql } from 'kysely'
import type { Store } from '../database/database.ts'
import type { DatabaseSchema } from '../database/schema/schema.ts'
import { withTransaction } from '../database/transaction.ts'
import { toAuditChainName } from './canonical.ts'
import {
  type AuditChainEnd,
  type AuditChainEnds,
  type AuditChainRow,
  linkAuditRows,
  loadAuditChainEnds,
  lockAuditChains,
  retryOnUniqueViolation,
} from './chain-links.ts'

type NumberedRow = AuditChainRow & { readonly seq: number }

/**
 * Commits rows, each at the next position of its chain, and returns the new ends of the chains. Rejects with
 * nothing written.
 */
export type AuditRowWriter = (rows: readonly AuditChainRow[]) => Promise<AuditChainEnds>

/** Creates an insert that compiles one statement per number of rows and then only fills in the values. */
function createBulkInsert() {
  const kept = new Map<string, CompiledQuery>()
  return async function insert(
    trx: Kysely<DatabaseSchema>,
    table: 'audit' | 'audit_links',
    rows: readonly Readonly<Record<string, unknown>>[],
  ): Promise<void> {
    const [one = {}] = rows
    const names = Object.keys(one)
    const key = `${table} ${rows.length} ${names.join()}`
    let statement = kept.get(key)
    if (statement === undefined) {
      const columns = sql.join(names.map((name) => sql.ref(name)))
      const tuples = sql.join(rows.map((row) => sql`(${sql.join(names.map((name) => row[name]))})`))
      statement = sql`insert into ${sql.table(table)} (${columns}) values ${tuples}`.compile(trx)
      kept.set(key, statement)
    }
    const parameters: unknown[] = []
    for (const row of rows) for (const name of names) parameters.push(row[name])
    await trx.executeQuery({ ...statement, parameters })
  }
}

const listChains = (rows: readonly AuditChainRow[]) => [
  ...new Set(rows.map(({ environment }) => toAuditChainName(environment))),
]

const numberRows = (rows: readonly AuditChainRow[], numbers: readonly number[]): NumberedRow[] =>
  rows.map((row, at) => ({ ...row, seq: numbers[at] ?? Number.NaN }))

/** Holds the lock until the commit, so that the ends read under the lock stay the ends. */
function createPostgresWriter(store: Pick<Store, 'db'>): AuditRowWriter {
  const insert = createBulkInsert()
  return (rows) =>
    retryOnUniqueViolation(() =>
      withTransaction(store, async (trx) => {
        const all = numberRows(rows, await lockAuditChains(trx, rows.length))
        const { links, after } = linkAuditRows(all, await loadAuditChainEnds(trx, listChains(rows)))
        await insert(trx, 'audit', all)
        await insert(trx, 'audit_links', links)
        return after
      }),
    )
}

/**
 * Keeps the ends in memory, because the embedded database has one writer. A command next to Paydesk may write
 * an entry too: the position is then taken, and the write is retried after reading the ends again.
 */
function createEmbeddedWriter(store: Pick<Store, 'db'>): AuditRowWriter {
  const insert = createBulkInsert()
  let ends: Map<string, AuditChainEnd> | null = null
  let lastSeq = 0

  async function readEnds(chains: readonly string[]) {
    const known = ends ?? new Map<string, AuditChainEnd>()
    if (ends === null) {
      const last = (table: 'audit' | 'audit_links') =>
        store.db
          .selectFrom(table)
          .select((of) => of.fn.max('seq').as('seq'))
          .executeTakeFirst()
      const both = [await last('audit'), await last('audit_links')]
      lastSeq = Math.max(...both.map((one) => one?.seq ?? 0))
    }
    const unread = chains.filter((chain) => !known.has(chain))
    if (unread.length > 0)
      for (const [chain, end] of await loadAuditChainEnds(store.db, unread)) known.set(chain, end)
    ends = known
    return known
  }

  async function write(rows: readonly AuditChainRow[]): Promise<AuditChainEnds> {
    const known = await readEnds(listChains(rows))
    const all = numberRows(
      rows,
      rows.map((_, at) => lastSeq + 1 + at),
    )
    const { links, after } = linkAuditRows(all, known)
    try {
      await store.db.transaction().execute(async (trx) => {
        await insert(trx, 'audit', all)
        await insert(trx, 'audit_links', links)
      })
    } catch (error) {
      ends = null
      throw error
    }
    for (const [chain, end] of after) known.set(chain, end)
    lastSeq += rows.length
    return after
  }

  return (rows) => retryOnUniqueViolation(() => write(rows))
}

export function createAuditRowWriter(store: Pick<Store, 'db' | 'dialect'>): AuditRowWriter {
  return store.dialect === 'postgres' ? createPostgresWriter(store) : createEmbeddedWriter(store)
}
