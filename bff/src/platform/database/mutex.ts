import type { Store } from './database.ts'

const queuesByDatabase = new WeakMap<Store['db'], Map<string, Promise<void>>>()

/**
 * In-process mutex per key. Waiters queue before they take a pooled connection, so that one hot row cannot
 * exhaust the pool. Rejects with the error of `work`; errors of earlier holders are ignored.
 */
export async function withKeyedMutex<T>(
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
