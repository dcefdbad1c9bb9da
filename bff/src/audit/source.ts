import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'

export type Value = string | number | null

/** One entry as it lies there: number, hash of the one before, own hash, then the columns of `columns`. */
export type Stored = readonly Value[]

/** The trail at one moment, read-only; open beside a running service on both databases. */
export interface TrailSource {
  /** Names of the columns of the entries, sorted. */
  readonly columns: readonly string[]
  chains(): Promise<string[]>
  /** A chain in order of its numbers, in groups; memory stays flat. All columns are null where the entry itself is gone. */
  entries(chain: string): AsyncIterable<readonly Stored[]>
  /** How many entries there are, in a chain or not. */
  count(): Promise<number>
  /** Entries that stand in no chain, each with its columns: the first hundred. */
  outside(): Promise<readonly Stored[]>
  close(): Promise<void>
}

/** There is nothing to read. The message is for whoever runs the command. */
export class NoTrail extends Error {}

const group = 4_000

interface Reader {
  readonly columns: readonly string[]
  /** Placeholder of the only parameter. */
  readonly mark: string
  all(sql: string): Promise<readonly Stored[]>
  groups(sql: string, value: string): AsyncIterable<readonly Stored[]>
  close(): Promise<void>
}

function sourceOf(reader: Reader): TrailSource {
  const columns = [...reader.columns].sort()
  const list = columns.map((name) => `a."${name}"`).join(', ')
  const links = `select l.n, l.prev, l.hash, ${list} from audit_links l left join audit a on a.seq = l.seq`
  return {
    columns,
    async chains() {
      // Jumps from chain to chain along the index: no look at every link.
      const rows = await reader.all(
        `with recursive names(chain) as (select min(chain) from audit_links union all
          select (select min(chain) from audit_links where chain > names.chain) from names where names.chain is not null)
          select chain from names where chain is not null`,
      )
      return rows.map(([chain]) => String(chain))
    },
    entries: (chain) => reader.groups(`${links} where l.chain = ${reader.mark} order by l.n, l.seq`, chain),
    async count() {
      return Number((await reader.all('select count(*) from audit'))[0]?.[0] ?? 0)
    },
    outside: () =>
      reader.all(
        `select null, null, null, ${list} from audit a left join audit_links l on l.seq = a.seq
          where l.seq is null order by a.seq limit 100`,
      ),
    close: () => reader.close(),
  }
}

function embedded(dataDir: string): Reader {
  const file = join(dataDir, 'paydesk.db')
  if (!existsSync(file)) throw new NoTrail(`There is no database in ${dataDir}.`)
  const db = new DatabaseSync(file, { readOnly: true })
  // One state of the database for everything that follows.
  db.exec('begin')
  const prepared = (sql: string) => {
    const statement = db.prepare(sql)
    statement.setReturnArrays(true)
    return statement
  }
  const rowsOf = (rows: Iterable<unknown>) => rows as Iterable<Stored>
  return {
    columns: db
      .prepare('pragma table_info(audit)')
      .all()
      .map(({ name }) => String(name)),
    mark: '?',
    all: async (sql) => [...rowsOf(prepared(sql).iterate())],
    async *groups(sql, value) {
      let some: Stored[] = []
      for (const row of rowsOf(prepared(sql).iterate(value))) {
        some.push(row)
        if (some.length < group) continue
        yield some
        some = []
      }
      yield some
    },
    close: async () => db.close(),
  }
}

async function postgres(url: string): Promise<Reader> {
  const types = {
    // Numbers below 2^53, as everywhere here.
    getTypeParser: (oid: number, format?: 'text' | 'binary') =>
      oid === pg.types.builtins.INT8 ? Number : pg.types.getTypeParser(oid, format),
  }
  const client = new pg.Client({ connectionString: url, types })
  await client.connect()
  await client.query('begin transaction isolation level repeatable read read only')
  const rows = async (text: string, values: string[] = []) =>
    (await client.query<Value[]>({ text, values, rowMode: 'array' })).rows
  const names = await rows(
    `select column_name::text from information_schema.columns
      where table_name = 'audit' and table_schema = current_schema()`,
  )
  return {
    columns: names.map(([name]) => String(name)),
    mark: '$1',
    all: rows,
    async *groups(sql, value) {
      await rows(`declare entries no scroll cursor for ${sql}`, [value])
      const fetched = () => {
        const some = rows(`fetch ${group} from entries`)
        // Whoever reads no further does not wait for it.
        some.catch(() => undefined)
        return some
      }
      try {
        // The server is at the next group while this one is looked at.
        let next = fetched()
        for (let some = await next; some.length > 0; some = await next) {
          next = fetched()
          yield some
        }
      } finally {
        await rows('close entries')
      }
    },
    close: () => client.end(),
  }
}

/** Rejects with `NoTrail` where there is no trail yet, and with the database's error where it cannot be read. */
export async function openTrailSource(of: {
  dataDir: string
  databaseUrl: string | null
}): Promise<TrailSource> {
  const reader = of.databaseUrl === null ? embedded(of.dataDir) : await postgres(of.databaseUrl)
  const source = sourceOf(reader)
  try {
    await source.chains()
    return source
  } catch {
    await source.close()
    throw new NoTrail('The database has no chains yet: start Paydesk once.')
  }
}
