import type { Store } from './database.ts'

const queuesByDatabase = new WeakMap<Store['db'], Map<string, Promise<void>>>()

/**
 * Runs work about one thing after all other work about it that this process has begun, and before any of it
 * takes a connection: many who want the same row wait for each other here, and not with all connections in
 * hand. Rejects with what the work throws; what threw before it is others'.
 */
export async function withLock<T>(
  { db }: Pick<Store, 'db'>,
  key: string,
  work: () => Promise<T>,
): Promise<T> {
  const line = queuesByDatabase.get(db) ?? new Map<string, Promise<void>>()
  queuesByDatabase.set(db, line)
  const done = (line.get(key) ?? Promise.resolve()).then(work)
  const last = done.then(
    () => undefined,
    () => undefined,
  )
  line.set(key, last)
  try {
    return await done
  } finally {
    if (line.get(key) === last) line.delete(key)
  }
}
