import { hash } from 'node:crypto'
import type { EnvironmentName } from '@paydesk/shared/core/ids'
import type { NotificationOriginProof } from '@paydesk/shared/payments/notifications'
import { type CompiledQuery, sql } from 'kysely'
import type { Store } from '../../platform/database/database.ts'
import type { FieldCipher } from '../../platform/database/field-cipher.ts'

/** Notifications per second above which acknowledging takes precedence. */
const overloadPerSecond = 1_000
const windowMs = 200

/** Detects notification load, by the last window of time or the current one. */
function createLoadDetector(monotonic: () => number) {
  let since = monotonic()
  let count = 0
  let last = 0
  function rollWindow(): void {
    const took = monotonic() - since
    if (took < windowMs) return
    last = (count * 1_000) / took
    since = monotonic()
    count = 0
  }
  return {
    add(): void {
      rollWindow()
      count += 1
    },
    isOverloaded(): boolean {
      rollWindow()
      return last > overloadPerSecond || (count * 1_000) / windowMs > overloadPerSecond
    },
  }
}

/** Notification as received, whose origin was checked as configured: `proof` may be `none`. */
export interface IncomingNotification {
  readonly environment: EnvironmentName
  readonly body: Uint8Array
  readonly proof: NotificationOriginProof
}

export interface NotificationQueue {
  /**
   * Stores a notification; the same bytes again are only counted. Calls back with null once the row
   * is committed and synced, with `notificationQueueFullError` if too many wait, or with the error if the
   * row cannot be stored.
   */
  put(notification: IncomingNotification, stored: (failure: unknown) => void): void
  /** True under notification load: background work should back off. */
  isOverloaded(): boolean
}

export interface NotificationQueueDeps {
  readonly store: Store
  readonly cipher: FieldCipher
  readonly environments: readonly EnvironmentName[]
  /** Limit of notifications that wait for processing; further ones are rejected. */
  readonly maxBacklog: number
  /** Called once deliveries of already stored bytes are counted. */
  repeated?(environment: EnvironmentName, times: number): void
  /** Time of arrival, ms since 1970. */
  now?(): number
  /** Monotonic clock (ms): measures durations even if somebody sets the wall clock. */
  monotonic?(): number
}

interface Row {
  readonly environment: EnvironmentName
  readonly digest: string
  readonly received_at: number
  last_at: number
  repeats: number
  readonly proof: NotificationOriginProof
  readonly sealed: string
}

interface PendingNotification extends IncomingNotification {
  readonly digest: string
  readonly at: number
  stored(failure: unknown): void
}

/** Encryption context of a body, bound to its row. */
export function buildNotificationCipherContext(environment: string, digest: string): string {
  return `notification/${environment}/${digest}`
}

/** Failure passed to the caller while the queue accepts no more. */
export const notificationQueueFullError = new Error('too many notifications wait to be processed')

/** Rows per commit: with seven columns each, below the limit of parameters of both databases. */
const maxRowsPerCommit = 128

/**
 * Rounds the number of rows down to one of a few sizes, because each size has a prepared statement of its
 * own.
 */
function groupSize(waiting: number): number {
  if (waiting >= maxRowsPerCommit) return maxRowsPerCommit
  return waiting < 8 ? waiting : waiting - (waiting % 8)
}

/** Merges equal bytes in a group into one row: a statement may not touch a row twice. */
function buildRows(group: readonly PendingNotification[], cipher: FieldCipher): Row[] {
  const rows = new Map<string, Row>()
  for (const { environment, digest, at, proof, body } of group) {
    const key = `${environment}/${digest}`
    const earlierRow = rows.get(key)
    if (earlierRow === undefined) {
      const sealed = cipher.seal(buildNotificationCipherContext(environment, digest), body)
      const times = { received_at: at, last_at: at, repeats: 0 }
      rows.set(key, { environment, digest, ...times, proof, sealed })
    } else {
      earlierRow.repeats += 1
      earlierRow.last_at = at
    }
  }
  return [...rows.values()]
}

/** Counts bytes that are already stored. */
const onRepeat = sql`on conflict (environment, digest) do update
  set repeats = notification_queue.repeats + excluded.repeats + 1, last_at = excluded.last_at
  returning environment, digest, repeats`
const columns = sql`notification_queue (environment, digest, received_at, last_at, repeats, proof, sealed)`

/** Row after the insert: its count of repeats exceeds that of the group if the row existed before. */
type StoredRow = Pick<Row, 'environment' | 'digest' | 'repeats'>

/** Compiles one statement per size of group, then only binds its parameters. */
function createSqliteWriter({ db }: Store) {
  const statements = new Map<number, CompiledQuery<StoredRow>>()
  const compile = (rows: readonly Row[]) => {
    const values = rows.map((row) => sql`(${sql.join(Object.values(row))})`)
    return sql<StoredRow>`insert into ${columns} values ${sql.join(values)} ${onRepeat}`.compile(db)
  }
  return async (rows: readonly Row[]): Promise<readonly StoredRow[]> => {
    const made = statements.get(rows.length) ?? compile(rows)
    statements.set(rows.length, made)
    const parameters = rows.flatMap((row) => Object.values(row))
    return (await db.executeQuery<StoredRow>({ ...made, parameters })).rows
  }
}

