import { hash } from 'node:crypto'
import type { EnvironmentName } from '@paydesk/shared/ids'
import type { OriginProof } from '@paydesk/shared/ledger'
import type { CompiledQuery, InsertResult } from 'kysely'
import type { Store } from '../store/database.ts'
import type { Seal } from '../store/seal.ts'

/** A notification whose origin was proved, as it came. */
export interface Arrival {
  readonly environment: EnvironmentName
  readonly body: Uint8Array
  readonly proof: OriginProof
}

export interface Inbox {
  /**
   * Stores a notification; the same bytes again only count. Calls back with null when the row is
   * committed and synced, with `full` when too many wait, with what went wrong when it may not be stored.
   */
  put(arrival: Arrival, stored: (failure: unknown) => void): void
}

interface Row {
  readonly environment: string
  readonly digest: string
  readonly received_at: number
  last_at: number
  repeats: number
  readonly proof: OriginProof
  readonly sealed: string
}

interface Waiting extends Arrival {
  readonly digest: string
  readonly at: number
  stored(failure: unknown): void
}

/** What a body is sealed for: it opens in its own row only. */
export function inboxPurpose(environment: string, digest: string): string {
  return `inbox/${environment}/${digest}`
}

/** Given to the caller in the place of a failure where the inbox takes no more for now. */
export const inboxFull = new Error('too many notifications wait to be looked at')

/** Rows of one commit: seven columns each, below the number of parameters both databases allow. */
const mostRows = 128

/** Statements are kept for few sizes of group: a larger number takes the next smaller one of these first. */
function groupSize(waiting: number): number {
  if (waiting >= mostRows) return mostRows
  return waiting < 8 ? waiting : waiting - (waiting % 8)
}

/** Equal bytes in one group are one row: a statement may not touch a row twice. */
function rowsOf(group: readonly Waiting[], seal: Seal): Row[] {
  const rows = new Map<string, Row>()
  for (const { environment, digest, at, proof, body } of group) {
    const key = `${environment}/${digest}`
    const known = rows.get(key)
    if (known === undefined) {
      const sealed = seal.seal(inboxPurpose(environment, digest), body)
      const times = { received_at: at, last_at: at, repeats: 0 }
      rows.set(key, { environment, digest, ...times, proof, sealed })
    } else {
      known.repeats += 1
      known.last_at = at
    }
  }
  return [...rows.values()]
}

/** Writes many rows with one statement, and thereby one synchronised commit; repeats add up. */
function makeWriter(store: Store) {
  const statements = new Map<number, CompiledQuery<InsertResult>>()
  const compile = (rows: readonly Row[]) =>
    store.db
      .insertInto('inbox')
      .values(rows)
      .onConflict((conflict) =>
        conflict.columns(['environment', 'digest']).doUpdateSet((eb) => ({
          repeats: eb(eb('inbox.repeats', '+', eb.ref('excluded.repeats')), '+', eb.lit(1)),
          last_at: eb.ref('excluded.last_at'),
        })),
      )
      .compile()
  return async (rows: readonly Row[]): Promise<void> => {
    // Two instances that store the same rows in other orders would wait for each other.
    const ordered =
      store.dialect === 'postgres' ? rows.toSorted((a, b) => (a.digest < b.digest ? -1 : 1)) : rows
    const made = statements.get(rows.length) ?? compile(rows)
    statements.set(rows.length, made)
    await store.db.executeQuery({ ...made, parameters: ordered.flatMap((one) => Object.values(one)) })
  }
}

/** Milliseconds for which a count of waiting rows is believed: other instances store as well. */
const countHolds = 2_000

/** How many rows nobody has looked at yet: counted now and then, and in between what was stored is added. */
function makeLevel(store: Store, most: number, now: () => number) {
  let known = Number.POSITIVE_INFINITY
  let countedAt = Number.NEGATIVE_INFINITY
  async function count(): Promise<void> {
    const few = store.db.selectFrom('inbox').select('seq').where('status', '=', 'new').limit(most)
    const { rows } = await store.db
      .selectFrom(few.as('few'))
      .select((eb) => eb.fn.countAll<number>().as('rows'))
      .executeTakeFirstOrThrow()
    known = Number(rows)
    countedAt = now()
  }
  return {
    async isFull(): Promise<boolean> {
      const holds = known >= most ? 200 : countHolds
      if (now() - countedAt >= holds) await count()
      return known >= most
    },
    add(rows: number): void {
      known += rows
    },
  }
}

/**
 * Takes notifications in groups: whatever arrived while the last commit ran goes into the next one, so
 * that many senders share one synchronised write and none is answered before it. `most` rows may wait.
 */
export function makeInbox(store: Store, seal: Seal, most: number, now: () => number = Date.now): Inbox {
  const write = makeWriter(store)
  const level = makeLevel(store, most, now)
  const waiting: Waiting[] = []
  let writing = false

  async function writeGroup(group: readonly Waiting[]): Promise<unknown> {
    try {
      if (await level.isFull()) return inboxFull
      const rows = rowsOf(group, seal)
      await write(rows)
      level.add(rows.length)
      store.wake('inbox')
      return null
    } catch (error) {
      return error
    }
  }

  async function writeAll(): Promise<void> {
    while (waiting.length > 0) {
      const group = waiting.splice(0, groupSize(waiting.length))
      const failure = await writeGroup(group)
      // Behind a database that does not answer, whoever waited would only wait as long again.
      const behind = failure === null ? [] : waiting.splice(0)
      for (const one of [...group, ...behind]) one.stored(failure)
    }
    writing = false
  }

  return {
    put(arrival, stored) {
      const digest = hash('sha256', arrival.body, 'hex')
      waiting.push({ ...arrival, digest, at: now(), stored })
      // A turn of the event loop gathers what arrives at the same moment.
      if (!writing) {
        writing = true
        setImmediate(() => void writeAll())
      }
    },
  }
}
