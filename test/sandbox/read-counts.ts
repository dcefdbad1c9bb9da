import { performance } from 'node:perf_hooks'
import type { JsonObject } from './json.ts'
import { splitRequestPath, targetOf } from './routes.ts'

const second = 1_000

/** Counts of one operation: per second of the clock, and in the busiest second. */
class Count {
  #count = 0
  #open = 0
  #largest = 0
  #busiest = 0
  #perSecond = new Map<number, number>()
  /** Times of the arrivals in the last second, oldest first. */
  #recent: number[] = []

  begin(): void {
    const now = performance.now()
    this.#count += 1
    this.#open += 1
    this.#largest = Math.max(this.#largest, this.#open)
    const at = Math.floor(Date.now() / second)
    this.#perSecond.set(at, (this.#perSecond.get(at) ?? 0) + 1)
    this.#recent.push(now)
    while ((this.#recent[0] ?? now) <= now - second) this.#recent.shift()
    this.#busiest = Math.max(this.#busiest, this.#recent.length)
  }

  end(): void {
    this.#open -= 1
  }

  clear(): void {
    this.#count = 0
    this.#largest = this.#open
    this.#busiest = 0
    this.#perSecond = new Map()
    this.#recent = []
  }

  toJson(): JsonObject {
    return {
      count: this.#count,
      open: this.#open,
      largestParallel: this.#largest,
      busiestSecond: this.#busiest,
      perSecond: Object.fromEntries(this.#perSecond),
    }
  }
}

/** Counts reads of the payment service by operation; `any` is the total. */
export class ReadCounts {
  readonly #counts = new Map<string, Count>()

  /** Counts one request. Call the returned function when the response is over. */
  begin(method: string, path: string): () => void {
    const located = splitRequestPath(path)
    const operation = (located && targetOf(method, located.segments)?.operation) ?? 'other'
    const counts = ['any', operation].map((name) => this.#of(name))
    for (const count of counts) count.begin()
    return () => {
      for (const count of counts) count.end()
    }
  }

  #of(name: string): Count {
    const count = this.#counts.get(name) ?? new Count()
    this.#counts.set(name, count)
    return count
  }

  clear(): void {
    for (const count of this.#counts.values()) count.clear()
  }

  toJson(): JsonObject {
    return Object.fromEntries([...this.#counts].map(([name, count]) => [name, count.toJson()]))
  }
}
