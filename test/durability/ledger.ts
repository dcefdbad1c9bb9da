import { createWriteStream, mkdirSync, type WriteStream } from 'node:fs'
import { join } from 'node:path'
import type { Row } from '../support/stack/backing.ts'

/** How one delivery ended: 2xx; refused, so that nothing may have come of it; or nobody knows. */
export type End = 'ok' | 'fail' | 'unknown'

interface Told {
  invoked: number
  ok: number
  fail: number
  unknown: number
  /** When the first 2xx came, by the clock of this process. */
  firstOkAt: number | null
}

const folder = join(import.meta.dirname, '../results/durability')

/**
 * What the sender knows, in the manner of Jepsen's set: each delivery is written down before it leaves,
 * then how it ended. Only what was acknowledged must be found; what ended unknown may be.
 */
export class Ledger {
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

  end(key: string, end: End, status: number | null): void {
    const told = this.told.get(key)
    if (told === undefined) throw new Error('an end without an invocation')
    told[end] += 1
    if (end === 'ok') told.firstOkAt ??= Date.now()
    if (status !== null) this.statuses.set(status, (this.statuses.get(status) ?? 0) + 1)
    this.#file.write(`{"key":"${key}","type":"${end}","status":${status},"at":${Date.now()}}\n`)
  }

  count(end: End): number {
    return [...this.told.values()].filter((told) => told[end] > 0).length
  }

  close(): Promise<void> {
    return new Promise((closed) => this.#file.end(() => closed()))
  }
}

export interface Verdict {
  readonly acknowledged: number
  /** Acknowledged and not there. */
  readonly lost: readonly string[]
  /** There more than once. */
  readonly duplicated: readonly string[]
  /** There, and nobody sent it, or it was refused each time. */
  readonly unexpected: readonly string[]
  /** Counted fewer deliveries than were acknowledged, or more than were sent. */
  readonly miscounted: readonly string[]
}

/** Compares the ledger with the rows of `inbox`: the digest of a body is its key. */
export function judge(ledger: Ledger, rows: readonly Row[]): Verdict {
  const found = new Map<string, Row[]>()
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
