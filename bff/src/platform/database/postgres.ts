import { Kysely, PostgresDialect, type PostgresPool } from 'kysely'
import pg from 'pg'
import { createDeadlineProblem, currentDeadline } from '../problem/request-deadline.ts'
import type { DatabaseSchema } from './schema/schema.ts'

/** node-postgres gives this failure no code. */
const readTimeoutMessage = 'Query read timeout'

/** From so many uses on a statement is prepared; those that are written anew each time never are. */
const minUsesToPrepare = 4
const maxPreparedStatements = 300
const maxPreparedLength = 6_000

/**
 * Names for statements that come again: the server parses and plans them once for each connection. Lists of
 * values make statements of any length, so that only what was used before is named, and not without end.
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

/** A table that another instance has given a column meanwhile: what was prepared for it is of no use any more. */
const stalePlanMessage = 'cached plan must not change result type'

/**
 * After a read timeout node-postgres puts the connection back into its pool, where every later query
 * waits behind the one that got no answer. Here all connections of that time are closed when their
 * turn comes, and new ones made: what cut one off has mostly cut off the others too.
 */
function createRenewingPool(pool: pg.Pool): PostgresPool {
  const nameOf = createStatementNames()
  const madeAt = new WeakMap<pg.PoolClient, number>()
  let lostAt = Number.NEGATIVE_INFINITY
  pool.on('connect', (client) => {
    madeAt.set(client, performance.now())
    // While a connection is lent the pool listens to nothing, and one that breaks then would end the process.
    client.on('error', () => undefined)
  })
  const isLost = (client: pg.PoolClient) => (madeAt.get(client) ?? 0) <= lostAt
  /** Waits for a free connection. Rejects for a request that was answered as too late meanwhile: nobody reads the result. */
  const acquire = async () => {
    const client = await pool.connect()
    const call = currentDeadline()
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
 * How long a statement waits for a free connection (ms), and how long making one may take: a stall of the server or
 * of this machine shorter than that is waited out, and the queue for connections never grows older than that.
 */
const connectionWaitMs = 3_000

/** A pool of connections to the PostgreSQL server at `url`; connects at first use. */
export function openPostgres(url: string, waitMs = connectionWaitMs): Kysely<DatabaseSchema> {
  // bigint columns hold milliseconds and sequence numbers, both below 2^53.
  pg.types.setTypeParser(pg.types.builtins.INT8, Number)
  const pool = new pg.Pool({
    connectionString: url,
    max: maxConnections,
    connectionTimeoutMillis: waitMs,
    // The server gives up first, so that nothing is written after we said that it was not.
    statement_timeout: 2_500,
    // Whoever waits for an entry is told within three seconds.
    query_timeout: 2_800,
    idleTimeoutMillis: 30_000,
  })
  // A connection that breaks while idle is replaced at the next query; without a listener it would end the process.
  pool.on('error', () => undefined)
  return new Kysely<DatabaseSchema>({ dialect: new PostgresDialect({ pool: createRenewingPool(pool) }) })
}

/** Error codes of a connection that failed, and the classes of PostgreSQL that mean "not now" or "not here". */
const unreachableCodes =
  /^(E(CONN|PIPE|TIMEDOUT|NOTFOUND|AI_|HOSTUNREACH|NETUNREACH)|(08|28|40|53|55|57|58)\w{3}$|25006$)/
const unreachableMessages =
  /^(timeout exceeded when trying to connect|Query read timeout|Connection terminated|Client has encountered a connection error|cached plan must not change)/

/** True where the server or the way to it failed and not our query. */
export function isPostgresFailure(error: Error): boolean {
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  return unreachableCodes.test(code) || unreachableMessages.test(error.message)
}
