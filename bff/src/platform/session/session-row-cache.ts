import type { Selectable } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { Store } from '../database/database.ts'
import type { DatabaseSchema } from '../database/schema/schema.ts'

export type SessionRow = Selectable<DatabaseSchema['sessions']>

export type SessionHashColumn = 'id_hash' | 'cookie_hash'

export interface SessionRowCache {
  /** Returns the row as the database had it at some moment after the call: by cookie, or by the session's own hash. */
  get(by: SessionHashColumn, hash: string): Promise<SessionRow | undefined>
  /**
   * Runs a change of the table; every change must go through here. No row read before the end of a change is
   * returned after that end.
   */
  change<T>(work: () => Promise<T>): Promise<T>
}

const maxCachedRows = 1_000

/**
 * Caches rows of sessions, which every call reads twice. The embedded database belongs to this process alone,
 * so a row is kept until a local change of the table. PostgreSQL has other writers: there, callers in one
 * turn of the event loop share a statement that begins after all of them asked.
 */
export function createSessionRowCache({ db, dialect }: Store): SessionRowCache {
  const findBy = (column: SessionHashColumn) =>
    db.selectFrom('sessions').selectAll().where(column, '=', '').compile()
  const find = { id_hash: findBy('id_hash'), cookie_hash: findBy('cookie_hash') }
  const cachedRows = new LRUCache<string, SessionRow>({ max: maxCachedRows })
  const asking = new Map<string, Promise<SessionRow | undefined>>()
  let changes = 0

  async function read(by: SessionHashColumn, hash: string): Promise<SessionRow | undefined> {
    const { rows } = await db.executeQuery<SessionRow>({ ...find[by], parameters: [hash] })
    return rows[0]
  }

  async function shared(by: SessionHashColumn, hash: string): Promise<SessionRow | undefined> {
    await new Promise(setImmediate)
    asking.delete(by + hash)
    return read(by, hash)
  }

  async function own(by: SessionHashColumn, hash: string): Promise<SessionRow | undefined> {
    const before = changes
    const row = await read(by, hash)
    if (row !== undefined && changes === before) cachedRows.set(by + hash, row)
    return row
  }

  function forget(): void {
    changes += 1
    cachedRows.clear()
  }

  return {
    async get(by, hash) {
      if (dialect === 'sqlite') return cachedRows.get(by + hash) ?? own(by, hash)
      const asked = asking.get(by + hash) ?? shared(by, hash)
      asking.set(by + hash, asked)
      return asked
    },
    async change(work) {
      forget()
      try {
        return await work()
      } finally {
        forget()
      }
    },
  }
}
