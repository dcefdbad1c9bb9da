import { createHmac } from 'node:crypto'
import type { Json } from './json.ts'

export interface Delivery {
  readonly url: string
  readonly body: string
  readonly token: string
  readonly altered?: boolean
  readonly unsigned?: boolean
}

interface Outcome {
  readonly url: string
  readonly try: number
  readonly status: number | null
}

const seconds = 1_000
const minutes = 60 * seconds
const hours = 60 * minutes
/** Waiting times after each failed try, as the service is known to keep them. */
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

/** Real notifications must never leave the machine, whatever a request asks for. */
export function isLoopback(url: string): boolean {
  if (!URL.canParse(url)) return false
  const { protocol, hostname } = new URL(url)
  return (
    protocol === 'http:' &&
    (hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d+){3}$/.test(hostname))
  )
}

export class Notifier {
  readonly #scale: number
  readonly #timers = new Set<NodeJS.Timeout>()
  readonly #stopped = new AbortController()
  #outcomes: Outcome[] = []
  #underway = 0

  constructor(retryScale: number) {
    this.#scale = retryScale
  }

  /** Sends at once and retries in the background; nothing happens for an address that is not loopback. */
  send(delivery: Delivery): boolean {
    if (!isLoopback(delivery.url)) return false
    void this.#attempt(delivery, 0)
    return true
  }

  async #attempt(delivery: Delivery, failures: number): Promise<void> {
    this.#underway += 1
    const status = await this.#post(delivery)
    this.#underway -= 1
    if (this.#stopped.signal.aborted) return
    this.#outcomes.push({ url: delivery.url, try: failures + 1, status })
    if (status !== null && status >= 200 && status < 300) return
    const wait = retryWaits[failures]
    if (wait === undefined) return
    const timer = setTimeout(() => {
      this.#timers.delete(timer)
      void this.#attempt(delivery, failures + 1)
    }, wait * this.#scale)
    timer.unref()
    this.#timers.add(timer)
  }

  async #post({ url, body, token, altered, unsigned }: Delivery): Promise<number | null> {
    const headers: Record<string, string> = { 'content-type': 'application/json' }
    if (unsigned !== true) headers['x-isx-checksum'] = checksum(body, token)
    try {
      const response = await fetch(url, {
        method: 'POST',
        headers,
        // Altered after signing, as somebody on the way would do.
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

  toJson(): Json {
    return {
      underway: this.#underway,
      waiting: this.#timers.size,
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
  }

  stop(): void {
    this.#stopped.abort()
    this.clear()
  }
}
