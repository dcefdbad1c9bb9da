import { randomUUID } from 'node:crypto'
import pg from 'pg'

/** `inbox`: a notification was stored; `due`: a read was asked for; `changes`: the live stream has more. */
export type WakeChannel = 'inbox' | 'due' | 'changes'

export interface WakeBus {
  /** Tells every instance, after the commit of what it is to find. Never throws and never waits. */
  wake(channel: WakeChannel): void
  /**
   * Calls the listener after each `wake`, and once a second in any case: a wake that is lost costs a
   * second and nothing else. The listener must not throw. Gives the way to stop.
   */
  onWake(channel: WakeChannel, listener: () => void): () => void
  close(): Promise<void>
}

const pollMs = 1_000
/** The server tells nobody when the way to it is cut: asked so often, a listener notices. */
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

/** Wakes over the instances of one PostgreSQL database: LISTEN on a connection of its own, which is replaced when it breaks. */
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
      // A database that is away hears nothing; whoever listens asks again within a second.
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
 * `notify` sends a text to every listener of the database; null where there is one instance only.
 * Wakes of this instance reach its own listeners at once.
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
