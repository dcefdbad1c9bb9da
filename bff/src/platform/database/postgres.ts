import { Kysely, PostgresDialect, type PostgresPool } from 'kysely'
import pg from 'pg'
import { createDeadlineProblem, getCurrentRequestDeadline } from '../problem/request-deadline.ts'
import type { DatabaseSchema } from './schema/schema.ts'

/** Message of a read timeout, for which node-postgres sets no error code. */
const readTimeoutMessage = 'Query read timeout'

/** Number of uses before a statement is prepared; statements with changing text never reach this number. */
const minUsesToPrepare = 4
const maxPreparedStatements = 300
const maxPreparedLength = 6_000

/**
 * Names recurring statements, so that the server parses and plans them once per connection. Lists of values
 * make statements of any length, so only repeated statements get a name, up to a limit.
 */
function createStatementNames(): (text: string, values: unknown[]) => string | null {
  const uses = new Map<string, number>()
  const names = new Map<string, string>()
  return (text, values) => {
    if (values.length === 0 || text.length > maxPreparedLength) return null
    const known = names.get(text)
    if (known !== undefined) return known
    if (names.size >= maxPreparedStatements) return null
    const used = (uses.get(text) ?? 0) + 1
    if (used < minUsesToPrepare) {
      if (uses.size >= 4 * maxPreparedStatements) uses.clear()
      uses.set(text, used)
      return null
    }
    uses.delete(text)
    const name = `paydesk_${names.size}`
    names.set(text, name)
    return name
  }
}

/** Message after another instance added a column to a table: statements prepared for it are stale. */
const stalePlanMessage = 'cached plan must not change result type'

/**
 * Wraps the pool. After a read timeout node-postgres returns the connection to its pool, where every later
 * query waits behind the unanswered one. This wrapper closes all connections of that time at their next use,
 * because a failure that cuts off one connection usually cuts off the others too.
 */
function createRenewingPool(pool: pg.Pool): PostgresPool {
  const nameOf = createStatementNames()
  const madeAt = new WeakMap<pg.PoolClient, number>()
  let lostAt = Number.NEGATIVE_INFINITY
  pool.on('connect', (client) => {
    madeAt.set(client, performance.now())
    // Listen for errors: the pool does not listen while a connection is in use, and an unhandled error would
    // end the process.
    client.on('error', () => undefined)
  })
  const isLost = (client: pg.PoolClient) => (madeAt.get(client) ?? 0) <= lostAt
  /** Waits for a free connection. Rejects after the request's deadline: nobody would read the result. */
  const acquire = async () => {
    const client = await pool.connect()
    const call = getCurrentRequestDeadline()
    if (!call?.isExpired || call.hasCommitted || call.pendingCommits > 0) return client
    client.release(isLost(client))
    throw createDeadlineProblem()
  }
  const noteLoss = (error: unknown): never => {
    if (
      error instanceof Error &&
      (error.message === readTimeoutMessage || error.message === stalePlanMessage)
    )
      lostAt = performance.now()
    throw error
  }
  return {
    options: pool.options,
    end: () => pool.end(),
    async connect() {
      let client = await acquire()
      while (isLost(client)) {
        client.release(true)
        client = await acquire()
      }
      return new Proxy(client, {
        get(target, member) {
          if (member === 'release')
            return (discard?: boolean) => target.release(discard === true || isLost(target))
          if (member !== 'query') return Reflect.get(target, member, target)
          return (text: string, values: unknown[]) => {
            const name = nameOf(text, values)
            const asked = name === null ? target.query(text, values) : target.query({ name, text, values })
            return asked.catch(noteLoss)
          }
        },
      })
    },
  }
}

const maxConnections = 10

/**
 * Time limit for a free connection, and for making a connection (ms). A shorter stall of the server or of
 * this machine is waited out, and nothing in the queue for connections gets older.
 */
const connectionWaitMs = 3_000

/** Time limits of a connection pool (ms), each by default as in a deployment. */
export interface PostgresLimits {
  /** For a free connection, and for making a connection. */
  readonly waitMs?: number | undefined
  /** For a statement; 0: a statement may take any time. */
  readonly statementMs?: number
}

/** Creates a connection pool for the PostgreSQL server at `url`; connects at first use. */
export function openPostgres(
  url: string,
  { waitMs = connectionWaitMs, statementMs = 2_500 }: PostgresLimits = {},
): Kysely<DatabaseSchema> {
  // Parse bigint as number: the columns hold milliseconds and sequence numbers, both below 2^53.
  pg.types.setTypeParser(pg.types.builtins.INT8, Number)
  const pool = new pg.Pool({
    connectionString: url,
    max: maxConnections,
    connectionTimeoutMillis: waitMs,
    // Let the server time out first, so that nothing is written after Paydesk has reported a failure.
    statement_timeout: statementMs,
    // Answer within three seconds when a caller waits for a write.
    query_timeout: statementMs === 0 ? 0 : statementMs + 300,
    idleTimeoutMillis: 30_000,
  })
  // Ignore errors of idle connections, which are replaced at the next query; an unhandled error would end the
  // process.
  pool.on('error', () => undefined)
  return new Kysely<DatabaseSchema>({ dialect: new PostgresDialect({ pool: createRenewingPool(pool) }) })
}

/** Error codes of a failed connection, and the PostgreSQL classes that mean "not now" or "not here". */
const unreachableCodes =
  /^(E(CONN|PIPE|TIMEDOUT|NOTFOUND|AI_|HOSTUNREACH|NETUNREACH)|(08|28|40|53|55|57|58)\w{3}$|25006$)/
const unreachableMessages =
  /^(timeout exceeded when trying to connect|Query read timeout|Connection terminated|Client has encountered a connection error|cached plan must not change)/

/** True if the server or the network failed and not our query. */
export function isPostgresFailure(error: Error): boolean {
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  return unreachableCodes.test(code) || unreachableMessages.test(error.message)
}
