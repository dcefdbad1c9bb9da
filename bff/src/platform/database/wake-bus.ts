import { randomUUID } from 'node:crypto'
import pg from 'pg'

/** `notifications`: a notification was stored; `reads`: a read was requested; `changes`: new live events exist. */
export type WakeChannel = 'notifications' | 'reads' | 'changes'

export interface WakeBus {
  /**
   * Notifies the listeners of every instance. Call after the commit of the data. Never throws, never waits.
   */
  wake(channel: WakeChannel): void
  /**
   * Calls the listener after each `wake`, and once a second in any case, so that a lost wake costs one second
   * at most. The listener must not throw. Returns a function that unsubscribes the listener.
   */
  onWake(channel: WakeChannel, listener: () => void): () => void
  close(): Promise<void>
}

const pollMs = 1_000
/** Interval of liveness checks (ms): PostgreSQL does not tell a listener that its connection was cut. */
const livenessCheckMs = 10_000
const notifyTopic = 'paydesk_wake'

interface WakeTransport {
  start(): void
  publish(channel: WakeChannel): void
  stop(): Promise<void>
}

const localTransport: WakeTransport = {
  start: () => undefined,
  publish: () => undefined,
  stop: async () => undefined,
}

/** Creates the transport over PostgreSQL: LISTEN on a dedicated connection, replaced when broken. */
function createPostgresTransport(
  url: string,
  send: (text: string) => Promise<unknown>,
  hear: (text: string) => void,
): WakeTransport {
  let client: pg.Client | null = null
  let again: NodeJS.Timeout | undefined
  let stopped = false
  const untold = new Set<WakeChannel>()
  let telling = false

  function lost(from: pg.Client): void {
    if (client !== from) return
    client = null
    void from.end().catch(() => undefined)
    if (!stopped) again = setTimeout(connect, pollMs).unref()
  }
  function connect(): void {
    const made = new pg.Client({
      connectionString: url,
      connectionTimeoutMillis: pollMs,
      query_timeout: 3_000,
      keepAlive: true,
    })
    client = made
    made.on('error', () => lost(made))
    made.on('end', () => lost(made))
    made.on('notification', ({ payload }) => hear(payload ?? ''))
    made
      .connect()
      .then(() => made.query(`listen ${notifyTopic}`))
      .then(
        () => check(made),
        () => lost(made),
      )
  }
  function check(one: pg.Client): void {
    again = setTimeout(() => {
      one.query('select 1').then(
        () => client === one && !stopped && check(one),
        () => lost(one),
      )
    }, livenessCheckMs).unref()
  }
  async function tellAll(): Promise<void> {
    telling = true
    while (untold.size > 0) {
      const [channel] = untold
      if (channel === undefined) break
      untold.delete(channel)
      // Ignore a database that is unavailable: listeners poll every second anyway.
      await send(channel).catch(() => undefined)
    }
    telling = false
  }
  return {
    start: () => {
      if (client === null && again === undefined) connect()
    },
    publish(channel) {
      untold.add(channel)
      if (!telling) void tellAll()
    },
    async stop() {
      stopped = true
      clearTimeout(again)
      await client?.end().catch(() => undefined)
    },
  }
}

/**
 * Creates the wake bus. `notify` sends a text to every listener of the database; `postgres` is null if there
 * is a single instance. Wakes of this instance reach its own listeners directly.
 */
export function createWakeBus(
  postgres: { readonly url: string; notify(topic: string, text: string): Promise<unknown> } | null,
): WakeBus {
  const self = randomUUID()
  const listeners = new Map<WakeChannel, Set<() => void>>()
  const timers = new Set<NodeJS.Timeout>()
  const call = (channel: string) => {
    for (const [name, all] of listeners) if (name === channel) for (const listener of all) listener()
  }
  const ear =
    postgres === null
      ? localTransport
      : createPostgresTransport(
          postgres.url,
          (channel) => postgres.notify(notifyTopic, `${self} ${channel}`),
          (text) => {
            const [from, channel = ''] = text.split(' ')
            if (from !== self) call(channel)
          },
        )
  return {
    wake(channel) {
      call(channel)
      ear.publish(channel)
    },
    onWake(channel, listener) {
      ear.start()
      const all = listeners.get(channel) ?? new Set()
      listeners.set(channel, all.add(listener))
      const timer = setInterval(listener, pollMs).unref()
      timers.add(timer)
      return () => {
        all.delete(listener)
        timers.delete(timer)
        clearInterval(timer)
      }
    },
    async close() {
      for (const timer of timers) clearInterval(timer)
      listeners.clear()
      await ear.stop()
    },
  }
}
