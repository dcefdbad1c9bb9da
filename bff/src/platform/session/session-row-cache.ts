import type { Selectable } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { Store } from '../database/database.ts'
import type { DatabaseSchema } from '../database/schema/schema.ts'

export type SessionRow = Selectable<DatabaseSchema['sessions']>

export interface SessionRowCache {
  /** Returns the row as the database had it at some moment after the call. */
  get(hash: string): Promise<SessionRow | undefined>
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
  const find = db.selectFrom('sessions').selectAll().where('id_hash', '=', '').compile()
  const kept = new LRUCache<string, SessionRow>({ max: maxCachedRows })
  const asking = new Map<string, Promise<SessionRow | undefined>>()
  let changes = 0

  async function read(hash: string): Promise<SessionRow | undefined> {
    const { rows } = await db.executeQuery<SessionRow>({ ...find, parameters: [hash] })
    return rows[0]
  }

  async function shared(hash: string): Promise<SessionRow | undefined> {
    await new Promise(setImmediate)
    asking.delete(hash)
    return read(hash)
  }

  async function own(hash: string): Promise<SessionRow | undefined> {
    const before = changes
    const row = await read(hash)
    if (row !== undefined && changes === before) kept.set(hash, row)
    return row
  }

  function forget(): void {
    changes += 1
    kept.clear()
  }

  return {
    async get(hash) {
      if (dialect === 'sqlite') return kept.get(hash) ?? own(hash)
      const asked = asking.get(hash) ?? shared(hash)
      asking.set(hash, asked)
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
