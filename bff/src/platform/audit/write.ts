import { type CompiledQuery, type Kysely, sql } from 'kysely'
import type { Store } from '../database/database.ts'
import type { Schema } from '../database/schema/schema.ts'
import { transact } from '../database/transaction.ts'
import { chainOf } from './canonical.ts'
import { type End, type Ends, endsOf, insisting, linked, lockChains, type Row } from './links.ts'

type Numbered = Row & { readonly seq: number }

/** Commits rows, each in the next place of its chain; gives the chains' new ends. Rejects with nothing written. */
export type WriteRows = (rows: readonly Row[]) => Promise<Ends>

/** Statements depend on the number of rows only: made once for each, then only filled. */
function makeInserts() {
  const kept = new Map<string, CompiledQuery>()
  return async function insert(
    trx: Kysely<Schema>,
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

const chainsIn = (rows: readonly Row[]) => [...new Set(rows.map(({ environment }) => chainOf(environment)))]

const numbered = (rows: readonly Row[], numbers: readonly number[]): Numbered[] =>
  rows.map((row, at) => ({ ...row, seq: numbers[at] ?? Number.NaN }))

/** The lock is held until the commit, so what is read behind it is the end. */
function onPostgres(store: Pick<Store, 'db'>): WriteRows {
  const insert = makeInserts()
  return (rows) =>
    insisting(() =>
      transact(store, async (trx) => {
        const all = numbered(rows, await lockChains(trx, rows.length))
        const { links, after } = linked(all, await endsOf(trx, chainsIn(rows)))
        await insert(trx, 'audit', all)
        await insert(trx, 'audit_links', links)
        return after
      }),
    )
}

/**
 * The embedded database has one writer, so the ends are kept in memory. A command beside it may write an
 * entry too: then the place is taken, the ends are read anew, and it is tried again.
 */
function onEmbedded(store: Pick<Store, 'db'>): WriteRows {
  const insert = makeInserts()
  let ends: Map<string, End> | null = null
  let lastSeq = 0

  async function readEnds(chains: readonly string[]) {
    const known = ends ?? new Map<string, End>()
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
    if (unread.length > 0) for (const [chain, end] of await endsOf(store.db, unread)) known.set(chain, end)
    ends = known
    return known
  }

  async function write(rows: readonly Row[]): Promise<Ends> {
    const known = await readEnds(chainsIn(rows))
    const all = numbered(
      rows,
      rows.map((_, at) => lastSeq + 1 + at),
    )
    const { links, after } = linked(all, known)
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

  return (rows) => insisting(() => write(rows))
}

export function makeWriteRows(store: Pick<Store, 'db' | 'dialect'>): WriteRows {
  return store.dialect === 'postgres' ? onPostgres(store) : onEmbedded(store)
}
