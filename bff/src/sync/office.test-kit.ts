import { createHash } from 'node:crypto'
import { type TransactionId, transactionId } from '@paydesk/shared/core/ids'
import { makeSeal } from '../platform/database/field-cipher.ts'
import { type Lease, makeLeases } from '../platform/database/leases.ts'
import type { NewStore } from '../platform/database/new-store.test-kit.ts'
import { makeLog } from '../platform/runtime/log.ts'
import { Secret } from '../platform/runtime/secret.ts'
import { makeHandles } from '../records/handles.ts'
import { secretHashes } from '../records/observations/announced-state.ts'
import { ask } from '../records/read-queue.ts'
import { makeOneRead, type Read, type ReadNeeds } from './confirm-transaction.ts'
import { makePace } from './pace.ts'
import { nextDue } from './read-queue-store.ts'
import { heed } from './reader.ts'
import { makeCondition } from './service-health.ts'
import { merchant, type Sent, type SmallService, type Stored, stage } from './small-service.test-kit.ts'

export const seal = makeSeal([new Secret('first-key-first-key-first-key-first-key')])
export const quiet = makeLog('silent')

export interface Delivery extends Sent {
  readonly transaction: string
  readonly proof?: 'checksum' | 'none'
  readonly secret?: string
  readonly tasks?: number
}

/** A queue as it is without any settings. */
export const review = { levelMs: 14_400_000, amountLimits: new Map([['EUR', 100_000]]) }

/** One office over one database: what receives, what reads, and a clock that stands still until moved. */
export function makeOffice({ store }: Pick<NewStore, 'store'>, service: SmallService) {
  const leases = makeLeases(store)
  const clock = { now: Date.parse('2026-03-01T00:00:00Z') }
  const now = () => clock.now
  const pace = makePace(50, now)
  const condition = makeCondition({ perSecond: 50, catchUpPerSecond: 4 }, pace, { monotonic: now, wall: now })
  const newRead = (other: Partial<ReadNeeds> = {}) =>
    makeOneRead({
      store,
      leases,
      handles: makeHandles(store, seal),
      seal,
      log: quiet,
      environment: { name: stage, kind: 'stage', merchantIds: [merchant] },
      service: service.door(),
      condition,
      review,
      turn: (request) => request(),
      now,
      ...other,
    })
  const read = newRead()

  return {
    store,
    leases,
    clock,
    newRead,
    async lease(ms = 600_000) {
      const lease = await leases.take(`lease-${crypto.randomUUID()}`, 'one', ms)
      if (lease === null) throw new Error('not taken')
      return lease
    },
    id: (): TransactionId => transactionId.parse(`tx-${crypto.randomUUID().slice(0, 18)}`),
    /** Receives and takes in one notification, as the inbox does: its bytes are one row. */
    async receive(one: Delivery): Promise<void> {
      const digest = createHash('sha256').update(JSON.stringify(one)).digest('hex')
      await store.db.transaction().execute(async (trx) => {
        await trx
          .insertInto('inbox')
          .values({
            environment: stage,
            digest,
            received_at: now(),
            last_at: now(),
            repeats: 0,
            proof: one.proof ?? 'checksum',
            sealed: 'x',
            status: 'waiting',
            kind: 'transaction',
            transaction_id: one.transaction,
            event: one.event,
            state: one.state,
            compound: `${one.state}.${one.reason}`,
            amount_minor: one.amount === undefined ? null : Number(one.amount.amount),
            currency: one.amount?.currency ?? null,
            tasks: one.tasks ?? null,
            secret_hash:
              one.secret === undefined
                ? null
                : (secretHashes(seal, stage, one.transaction, one.secret)[0] ?? null),
          })
          .onConflict((conflict) =>
            conflict.columns(['environment', 'digest']).doUpdateSet((eb) => ({
              repeats: eb('inbox.repeats', '+', 1),
              last_at: now(),
            })),
          )
          .execute()
        const transaction = transactionId.parse(one.transaction)
        await ask(trx, [{ environment: stage, transaction, why: 'notification', dueAt: now() }], now())
      })
    },
    ask: (transaction: TransactionId, withList = false) =>
      ask(store.db, [{ environment: stage, transaction, why: 'sweep', dueAt: now(), withList }], now()),
    /** Reads whatever is due now; gives what came of each. */
    async drain(lease: Lease, by = read): Promise<Read['result'][]> {
      const results: Read['result'][] = []
      for (;;) {
        const due = await nextDue(store.db, stage, now(), [])
        if (due === null) return results
        const told = await by(due, lease)
        heed(condition, due.transaction_id, told)
        results.push(told.result)
      }
    },
    /** The service says this from now on, and it is read after so long, until nothing of it is due. */
    async tell(id: TransactionId, record: Stored | null, lease: Lease, after: number): Promise<void> {
      if (record === null) service.records.delete(id)
      else service.records.set(id, record)
      clock.now += after
      await this.ask(id)
      for (;;) {
        await this.drain(lease)
        if ((await this.due(id)) === undefined) return
        // What the service did not know at once is asked again.
        clock.now += 600_000
      }
    },
    row: (id: string) =>
      store.db.selectFrom('transactions').selectAll().where('id', '=', id).executeTakeFirst(),
    inbox: (id: string) =>
      store.db.selectFrom('inbox').selectAll().where('transaction_id', '=', id).orderBy('seq').execute(),
    observations: (id: string) =>
      store.db
        .selectFrom('observations')
        .selectAll()
        .where('transaction_id', '=', id)
        .orderBy('seq')
        .execute(),
    changes: (id: string) =>
      store.db.selectFrom('changes').selectAll().where('subject_id', '=', id).orderBy('seq').execute(),
    due: (id: string) =>
      store.db.selectFrom('due_reads').selectAll().where('transaction_id', '=', id).executeTakeFirst(),
  }
}

export type Office = ReturnType<typeof makeOffice>
