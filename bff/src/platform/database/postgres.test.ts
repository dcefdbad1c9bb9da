import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { runWithDeadline } from '../problem/request-deadline.ts'
import { databaseNames } from '../runtime/run-length.test-kit.ts'
import { isDatabaseFailure } from './database.ts'
import { openPostgres } from './postgres.ts'
import { createDatabase } from './test-store.test-kit.ts'

type Database = ReturnType<typeof openPostgres>

/** Holds one connection until `given` resolves; retries if connecting takes longer than the pool waits. */
async function holdConnection(db: Database, given: Promise<void>, hold: () => void): Promise<void> {
  let isHeld = false
  while (!isHeld)
    await db
      .connection()
      .execute(async (connection) => {
        await sql`select 1`.execute(connection)
        isHeld = true
        hold()
        await given
      })
      .catch((error: unknown) => {
        if (isHeld) throw error
      })
}

/** Takes every connection of the pool; returns a function that gives the connections back. */
async function takeAllConnections(db: Database): Promise<() => Promise<void>> {
  const { promise: given, resolve: giveBack } = Promise.withResolvers<void>()
  const taken = Array.from({ length: 10 }, () => Promise.withResolvers<void>())
  const holding = taken.map(({ resolve }) => holdConnection(db, given, resolve))
  await Promise.all(taken.map(({ promise }) => promise))
  return async () => {
    giveBack()
    await Promise.all(holding)
  }
}

const ask = (db: Database) => sql`select 1`.execute(db)

describe.runIf(databaseNames.includes('postgres'))('R-45 a pool without a free connection', () => {
  let url: string
  const opened: Database[] = []
  const open = (waitMs?: number) => {
    const db = openPostgres(url, { waitMs })
    opened.push(db)
    return db
  }
  beforeAll(async () => {
    url = await createDatabase()
  })
  afterAll(() => Promise.all(opened.map((db) => db.destroy())))

  it('waits out a stall of more than a second', async () => {
    const db = open()
    const giveBack = await takeAllConnections(db)
    // Move the timers instead of waiting: a busy machine would add its own stall to this one.
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    try {
      const waiting = Promise.all(Array.from({ length: 100 }, () => ask(db)))
      // All statements are in the queue of the pool then.
      await new Promise(setImmediate)
      vi.advanceTimersByTime(2_900)
      await giveBack()
      await expect(waiting).resolves.toHaveLength(100)
    } finally {
      vi.useRealTimers()
    }
  })

  it('rejects each of a hundred waiting statements as a database failure after the time limit', async () => {
    const db = open(50)
    const giveBack = await takeAllConnections(db)
    const answers = await Promise.allSettled(Array.from({ length: 100 }, () => ask(db)))
    const reasons = answers.map((one) => one.status === 'rejected' && isDatabaseFailure(one.reason))
    expect(reasons).toEqual(answers.map(() => true))
    await giveBack()
    expect((await ask(db)).rows).toHaveLength(1)
  })

  it('runs nothing for a request that timed out while it waited', async () => {
    const db = open()
    const giveBack = await takeAllConnections(db)
    let asked: Promise<unknown> | undefined
    const answer = runWithDeadline(1, () => {
      asked = ask(db)
      return asked
    })
    await expect(answer).rejects.toMatchObject({ id: 'upstream_timeout' })
    await giveBack()
    await expect(asked).rejects.toMatchObject({ id: 'upstream_timeout' })
    expect((await ask(db)).rows).toHaveLength(1)
  })
})
