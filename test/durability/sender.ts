import { createHash, createHmac } from 'node:crypto'
import { Agent, request } from 'node:http'
import { performance } from 'node:perf_hooks'
import { notificationTokens } from '../support/stack/demo-config.ts'
import { sleepFor } from '../support/stack/sleep.ts'
import type { DeliveryLedger, DeliveryOutcome } from './ledger.ts'

const digestOf = (body: Buffer) => createHash('sha256').update(body).digest('hex')

interface Route {
  /** Base addresses, used in turn. */
  readonly origins: readonly string[]
  readonly account?: 'stage' | 'production'
  readonly ledger: DeliveryLedger
}

/**
 * Returns the outcome of a delivery. A refused connection has no effect; after a lost connection or a 5xx the
 * outcome is unknown.
 */
function endOf(status: number | null, left: boolean): DeliveryOutcome {
  if (status === null) return left ? 'unknown' : 'fail'
  if (status >= 200 && status < 300) return 'ok'
  return status >= 500 ? 'unknown' : 'fail'
}

/**
 * Sends signed notifications over keep-alive connections, as the payment service does, and records them in
 * the ledger.
 */
export class NotificationSender {
  /** Latencies (ms) of acknowledged deliveries, from sending to the answer. */
  readonly latencies: number[] = []
  /** Number of answered deliveries, acknowledged or rejected. */
  answers = 0
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 256 })
  readonly #route: Required<Route>
  #turn = 0

  constructor(route: Route) {
    this.#route = { account: 'stage', ...route }
  }

  async send(body: Buffer): Promise<DeliveryOutcome> {
    const { ledger, origins } = this.#route
    const key = digestOf(body)
    const origin = origins[this.#turn++ % origins.length] ?? ''
    ledger.invoke(key)
    const begun = performance.now()
    const { status, left } = await this.#post(origin, body)
    const end = endOf(status, left)
    if (end === 'ok') this.latencies.push(performance.now() - begun)
    if (status !== null) this.answers += 1
    ledger.end(key, end, status)
    return end
  }

  #post(origin: string, body: Buffer): Promise<{ status: number | null; left: boolean }> {
    const { account } = this.#route
    const checksum = createHmac('sha256', notificationTokens[account]).update(body).digest('base64')
    const headers = {
      'content-type': 'application/json',
      'content-length': String(body.length),
      'x-isx-checksum': checksum,
    }
    return new Promise((ended) => {
      const post = request(`${origin}/notify/${account}/v1/notification`, {
        method: 'POST',
        agent: this.#agent,
        headers,
        timeout: 10_000,
      })
      post.once('response', (response) => {
        // Count an answer that breaks off as no answer.
        response.once('error', () => ended({ status: null, left: true }))
        response.once('end', () => ended({ status: response.statusCode ?? null, left: true }))
        response.resume()
      })
      post.once('timeout', () => post.destroy(new Error('no answer in time')))
      post.once('error', (error) =>
        ended({ status: null, left: !('code' in error && error.code === 'ECONNREFUSED') }),
      )
      post.end(body)
    })
  }

  /** Sends from concurrent lanes until the bodies end or `isOver` returns true. */
  async inLanes(bodies: Iterator<Buffer>, lanes: number, isOver = () => false): Promise<void> {
    const lane = async () => {
      while (!isOver()) {
        const { value, done } = bodies.next()
        if (done === true) return
        // Pause before the next delivery: a sender that is rejected does not retry at once.
        if ((await this.send(value)) !== 'ok') await sleepFor(5)
      }
    }
    await Promise.all(Array.from({ length: lanes }, lane))
  }

  /**
   * Sends at a fixed rate, without waiting for earlier deliveries. Resolves after the last answer. Passes
   * every body that was not acknowledged to `otherwise`.
   */
  async atRate(
    bodies: Iterable<Buffer>,
    perSecond: number,
    otherwise: (body: Buffer) => void = () => undefined,
  ): Promise<void> {
    const begun = performance.now()
    const all: Promise<void>[] = []
    for (const body of bodies) {
      const wait = begun + (all.length * 1_000) / perSecond - performance.now()
      if (wait > 1) await sleepFor(wait)
      all.push(
        this.send(body).then((end) => {
          if (end !== 'ok') otherwise(body)
        }),
      )
    }
    await Promise.all(all)
  }

  /** Resends until the body is acknowledged, as the payment service does. */
  async untilAcknowledged(body: Buffer, waitMs = 100): Promise<void> {
    while ((await this.send(body)) !== 'ok') await sleepFor(waitMs)
  }

  /** Returns the latency (ms) at the percentile `of`. */
  percentile(of: number): number {
    const sorted = this.latencies.toSorted((a, b) => a - b)
    return Math.round(sorted[Math.min(sorted.length - 1, Math.floor((sorted.length * of) / 100))] ?? 0)
  }

  stop(): void {
    this.#agent.destroy()
  }
}
