import { type EnvironmentName, taskId, transactionId } from '@paydesk/shared/core/ids'
import type { Acted, Asked, OperatorDoor } from '../../../payment-service/operator-actions.ts'
import type { StateRecord } from '../../../payment-service/parsing/wire.ts'
import type { PaymentService } from '../../../payment-service/payment-service.ts'
import { databaseClock } from '../../../platform/database/clock.ts'
import { isStoreFailure } from '../../../platform/database/database.ts'
import type { Seal } from '../../../platform/database/field-cipher.ts'
import type { Lease } from '../../../platform/database/leases.ts'
import type { Log } from '../../../platform/runtime/log.ts'
import { newReference } from '../../../platform/runtime/reference.ts'
import { LeaseLost } from '../../../records/confirmation/apply-confirmed-read.ts'
import { columnsOf } from '../../../records/confirmation/transaction-columns.ts'
import { sleep } from '../../../sync/count-waiting-reads.ts'
import type { Beside } from '../../../sync/workers.ts'
import { type ActionNeeds, aimOf } from './action-plan.ts'
import type { ActionRow, Why } from './action-rows.ts'
import {
  dropAction,
  entered,
  markSending,
  postponeAction,
  recordActed,
  type WriteNeeds,
} from './action-write.ts'

export interface CarryNeeds extends WriteNeeds {
  readonly seal: Seal
  readonly log: Log
  readonly actions: ActionNeeds
  /** The way to ask; null where it is off. */
  door(environment: EnvironmentName): OperatorDoor | null
  service(environment: EnvironmentName): Pick<PaymentService, 'readState'>
  /** How long one request may take (ms). */
  readonly longestMs: number
}

const pollMs = 500
/** While the service is away, or a notification waits to be confirmed. */
const restMs = 2_000
/** Somebody may have done it at the console by then. */
const giveUpMs = 3_600_000
/** After a mistake of ours, so that it holds up nobody else's. */
const pauseMs = 30_000
/** On top of a request's own time, until it counts as left behind by an instance that ended. */
const spareMs = 2_000
const recordTries = 5

const verdictOf = { accept_task: 'accept', reject_task: 'reject', cancel: 'cancel' } as const

/** The row's target as a request; its ids are looked at once more, because an address is built of them. */
function askedFor({ action }: ActionRow, target: string): Asked {
  const id = target.slice(target.indexOf('/') + 1)
  if (action === 'cancel') return { action, transaction: transactionId.parse(id) }
  return { action, task: taskId.parse(id) }
}

type Found = { readonly target: string } | { readonly drop: Why } | { readonly rest: number }

/** Carries the confirmed decisions of one environment out, one request after the other. */
export class Carrying {
  readonly #needs: CarryNeeds
  readonly #environment: EnvironmentName
  readonly #way: Beside

  constructor(needs: CarryNeeds, environment: EnvironmentName, way: Beside) {
    this.#needs = needs
    this.#environment = environment
    this.#way = way
  }

