import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { AuditLogMissingError, type AuditSnapshot, type StoredAuditEntry } from './audit-snapshot.ts'

/**
 * Opens a read-only snapshot of the embedded database. Throws `AuditLogMissingError` if there is no database.
 */
export function openSqliteAuditSnapshot(dataDir: string): AuditSnapshot {
  const file = join(dataDir, 'paydesk.db')
  if (!existsSync(file)) throw new AuditLogMissingError(`There is no database in ${dataDir}.`)
  const db = new DatabaseSync(file, { readOnly: true })
  // Begin a transaction: all following statements read one state of the database.
  db.exec('begin')
  const prepared = (sql: string) => {
    const statement = db.prepare(sql)
    statement.setReturnArrays(true)
    return statement
  }
  const rowsOf = (rows: Iterable<unknown>) => rows as Iterable<StoredAuditEntry>
  return {
    columns: db
      .prepare('pragma table_info(audit)')
      .all()
      .map(({ name }) => String(name)),
    quote: (text) => `'${text.replaceAll(`'`, `''`)}'`,
    all: async (sql) => [...rowsOf(prepared(sql).iterate())],
    async *groups(sql, size) {
      let some: StoredAuditEntry[] = []
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
