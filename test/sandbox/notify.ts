import { createHmac } from 'node:crypto'
import type { JsonObject } from './json.ts'

export interface NotificationDelivery {
  readonly url: string
  readonly body: string
  readonly token: string
  readonly altered?: boolean
  readonly unsigned?: boolean
}

/** Maximum number of deliveries stored one by one; further deliveries are only counted. */
const most = 50_000

interface Outcome {
  readonly url: string
  readonly try: number
  readonly status: number | null
}

const seconds = 1_000
const minutes = 60 * seconds
const hours = 60 * minutes
/** Retry delays after each failed try, as known from the payment service. */
const retryWaits: readonly number[] = [
  5 * seconds,
  minutes,
  hours,
  6 * hours,
  12 * hours,
  24 * hours,
  24 * hours,
]

function checksum(body: string | Buffer, token: string): string {
  return createHmac('sha256', token).update(body).digest('base64')
}

/**
 * Allows loopback addresses only: notifications must never leave the machine, even if a request asks for it.
 */
export function isLoopback(url: string): boolean {
  if (!URL.canParse(url)) return false
  const { protocol, hostname } = new URL(url)
  return (
    protocol === 'http:' &&
    (hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d+){3}$/.test(hostname))
  )
}

export class WebhookNotifier {
  readonly #scale: number
  readonly #timers = new Set<NodeJS.Timeout>()
  readonly #stopped = new AbortController()
  #outcomes: Outcome[] = []
  #underway = 0
  #tries = 0

  constructor(retryScale: number) {
    this.#scale = retryScale
  }

  /**
   * Sends now or after a delay, and retries in the background. Returns false, without sending, for an address
   * that is not loopback.
   */
  send(delivery: NotificationDelivery, delayMs = 0): boolean {
    if (!isLoopback(delivery.url)) return false
    if (delayMs > 0) this.#later(delayMs, () => void this.#attempt(delivery, 0))
    else void this.#attempt(delivery, 0)
    return true
  }

  /** Sends each delivery after the answer to the previous one. Retries do not hold up the next delivery. */
  async sendInOrder(deliveries: readonly NotificationDelivery[]): Promise<void> {
    for (const delivery of deliveries) if (isLoopback(delivery.url)) await this.#attempt(delivery, 0)
  }

  #later(waitMs: number, act: () => void): void {
    const timer = setTimeout(() => {
      this.#timers.delete(timer)
      act()
    }, waitMs)
    timer.unref()
    this.#timers.add(timer)
  }

  async #attempt(delivery: NotificationDelivery, failures: number): Promise<void> {
    this.#underway += 1
    const status = await this.#post(delivery)
    this.#underway -= 1
    if (this.#stopped.signal.aborted) return
    this.#tries += 1
    if (this.#outcomes.length < most) this.#outcomes.push({ url: delivery.url, try: failures + 1, status })
    if (status !== null && status >= 200 && status < 300) return
    const wait = retryWaits[failures]
    if (wait === undefined) return
    this.#later(wait * this.#scale, () => void this.#attempt(delivery, failures + 1))
  }

  async #post({ url, body, token, altered, unsigned }: NotificationDelivery): Promise<number | null> {
    const headers: Record<string, string> = { 'content-type': 'application/json' }
    if (unsigned !== true) headers['x-isx-checksum'] = checksum(body, token)
    try {
      const response = await fetch(url, {
        method: 'POST',
        headers,
        // Alter the body after signing, as an attacker in the middle would.
        body: altered === true ? `${body} ` : body,
        redirect: 'manual',
        signal: AbortSignal.any([this.#stopped.signal, AbortSignal.timeout(10_000)]),
      })
      await response.body?.cancel()
      return response.status
    } catch {
      return null
    }
  }

  toJson(): JsonObject {
    return {
      underway: this.#underway,
      waiting: this.#timers.size,
      tries: this.#tries,
      deliveries: this.#outcomes.map((outcome) => ({
        url: outcome.url,
        try: outcome.try,
        status: outcome.status,
      })),
    }
  }

  clear(): void {
    for (const timer of this.#timers) clearTimeout(timer)
    this.#timers.clear()
    this.#outcomes = []
    this.#tries = 0
  }

  stop(): void {
    this.#stopped.abort()
    this.clear()
  }
}
