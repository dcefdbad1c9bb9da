import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type Kysely,
  type QueryResult,
  SqliteAdapter,
  type SqliteDatabase,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely'
import { openSqlite } from './sqlite.ts'
import type { SqliteWalSync } from './wal-sync.ts'

/** Statements that do not write; any other statement outside of a transaction commits by itself. */
const readOnlyStatement = /^\s*(select|pragma|explain|begin|rollback|savepoint|release)\b/i
const writesAfterWith = /\b(insert|update|delete|replace)\b/i

function isWriteStatement(text: string): boolean {
  if (readOnlyStatement.test(text)) return false
  return !/^\s*with\b/i.test(text) || writesAfterWith.test(text)
}

/** FIFO mutex for the single connection. */
class ConnectionMutex {
  #taken = false
  readonly #waiting: (() => void)[] = []

  acquire(): Promise<void> | undefined {
    if (this.#taken) return new Promise((go) => this.#waiting.push(go))
    this.#taken = true
    return undefined
  }

  release(): void {
    const next = this.#waiting.shift()
    if (next === undefined) this.#taken = false
    else next()
  }
}

/**
 * Single connection as one user has it: for a whole transaction, otherwise per statement. A commit is
 * acknowledged once it is on disk; other users may use the connection during the sync.
 */
class EmbeddedConnection implements DatabaseConnection {
  readonly #db: SqliteDatabase
  readonly #turns: ConnectionMutex
  readonly #log: SqliteWalSync
  #has = false
  #inTransaction = false
  #isCommitting = false
  #wrote = false

  constructor(db: SqliteDatabase, turns: ConnectionMutex, log: SqliteWalSync) {
    this.#db = db
    this.#turns = turns
    this.#log = log
  }

  async #take(): Promise<void> {
    // Reject a statement that was not awaited: it would run outside of its transaction.
    if (this.#isCommitting) throw new Error('its transaction is committing')
    if (this.#has) return
    await this.#turns.acquire()
    this.#has = true
  }

  release(): void {
    if (!this.#has) return
    this.#has = false
    this.#turns.release()
  }

  async begin(): Promise<void> {
    await this.#take()
    this.#run(CompiledQuery.raw('begin'))
    this.#inTransaction = true
    this.#wrote = false
  }

  async commit(): Promise<void> {
    this.#run(CompiledQuery.raw('commit'))
    this.#inTransaction = false
    this.#isCommitting = true
    this.release()
    try {
      if (this.#wrote) await this.#log.waitUntilSynced()
    } finally {
      this.#isCommitting = false
    }
  }

  /** Does nothing if the commit succeeded and only the disk sync failed. */
  rollback(): void {
    if (!this.#inTransaction) return
    this.#inTransaction = false
    try {
      this.#db.prepare('rollback').run([])
    } catch {
      // Ignore: if the disk is full, SQLite has rolled back already, and the failed statement throws the
      // cause.
    }
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    if (!this.#has) await this.#take()
    const isWrite = isWriteStatement(query.sql)
    if (this.#inTransaction) {
      this.#wrote ||= isWrite
      return this.#run<R>(query)
    }
    let result: QueryResult<R>
    try {
      result = this.#run<R>(query)
    } finally {
      this.release()
    }
    if (isWrite) await this.#log.waitUntilSynced()
    return result
  }

  async *streamQuery<R>({ sql, parameters }: CompiledQuery): AsyncIterableIterator<QueryResult<R>> {
    await this.#take()
    for (const row of this.#db.prepare(sql).iterate(parameters)) yield { rows: [row as R] }
  }

  #run<R>({ sql, parameters }: CompiledQuery): QueryResult<R> {
    const failure = this.#log.failure()
    // Reject reads and writes that would build on data that may be lost.
    if (failure !== null) throw failure
    const statement = this.#db.prepare(sql)
    if (statement.reader) return { rows: statement.all(parameters) as R[] }
    const { changes, lastInsertRowid } = statement.run(parameters)
    return { insertId: BigInt(lastInsertRowid), numAffectedRows: BigInt(changes), rows: [] }
  }
}

class EmbeddedDriver implements Driver {
  readonly #db: SqliteDatabase
  readonly #log: SqliteWalSync
  readonly #turns = new ConnectionMutex()

  constructor(path: string, log: SqliteWalSync) {
    this.#db = openSqlite(path)
    this.#log = log
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<EmbeddedConnection> {
    return new EmbeddedConnection(this.#db, this.#turns, this.#log)
  }

  beginTransaction(lease: EmbeddedConnection): Promise<void> {
    return lease.begin()
  }

  commitTransaction(lease: EmbeddedConnection): Promise<void> {
    return lease.commit()
  }

  async rollbackTransaction(lease: EmbeddedConnection): Promise<void> {
    lease.rollback()
  }

  async releaseConnection(lease: EmbeddedConnection): Promise<void> {
    lease.release()
  }

  async destroy(): Promise<void> {
    await this.#log.close()
    this.#db.close()
  }
}

/** Allows several users, which take turns at the single connection in `EmbeddedDriver`. */
class EmbeddedAdapter extends SqliteAdapter {
  override get supportsMultipleConnections(): boolean {
    return true
  }

  /** A migration that fails, or whose process ends, leaves nothing behind. */
  override get supportsTransactionalDdl(): boolean {
    return true
  }
}

/**
 * Kysely's SQLite dialect with group commit: SQLite itself would block the whole process at each commit, with
 * one sync per commit. The promise of a write resolves once the write survives power loss, as with
 * `synchronous = full`; it rejects with `UnsyncedCommitError` if durability is unknown.
 */
export class EmbeddedDialect implements Dialect {
  readonly #path: string
  readonly #log: SqliteWalSync

  constructor(path: string, log: SqliteWalSync) {
    this.#path = path
    this.#log = log
  }

  createDriver(): Driver {
    return new EmbeddedDriver(this.#path, this.#log)
  }

  createQueryCompiler(): SqliteQueryCompiler {
    return new SqliteQueryCompiler()
  }

  createAdapter(): EmbeddedAdapter {
    return new EmbeddedAdapter()
  }

  createIntrospector(db: Kysely<unknown>): SqliteIntrospector {
    return new SqliteIntrospector(db)
  }
}
