import { createWriteStream, mkdirSync, type WriteStream } from 'node:fs'
import { join } from 'node:path'
import type { DatabaseRow } from '../support/stack/backing.ts'

/**
 * Outcome of a delivery: `ok` is 2xx; `fail` was rejected and must have no effect; `unknown` is anything
 * else.
 */
export type DeliveryOutcome = 'ok' | 'fail' | 'unknown'

interface Told {
  invoked: number
  ok: number
  fail: number
  unknown: number
  /** Time of the first 2xx, by the clock of this process. */
  firstOkAt: number | null
}

const folder = join(import.meta.dirname, '../results/durability')

/**
 * Record of the sender in the manner of Jepsen's set test: a delivery is written down before it leaves, then
 * its outcome. Acknowledged notifications must be found; those with outcome `unknown` may be found.
 */
export class DeliveryLedger {
  readonly told = new Map<string, Told>()
  readonly statuses = new Map<number, number>()
  readonly #file: WriteStream

  constructor(name: string) {
    mkdirSync(folder, { recursive: true })
    this.#file = createWriteStream(join(folder, `${name}.jsonl`))
  }

  invoke(key: string): void {
    const told = this.told.get(key) ?? { invoked: 0, ok: 0, fail: 0, unknown: 0, firstOkAt: null }
    told.invoked += 1
    this.told.set(key, told)
    this.#file.write(`{"key":"${key}","type":"invoke","at":${Date.now()}}\n`)
  }

  end(key: string, end: DeliveryOutcome, status: number | null): void {
    const told = this.told.get(key)
    if (told === undefined) throw new Error('an end without an invocation')
    told[end] += 1
    if (end === 'ok') told.firstOkAt ??= Date.now()
    if (status !== null) this.statuses.set(status, (this.statuses.get(status) ?? 0) + 1)
    this.#file.write(`{"key":"${key}","type":"${end}","status":${status},"at":${Date.now()}}\n`)
  }

  count(end: DeliveryOutcome): number {
    return [...this.told.values()].filter((told) => told[end] > 0).length
  }

  close(): Promise<void> {
    return new Promise((closed) => this.#file.end(() => closed()))
  }
}

export interface LedgerDifferences {
  readonly acknowledged: number
  /** Keys that were acknowledged and are missing. */
  readonly lost: readonly string[]
  /** Keys that are stored more than once. */
  readonly duplicated: readonly string[]
  /** Keys that are stored, but were never sent, or were rejected every time. */
  readonly unexpected: readonly string[]
  /** Keys that count fewer deliveries than were acknowledged, or more than were sent. */
  readonly miscounted: readonly string[]
}

/** Compares the ledger with the rows of `notification_queue`. The key of a notification is the digest of its body. */
export function compareWithLedger(ledger: DeliveryLedger, rows: readonly DatabaseRow[]): LedgerDifferences {
  const found = new Map<string, DatabaseRow[]>()
  for (const row of rows) {
    const digest = String(row.digest)
    found.set(digest, [...(found.get(digest) ?? []), row])
  }
  const told = [...ledger.told]
  const possible = new Set(told.filter(([, one]) => one.ok + one.unknown > 0).map(([key]) => key))
  return {
    acknowledged: ledger.count('ok'),
    lost: told.filter(([key, one]) => one.ok > 0 && !found.has(key)).map(([key]) => key),
    duplicated: [...found].filter(([, same]) => same.length > 1).map(([key]) => key),
    unexpected: [...found.keys()].filter((key) => !possible.has(key)),
    miscounted: told
      .filter(([key, one]) => {
        const row = found.get(key)?.[0]
        if (row === undefined) return false
        const deliveries = Number(row.repeats) + 1
        return deliveries < one.ok || deliveries > one.ok + one.unknown
      })
      .map(([key]) => key),
  }
}
