import { Kysely, PostgresDialect, type PostgresPool } from 'kysely'
import pg from 'pg'
import type { Schema } from './schema.ts'

/** node-postgres gives this failure no code. */
const readTimeout = 'Query read timeout'

/**
 * After a read timeout node-postgres puts the connection back into its pool, where every later query
 * waits behind the one that got no answer. Here all connections of that time are closed when their
 * turn comes, and new ones made: what cut one off has mostly cut off the others too.
 */
function renewing(pool: pg.Pool): PostgresPool {
  const madeAt = new WeakMap<pg.PoolClient, number>()
  let lostAt = Number.NEGATIVE_INFINITY
  pool.on('connect', (client) => {
    madeAt.set(client, performance.now())
    // While a connection is lent the pool listens to nothing, and one that breaks then would end the process.
    client.on('error', () => undefined)
  })
  const isLost = (client: pg.PoolClient) => (madeAt.get(client) ?? 0) <= lostAt
  const noteLoss = (error: unknown): never => {
    if (error instanceof Error && error.message === readTimeout) lostAt = performance.now()
    throw error
  }
  return {
    options: pool.options,
    end: () => pool.end(),
    async connect() {
      let client = await pool.connect()
      while (isLost(client)) {
        client.release(true)
        client = await pool.connect()
      }
      return new Proxy(client, {
        get(target, member) {
          if (member === 'release')
            return (discard?: boolean) => target.release(discard === true || isLost(target))
          if (member !== 'query') return Reflect.get(target, member, target)
          return (text: string, values: unknown[]) => target.query(text, values).catch(noteLoss)
        },
      })
    },
  }
}

/** A pool of connections to the PostgreSQL server at `url`; connects at first use. */
export function openPostgres(url: string): Kysely<Schema> {
  // bigint columns hold milliseconds and sequence numbers, both below 2^53.
  pg.types.setTypeParser(pg.types.builtins.INT8, Number)
  const pool = new pg.Pool({
    connectionString: url,
    max: 10,
    connectionTimeoutMillis: 1_000,
    // The server gives up first, so that nothing is written after we said that it was not.
    statement_timeout: 2_500,
    // Whoever waits for an entry is told within three seconds.
    query_timeout: 2_800,
    idleTimeoutMillis: 30_000,
  })
  // A connection that breaks while idle is replaced at the next query; without a listener it would end the process.
  pool.on('error', () => undefined)
  return new Kysely<Schema>({ dialect: new PostgresDialect({ pool: renewing(pool) }) })
}

/** Error codes of a connection that failed, and the classes of PostgreSQL that mean "not now" or "not here". */
const unreachable =
  /^(E(CONN|PIPE|TIMEDOUT|NOTFOUND|AI_|HOSTUNREACH|NETUNREACH)|(08|28|40|53|55|57|58)\w{3}$|25006$)/
const unreachableWords =
  /^(timeout exceeded when trying to connect|Query read timeout|Connection terminated|Client has encountered a connection error)/

/** True where the server or the way to it failed and not our query. */
export function isPostgresFailure(error: Error): boolean {
  if ('code' in error && typeof error.code === 'string') return unreachable.test(error.code)
  return unreachableWords.test(error.message)
}
