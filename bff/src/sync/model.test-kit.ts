import { type TransactionId, transactionIdSchema } from '@paydesk/shared/core/ids'
import { parseTransactionState } from '@paydesk/shared/core/state'
import { type KyselyPlugin, sql } from 'kysely'
import { expect } from 'vitest'
import type { Store } from '../platform/database/database.ts'
import type { Lease } from '../platform/database/leases.ts'
import { enqueueTransactionRead } from '../records/read-queue.ts'
import { demoStage, type FakePaymentService, type FaultMode } from './fake-payment-service.test-kit.ts'
import { findNextDueRead, findOrphanedNotifications } from './read-queue-store.ts'
import { planSyncReads } from './schedule-open-reads.ts'
import { createSyncHarness, type TestNotification } from './sync-harness.test-kit.ts'

/** States of a transaction in the model: some open ones, then one final state. */
export const openStates = ['PREFLIGHT', 'PENDING', 'MANUAL_REVIEW', 'PROCESSING_DOCUMENT'] as const
export const endStates = ['SUCCESS', 'DECLINED', 'EXPIRED'] as const

export type ModelStep =
  | {
      readonly do: 'change'
      readonly who: number
      readonly to: string
      readonly fate: 'sent' | 'lost' | 'doubled' | 'delayed'
    }
  | { readonly do: 'deliver' | 'look'; readonly who: number }
  | { readonly do: 'work' | 'overtaken' | 'changed while read'; readonly who: number; readonly to: string }
  | { readonly do: 'killed'; readonly after: number }
  | { readonly do: 'spell'; readonly under: FaultMode; readonly minutes: number }
  | { readonly do: 'sync' | 'wait'; readonly minutes: number }

/** Time in ms after which faults end: a transaction that is unknown for longer is given up for good. */
const faultsEndMs = 4 * 3_600_000

/** Wraps a store that fails every statement after a number of them, like a killed process. */
function createMortalStore(store: Store) {
  let left = Number.POSITIVE_INFINITY
  const plugin: KyselyPlugin = {
    transformQuery({ node }) {
      if (left <= 0) throw new Error('killed')
      left -= 1
      return node
    },
    transformResult: async ({ result }) => result,
  }
  return {
    store: { ...store, db: store.db.withPlugin(plugin) },
    dieAfter: (statements: number) => {
      left = statements
    },
  }
}

/**
 * Creates a model run: a few transactions at a payment service, Paydesk behind it, and any faults in between.
 */