  /** Requests that were on their way when an instance ended: they may have left, and are not sent again. */
  async #giveUpLost(): Promise<void> {
    const { store, longestMs } = this.#needs
    const rows = await store.db
      .selectFrom('operator_actions')
      .selectAll()
      .where('environment', '=', this.#environment)
      .where('status', '=', 'sending')
      .where((eb) => eb(eb.ref('sent_at'), '<', eb(databaseClock(store.dialect), '-', longestMs + spareMs)))
      .execute()
    const acted: Acted = { outcome: 'unknown', status: null, cause: 'left_behind' }
    for (const row of rows) {
      await this.#record(row, acted)
      const by = { audit: this.#needs.audit, reference: newReference() }
      await entered('decision.action.answered', row, acted, by)
    }
  }

  /** The planned action that waits longest; undefined where none is due. */
  #next(): Promise<ActionRow | undefined> {
    const { store } = this.#needs
    return store.db
      .selectFrom('operator_actions')
      .selectAll()
      .where('environment', '=', this.#environment)
      .where('status', '=', 'planned')
      .where('due_at', '<=', Date.now())
      .orderBy('due_at')
      .orderBy('planned_at')
      .limit(1)
      .executeTakeFirst()
  }

  /** One look for work; false where there was none. */
  async turn(lease: Lease): Promise<boolean> {
    await this.#giveUpLost()
    const row = await this.#next()
    if (row === undefined) return false
    try {
      await this.#carry(row, lease)
    } catch (thrown) {
      const isOurs = !(thrown instanceof LeaseLost || isStoreFailure(thrown))
      if (isOurs) await postponeAction(row, pauseMs, this.#needs)
      throw thrown
    }
    return true
  }

  /** Takes one planned action as far as it goes now. */
  async #carry(row: ActionRow, lease: Lease): Promise<void> {
    const needs = this.#needs
    const door = needs.door(this.#environment)
    if (door === null) return dropAction(row, 'switched_off', needs)
    const found = await this.#look(row)
    if ('drop' in found) return dropAction(row, found.drop, needs)
    if ('rest' in found) {
      const isLate = Date.now() - row.planned_at > giveUpMs
      return isLate ? dropAction(row, 'too_late', needs) : postponeAction(row, found.rest, needs)
    }
    await this.#way.turn(() => this.#send(row, found.target, { door, lease }))
  }

  /** What the service and its notifications say right before anything is sent. */
  async #look(row: ActionRow): Promise<Found> {
    const { service, actions, store } = this.#needs
    if (this.#way.condition.isDown()) return { rest: restMs }
    const transaction = transactionId.parse(row.transaction_id)
    const read = { reference: newReference(), lane: 'background', fresh: true, alone: true } as const
    const outcome = await this.#way.turn(() => service(this.#environment).readState(transaction, read))
    if (outcome.outcome !== 'found') return { rest: restMs }
    const named = await actions.named(store.db, this.#environment, transaction)
    const stopped = this.#stopped(row, outcome.value, named.tasks.length)
    if (stopped !== null) return { drop: stopped }
    if (!named.settled) return { rest: restMs }
    const aim = aimOf(verdictOf[row.action], transaction, named, outcome.value)
    if (aim.why !== null) return { drop: aim.why }
    return row.target === null || row.target === aim.target ? aim : { drop: 'task_changed' }
  }

  #stopped(row: ActionRow, record: StateRecord, tasks: number): Why | null {
    const { columns } = columnsOf(record, row.environment, row.transaction_id, this.#needs.seal)
    if (columns.final === 1) return 'ended'
    return columns.review === 1 || tasks > 0 ? null : 'not_in_review'
  }

  /** One request: committed and entered before it leaves, recorded after it, whatever came. */
  async #send(row: ActionRow, target: string, by: { door: OperatorDoor; lease: Lease }): Promise<void> {
    const needs = this.#needs
    const asked = askedFor(row, target)
    const marked = await markSending(row, target, by.lease, needs)
    if (marked === 'taken') return dropAction(row, 'sent_before', needs)
    if (marked === 'over') return dropAction(row, 'over', needs)
    const reference = newReference()
    try {
      await entered('decision.action.sent', row, null, { audit: needs.audit, reference })
    } catch (thrown) {
      // Nothing leaves without its entry.
      await this.#record(row, { outcome: 'never_left', cause: 'no_entry' })
      throw thrown
    }
    const acted = await by.door(asked, reference)
    await this.#record(row, acted)
    await entered('decision.action.answered', row, acted, { audit: needs.audit, reference })
  }

  /** Some tries: what is not recorded counts as unknown later, and nobody learns what is known now. */
  async #record(row: ActionRow, acted: Acted): Promise<void> {
    const needs = this.#needs
    for (let tries = 1; ; tries += 1)
      try {
        await recordActed(row, acted, needs)
        break
      } catch (thrown) {
        if (tries === recordTries || !isStoreFailure(thrown)) throw thrown
        await sleep(tries * pollMs)
      }
    const { outcome } = acted
    const cause = 'cause' in acted ? acted.cause : acted.status
    needs.log.info({ environment: this.#environment, outcome, cause, action: row.action }, 'operator action')
  }
}

/**
 * Carries confirmed decisions of an environment out through the service (service-facts, Operator actions),
 * beside its reader, until `signal`. Each request is sent at most once: what may have left is never sent
 * again. A request that is under way comes to its end.
 */
export function carryOut(needs: CarryNeeds, environment: EnvironmentName, way: Beside) {
  const carrying = new Carrying(needs, environment, way)
  return async (lease: Lease, signal: AbortSignal): Promise<void> => {
    while (!signal.aborted) {
      const more = await carrying.turn(lease).catch((thrown: unknown) => {
        // Without the lease the signal ends it in a moment.
        if (!(thrown instanceof LeaseLost))
          needs.log.error({ err: thrown, environment }, 'a decision could not be carried out')
        return false
      })
      if (!more) await sleep(pollMs, signal)
    }
  }
}