/** Uses one statement for every size: an array per column instead of hundreds of parameters. */
function createPostgresWriter({ db }: Store) {
  const types = ['varchar', 'varchar', 'bigint', 'bigint', 'integer', 'varchar', 'text']
  return async (rows: readonly Row[]): Promise<readonly StoredRow[]> => {
    // Sort: two instances that store the same rows in different orders would deadlock.
    const ordered = rows.toSorted((a, b) => (a.digest < b.digest ? -1 : 1)).map((row) => Object.values(row))
    const lists = types.map((type, at) => {
      const list = ordered.map((row) => row[at])
      return sql`${list}::${sql.raw(type)}[]`
    })
    const insert = sql<StoredRow>`insert into ${columns} select * from unnest(${sql.join(lists)}) ${onRepeat}`
    return (await insert.execute(db)).rows
  }
}

/** Counts deliveries of bytes that were seen before, in the group or in the database. */
function countRepeats(group: readonly Row[], stored: readonly StoredRow[]): Map<EnvironmentName, number> {
  const brought = new Map(group.map((row) => [`${row.environment}/${row.digest}`, row.repeats]))
  const times = new Map<EnvironmentName, number>()
  for (const { environment, digest, repeats } of stored) {
    const own = brought.get(`${environment}/${digest}`) ?? 0
    const again = repeats > own ? own + 1 : own
    if (again > 0) times.set(environment, (times.get(environment) ?? 0) + again)
  }
  return times
}

/** TTL of the backlog count (ms): other instances store rows as well. */
const countTtlMs = 2_000

/**
 * Counts the backlog approximately: an exact COUNT every 2 s (200 ms while full), stored
 * rows added in between.
 */
function createBacklogCounter({
  store,
  environments,
  maxBacklog,
  monotonic,
}: Omit<Required<NotificationQueueDeps>, 'repeated' | 'now'>) {
  let backlog = Number.POSITIVE_INFINITY
  let countedAt = Number.NEGATIVE_INFINITY
  async function count(): Promise<void> {
    const few = store.db
      .selectFrom('notification_queue')
      .select('seq')
      .where('environment', 'in', environments)
      .where('status', '=', 'new')
      .limit(maxBacklog)
    const { rows } = await store.db
      .selectFrom(few.as('few'))
      .select((eb) => eb.fn.countAll<number>().as('rows'))
      .executeTakeFirstOrThrow()
    backlog = Number(rows)
    countedAt = monotonic()
  }
  return {
    async isFull(): Promise<boolean> {
      const holds = backlog >= maxBacklog ? 200 : countTtlMs
      if (monotonic() - countedAt >= holds) await count()
      return backlog >= maxBacklog
    },
    add(rows: number): void {
      backlog += rows
    },
  }
}

/**
 * Stores notifications in groups: those that come during a commit form the next group, so that many senders
 * share one synchronised write. None is acknowledged before its write.
 */
export function createNotificationQueue(deps: NotificationQueueDeps): NotificationQueue {
  const { store, cipher, now = Date.now, monotonic = () => performance.now() } = deps
  const write = store.dialect === 'postgres' ? createPostgresWriter(store) : createSqliteWriter(store)
  const backlogCounter = createBacklogCounter({ ...deps, monotonic })
  const loadDetector = createLoadDetector(monotonic)
  const waiting: PendingNotification[] = []
  let writing = false

  async function writeGroup(group: readonly PendingNotification[]): Promise<unknown> {
    try {
      if (await backlogCounter.isFull()) return notificationQueueFullError
      const rows = buildRows(group, cipher)
      const storedRows = await write(rows)
      if (deps.repeated)
        for (const [name, times] of countRepeats(rows, storedRows)) deps.repeated(name, times)
      backlogCounter.add(rows.length)
      store.wake('notifications')
      return null
    } catch (error) {
      return error
    }
  }

  async function writeAll(): Promise<void> {
    while (waiting.length > 0) {
      const group = waiting.splice(0, groupSize(waiting.length))
      const failure = await writeGroup(group)
      // Fail the whole queue: the next group would run into the same database failure.
      const behind = failure === null ? [] : waiting.splice(0)
      for (const one of [...group, ...behind]) one.stored(failure)
    }
    writing = false
  }

  return {
    isOverloaded: loadDetector.isOverloaded,
    put(notification, stored) {
      loadDetector.add()
      const digest = hash('sha256', notification.body, 'hex')
      waiting.push({ ...notification, digest, at: now(), stored })
      // One turn of the event loop gathers simultaneous notifications.
      if (!writing) {
        writing = true
        setImmediate(() => void writeAll())
      }
    },
  }
}