export function createModelRun(store: Store, service: FakePaymentService) {
  let office = createSyncHarness({ store }, service)
  const start = office.clock.now
  const ids: TransactionId[] = []
  const delayed: TestNotification[] = []
  /** All answers given, in order. */
  const answers: { readonly id: string; readonly state: string }[] = []
  let lease: Lease | null = null
  let nth = 0

  service.hooks.before = undefined
  service.fall('none')
  service.hooks.after = (id) => {
    if (service.spell() !== 'none') return
    const fakeRecord = service.records.get(id)
    if (fakeRecord !== undefined) answers.push({ id, state: fakeRecord.state })
  }

  function idOf(who: number): TransactionId {
    const id = ids[who] ?? transactionIdSchema.parse(`run-${crypto.randomUUID().slice(0, 18)}`)
    if (ids[who] === undefined) {
      ids[who] = id
      service.records.set(id, { state: 'PREFLIGHT', reason: 'PREFLIGHT' })
    }
    return id
  }
  const isFinal = (id: string) => parseTransactionState(service.records.get(id)?.state ?? '').final

  /**
   * Moves a transaction to a state unless it is final. Returns the notification, or null if nothing changed.
   */
  function move(id: TransactionId, to: string): TestNotification | null {
    if (isFinal(id)) return null
    nth += 1
    service.records.set(id, { state: to, reason: `R${nth}` })
    return { transaction: id, event: `event_${nth}`, state: to, reason: `R${nth}` }
  }

  async function holder(): Promise<Lease> {
    lease ??= await office.lease()
    return lease
  }
  async function handOver(): Promise<void> {
    if (lease !== null)
      await store.db.updateTable('leases').set({ until: 1 }).where('name', '=', lease.name).execute()
    const next = lease === null ? null : await office.leases.acquire(lease.name, 'next', 600_000)
    lease = next
  }
  async function runSync(): Promise<void> {
    const now = office.clock.now
    const lost = await findOrphanedNotifications(store.db, demoStage)
    const asks = lost.map((id) => {
      return {
        environment: demoStage,
        transaction: transactionIdSchema.parse(id),
        why: 'notification',
        dueAt: now,
      } as const
    })
    const plan = await planSyncReads(store.db, demoStage, { now, everyMs: 300_000, maxReads: 100 })
    await enqueueTransactionRead(store.db, [...asks, ...plan], now)
  }

  /**
   * Runs a read that is overtaken: a second lease holder reads too before the first holder gets its answer.
   */
  async function overtaken(who: number, to: string): Promise<void> {
    const id = idOf(who)
    await office.ask(id)
    const due = await findNextDueRead(store.db, demoStage, office.clock.now, [])
    const former = await holder()
    if (due === null) return
    let release: () => void = () => undefined
    const gate = new Promise<void>((open) => {
      release = open
    })
    const record = service.hooks.after
    let held = false
    const reached = new Promise<void>((came) => {
      service.hooks.after = async (asked) => {
        record?.(asked)
        if (asked !== due.transaction_id || held) return
        held = true
        came()
        await gate
      }
    })
    const late = office
      .newRead()(due, former)
      .catch(() => 'stopped')
    await reached
    await handOver()
    const testNotification = move(id, to)
    if (testNotification !== null) await office.receive(testNotification)
    await office.drain(await holder())
    await check()
    release()
    await late
    service.hooks.after = record
  }

  async function killed(after: number): Promise<void> {
    const { store: view, dieAfter } = createMortalStore(store)
    const { clock } = office
    const doomed = createSyncHarness({ store: view }, service)
    doomed.clock.now = clock.now
    const lent = await holder()
    dieAfter(after)
    await doomed.drain(lent).catch(() => undefined)
    office = createSyncHarness({ store }, service)
    office.clock.now = clock.now
    await handOver()
  }

  /** Sets the fault mode, then runs due reads for this number of minutes. */
  async function fall(under: FaultMode, minutes: number): Promise<void> {
    if (office.clock.now <= start + faultsEndMs) service.fall(under)
    for (let minute = 0; minute < minutes; minute++) {
      await office.drain(await holder())
      await check()
      office.clock.now += 60_000
    }
  }

  async function take(step: ModelStep): Promise<void> {
    if (office.clock.now > start + faultsEndMs) service.fall('none')
    switch (step.do) {
      case 'change': {
        const testNotification = move(idOf(step.who), step.to)
        if (testNotification === null || step.fate === 'lost') return
        if (step.fate === 'delayed') delayed.push(testNotification)
        else await office.receive(testNotification)
        if (step.fate === 'doubled') await office.receive(testNotification)
        return
      }
      case 'deliver': {
        const [testNotification] = delayed.splice(step.who % Math.max(1, delayed.length), 1)
        if (testNotification !== undefined) await office.receive(testNotification)
        return
      }
      case 'look':
        return office.ask(idOf(step.who))
      case 'work':
        await office.drain(await holder())
        return
      case 'changed while read': {
        const record = service.hooks.after
        service.hooks.after = async (asked) => {
          record?.(asked)
          service.hooks.after = record
          const testNotification = move(idOf(step.who), step.to)
          if (testNotification !== null) await office.receive(testNotification)
        }
        await office.drain(await holder())
        service.hooks.after = record
        return
      }
      case 'overtaken':
        return overtaken(step.who, step.to)
      case 'killed':
        return killed(step.after)
      case 'spell':
        return fall(step.under, step.minutes)
      case 'sync':
        await runSync()
        await office.drain(await holder())
        return
      case 'wait':
        office.clock.now += step.minutes * 60_000
    }
  }

  const shown = new Map<string, string>()
  const lastAnswer = (id: string, state: string) =>
    answers.findLastIndex((one) => one.id === id && one.state === state)

  /**
   * Checks the invariants: a recorded state was read, only a later read replaced it, and every waiting
   * notification has a queued read.
   */
  async function check(): Promise<void> {
    for (const { id, state } of await store.db.selectFrom('transactions').select(['id', 'state']).execute()) {
      expect(lastAnswer(id, state), 'nobody read this state').toBeGreaterThanOrEqual(0)
      const before = shown.get(id)
      if (before !== undefined && before !== state)
        expect(lastAnswer(id, state), 'an older read won').toBeGreaterThan(lastAnswer(id, before))
      shown.set(id, state)
    }
    const waiting = await store.db
      .selectFrom('notification_queue')
      .select('transaction_id')
      .where('status', '=', 'waiting')
      .execute()
    const due = await store.db.selectFrom('read_queue').select('transaction_id').execute()
    const asked = new Set(due.map(({ transaction_id }) => transaction_id))
    const left = waiting.filter(({ transaction_id }) => !asked.has(transaction_id ?? ''))
    expect(left, 'waits for a read that nobody asks for').toEqual([])
  }

  return {
    async play(steps: readonly ModelStep[]): Promise<void> {
      for (const step of steps) {
        await take(step)
        await check()
      }
    },
    /** Delivers all delayed notifications, ends the faults and runs the sync over some hours. */
    async quiet(): Promise<void> {
      service.fall('none')
      for (const testNotification of delayed.splice(0)) await office.receive(testNotification)
      for (let runs = 0; runs < 4; runs++) {
        office.clock.now += 121 * 60_000
        await runSync()
        await office.drain(await holder())
        await check()
      }
    },
    async same(): Promise<void> {
      const rows = await store.db.selectFrom('transactions').selectAll().execute()
      for (const row of rows) {
        expect(row.state).toBe(service.records.get(row.id)?.state)
        expect(row.reason).toBe(service.records.get(row.id)?.reason)
        const observations = await office.observations(row.id)
        expect(
          observations.findLast(({ what }) => what === 'state' || what === 'first_seen')?.after_value,
        ).toBe(row.state)
        expect(row.finality === 'open').toBe(row.final === 0)
      }
      // Expect exactly the transactions in review as open cases.
      const items = await store.db
        .selectFrom('review_cases')
        .selectAll()
        .where('ended_at', 'is', null)
        .execute()
      const reviewed = rows.filter(({ review }) => review === 1)
      expect(items.map((item) => `${item.transaction_id} ${item.state}`).sort()).toEqual(
        reviewed.map(({ id, state }) => `${id} ${state}`).sort(),
      )
      const notificationQueue = await store.db.selectFrom('notification_queue').selectAll().execute()
      expect(notificationQueue.filter(({ status }) => status !== 'confirmed')).toEqual([])
      const known = new Set(rows.map(({ id }) => id))
      expect(notificationQueue.filter(({ transaction_id }) => !known.has(transaction_id ?? ''))).toEqual([])
      expect(new Set(notificationQueue.map(({ digest }) => digest)).size).toBe(notificationQueue.length)
      expect(await store.db.selectFrom('read_queue').selectAll().execute()).toEqual([])
      expect(office.clock.now).toBeGreaterThanOrEqual(start)
    },
  }
}

/** Empties the database between runs. With `speedUpDatabase` this is fast; other tests prove durability. */
export async function emptyDatabase(store: Store): Promise<void> {
  for (const table of [
    'transactions',
    'observations',
    'notification_queue',
    'read_queue',
    'changes',
    'undocumented_values',
    'review_cases',
  ] as const)
    await store.db.deleteFrom(table).execute()
}

export async function speedUpDatabase(store: Store): Promise<void> {
  if (store.dialect === 'sqlite') await sql`pragma synchronous = off`.execute(store.db)
  else {
    const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(store.db)
    await sql`alter database ${sql.id(rows[0]?.name ?? '')} set synchronous_commit = off`.execute(store.db)
  }
}
