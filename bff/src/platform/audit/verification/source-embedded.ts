import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { NoTrail, type Reading, type Stored } from './stored.ts'

/** The embedded database, read-only, as it is at this moment. Throws `NoTrail` where there is none. */
export function readEmbedded(dataDir: string): Reading {
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
    quoted: (text) => `'${text.replaceAll(`'`, `''`)}'`,
    all: async (sql) => [...rowsOf(prepared(sql).iterate())],
    async *groups(sql, size) {
      let some: Stored[] = []
      for (const row of rowsOf(prepared(sql).iterate())) {
        some.push(row)
        if (some.length < size) continue
        yield some
        some = []
      }
      yield some
    },
    close: async () => db.close(),
  }
}
