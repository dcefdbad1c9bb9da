import { performance } from 'node:perf_hooks'
import type { AccountName } from './accounts.ts'
import { grownIds } from './grown.ts'
import { numberFrom } from './ids.ts'
import type { JsonObject } from './json.ts'
import { stringAt } from './json.ts'
import { isOpen, moveTransaction, type StateMove } from './moves.ts'
import type { SandboxState } from './sandbox-state.ts'
import type { DeliveryOptions } from './sending.ts'
import { findTransaction } from './world.ts'

interface Drive {
  readonly account: AccountName
  /** Transactions to move; undefined for all grown transactions of the account. */
  readonly ids: readonly string[] | undefined
  readonly perSecond: number
  readonly count: number
  readonly seed: number
  readonly sending: DeliveryOptions
}

const tickMs = 10
const processing = 'PENDING.PROCESSING_TRANSACTION'
const review = 'PENDING.RISK_REVIEW'

const ends: readonly StateMove[] = [
  { state: 'SUCCESS', compound: 'SUCCESS.COMPLETE', event: 'transaction_accepted' },
  { state: 'SUCCESS', compound: 'SUCCESS.COMPLETE', event: 'transaction_accepted' },
  { state: 'DECLINED', compound: 'DECLINED.RISK_REJECTED', event: 'transaction_declined' },
  { state: 'EXPIRED', compound: 'EXPIRED.TRANSACTION_EXPIRED', event: 'transaction_expired' },
  { state: 'CANCELLED', compound: 'CANCELLED.RISK_REJECTED', event: 'transaction_cancelled' },
  { state: 'PENDING', compound: review, event: 'manual_risk_review' },
]

/** Picks the next state of a transaction; deterministic for a seed. */
function nextMove(id: string, compound: string | undefined, seed: number): StateMove {
  if (compound === review)
    return numberFrom(`review|${seed}|${id}`, 2) === 0
      ? { state: 'SUCCESS', compound: 'SUCCESS.COMPLETE', event: 'payment_manually_accepted' }
      : { state: 'REJECTED', compound: 'REJECTED.RISK_REJECTED', event: 'risk_manual_rejected' }
  const end = ends[numberFrom(`end|${seed}|${id}`, ends.length)]
  if (compound === processing && end !== undefined) return end
  return { state: 'PENDING', compound: processing, event: 'payment_success' }
}

/** Moves many transactions one after another in the background, at a steady rate. */
export class TransactionDriver {
  #timer: NodeJS.Timeout | undefined
  #asked = 0
  #done = 0

  start(sandbox: SandboxState, drive: Drive): void {
    this.stop()
    const grown = sandbox.world.grown.filter(({ account }) => account === drive.account)
    const ids = drive.ids ?? grown.flatMap((group) => [...grownIds(group)])
    this.#asked = drive.count
    this.#done = 0
    const begun = performance.now()
    let at = 0
    let idle = 0
    this.#timer = setInterval(() => {
      const due = Math.min(drive.count, Math.floor(((performance.now() - begun) / 1_000) * drive.perSecond))
      // Stop after a whole round without an open transaction: nothing is left to move.
      while (this.#done < due && idle < ids.length) {
        const moved = this.#one(sandbox, drive, ids[at % ids.length] ?? '')
        this.#done += moved ? 1 : 0
        idle = moved ? 0 : idle + 1
        at += 1
      }
      if (this.#done >= drive.count || idle >= ids.length) this.stop()
    }, tickMs)
    this.#timer.unref()
  }

  #one(sandbox: SandboxState, { account, seed, sending }: Drive, id: string): boolean {
    const transaction = findTransaction(sandbox.world, account, id)
    if (transaction === undefined || !isOpen(transaction)) return false
    const compound = stringAt(transaction.detail().record, 'compound_state')
    moveTransaction(sandbox, transaction, { ...nextMove(id, compound, seed), sending })
    return true
  }

  stop(): void {
    clearInterval(this.#timer)
    this.#timer = undefined
  }

  toJson(): JsonObject {
    return { running: this.#timer !== undefined, asked: this.#asked, done: this.#done }
  }
}
