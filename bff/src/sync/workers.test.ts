import { randomBytes } from 'node:crypto'
import type { TransactionId } from '@paydesk/shared/core/ids'
import { describe, it, type TestContext } from 'vitest'
import { systemClock } from '../payment-service/parsing/limits.ts'
import type { Store } from '../platform/database/database.ts'
import {
  createTestStore,
  type DatabaseKind,
  databaseKinds,
  hasPostgres,
} from '../platform/database/test-store.test-kit.ts'
import { pickByRunLength } from '../platform/runtime/run-length.test-kit.ts'
import { createHandleStore } from '../records/handles.ts'
import { demoMerchantId, demoStage, startFakePaymentService } from './fake-payment-service.test-kit.ts'
import { createSyncHarness, silentLog, testCipher, testReviewRules } from './sync-harness.test-kit.ts'
import { createSyncWorkers, type SyncWorkerDeps, type SyncWorkers } from './workers.ts'

const pending = { state: 'PENDING', reason: 'STARTING_TRANSACTION' }
const success = { state: 'SUCCESS', reason: 'OK' }
const lease = `reader/${demoStage}`

/** Longest wait of a poll in ms, which only ends a test that hangs. */
const pollOptions = { timeout: 60_000 }

/**
 * Returns the shortest time in ms that this number of requests can take at this rate: two may have been in
 * flight at once, and the first may have been late.
 */
const leastMs = (requests: number, perSecond: number) => ((requests - 3) * 1_000) / perSecond
const spanMs = (times: readonly number[]) => Math.max(...times) - Math.min(...times)

/** Creates our records, a payment service and any number of workers, all removed at the end of the test. */
async function makeWorld(backing: DatabaseKind, { onTestFinished }: TestContext) {
  const made = await createTestStore(backing)
  const service = await startFakePaymentService()
  const office = createSyncHarness(made, service)
  const running: SyncWorkers[] = []
  office.clock.now = Date.now()
  onTestFinished(async () => {
    service.hooks.before = undefined
    service.answer(200)
    service.fall('none')
    await Promise.all(running.splice(0).map((one) => one.stop()))
    await service.stop()
    await made.remove()
  })
  return {
    made,
    service,
    office,
    work(more: Partial<SyncWorkerDeps> = {}, store: Store = made.store): SyncWorkers {
      const paymentService = service.door()
      const workers = createSyncWorkers({
        holder: randomBytes(8).toString('hex'),
        store,
        handles: createHandleStore(store, testCipher),
        cipher: testCipher,
        log: silentLog,
        environments: [{ name: demoStage, kind: 'stage', merchantIds: [demoMerchantId] }],
        service: () => paymentService,
        review: testReviewRules,
        rates: { perSecond: 50, catchUpPerSecond: 4 },
        syncIntervalMs: 300_000,
        processNotifications: async () => 0,
        ...more,
      })
      workers.start()
      running.push(workers)
      return workers
    },
    /** Creates transactions of the payment service with one notification each. */
    async notified(count: number): Promise<TransactionId[]> {
      const ids = Array.from({ length: count }, () => office.id())
      for (const id of ids) {
        service.records.set(id, { ...pending })
        await office.receive({ transaction: id, event: 'payment_success', ...pending })
      }
      made.store.wake('reads')
      return ids
    },
    waiting: async () =>
      (
        await made.store.db
          .selectFrom('notification_queue')
          .select('seq')
          .where('status', '=', 'waiting')
          .execute()
      ).length,
    holder: () => made.store.db.selectFrom('leases').selectAll().where('name', '=', lease).executeTakeFirst(),
  }
}

// Run concurrently: most of the time is waiting.
describe.concurrent.each(databaseKinds)('workers (%s)', { timeout: 240_000 }, (backing) => {
  it('confirm received notifications with at most two reads at once and within the rate', async (context) => {
    const { expect } = context
    const { service, work, notified, waiting } = await makeWorld(backing, context)
    let [now, most] = [0, 0]
    service.hooks.before = () => {
      most = Math.max(most, ++now)
    }
    service.hooks.after = () => {
      now -= 1
    }
    const rows = pickByRunLength(10, 40)
    work({ rates: { perSecond: 20, catchUpPerSecond: 4 } })
    await notified(rows)
    await expect.poll(waiting, pollOptions).toBe(0)
    expect(most).toBeLessThanOrEqual(2)
    expect(spanMs(service.asked.map(({ at }) => at))).toBeGreaterThan(leastMs(rows, 20))
  })

  it('share the rate with additional work, also while they catch up', async (context) => {
    const { expect } = context
    const { service, work, notified, waiting } = await makeWorld(backing, context)
    const beside: number[] = []
    const downs: boolean[] = []
    work({
      rates: { perSecond: 40, catchUpPerSecond: 8 },
      jobs: [
        (_, { runPaced, serviceHealth }) =>
          async (_lease, signal) => {
            while (!signal.aborted) {
              downs.push(serviceHealth.isDown())
              if (serviceHealth.isDown()) await new Promise((go) => setTimeout(go, 20))
              else
                await runPaced(async () => {
                  beside.push(performance.now())
                })
            }
          },
      ],
    })
    const all = (from: number) =>
      [...service.asked.map(({ at }) => at), ...beside].filter((at) => at > from).sort((a, b) => a - b)
    const began = performance.now()
    await notified(8)
    await expect.poll(waiting, pollOptions).toBe(0)
    expect(spanMs(all(began))).toBeGreaterThan(leastMs(all(began).length, 40))
    expect(beside.length).toBeGreaterThan(0)
    service.answer(503)
    await notified(6)
    await expect.poll(() => downs.at(-1), pollOptions).toBe(true)
    const away = performance.now()
    expect(beside.filter((at) => at > away)).toEqual([])
    service.answer(200)
    await expect.poll(() => beside.some((at) => at > away), pollOptions).toBe(true)
    await expect.poll(waiting, pollOptions).toBe(0)
    // Count up to the last delayed read: after it the usual rate applies again.
    const last = service.asked.at(-1)?.at ?? 0
    const slow = all(away).filter((at) => at <= last)
    expect(spanMs(slow)).toBeGreaterThan(leastMs(slow.length, 8))
  })

  it('do not delay other transactions if the reads of one fail', async (context) => {
    const { expect } = context
    const { service, office, work, notified, waiting } = await makeWorld(backing, context)
    const [bad = office.id()] = await notified(1)
    service.failing.add(bad)
    // Stop the wall clock: a failing read is retried only when its delay is over.
    const wall = office.clock.now
    work({ clock: { ...systemClock, wall: () => wall } })
    await expect.poll(async () => (await office.due(bad))?.tries).toBeGreaterThan(0)
    const asked = service.asked.filter(({ id }) => id === bad).length
    await notified(10)
    await expect.poll(waiting, { interval: 20 }).toBe(1)
    // Expect no further attempt of the failing transaction while the others were read.
    expect(service.asked.filter(({ id }) => id === bad).length).toBe(asked)
  })

  it('only probe a payment service that is down, and then catch up slowly', async (context) => {
    const { expect } = context
    const { service, office, work, notified, waiting } = await makeWorld(backing, context)
    let ahead = 0
    const clock = { ...systemClock, wall: () => Date.now() + ahead }
    service.answer(503)
    const [first, later] = pickByRunLength([8, 2], [20, 4])
    work({ clock, rates: { perSecond: 50, catchUpPerSecond: pickByRunLength(8, 4) } })
    await notified(first)
    await expect.poll(() => service.asked.length).toBeGreaterThanOrEqual(4)
    // Advance by ten minutes, so that every queued read is due many times over.
    ahead = 600_000
    office.clock.now += ahead
    const asked = service.asked.length
    await notified(later)
    // Count the probes: there must not be one per due read.
    const probes = () => service.asked.slice(asked)
    await expect.poll(() => probes().length, pollOptions).toBeGreaterThanOrEqual(2)
    // Expect a second before the first probe and more before every further one.
    expect(spanMs(probes().map(({ at }) => at))).toBeGreaterThanOrEqual((probes().length - 1) * 900)
    expect(await waiting()).toBe(first + later)
    service.answer(200)
    const back = service.asked.length
    await expect.poll(waiting, pollOptions).toBe(0)
    const times = service.asked.slice(back).map(({ at }) => at)
    expect(spanMs(times)).toBeGreaterThan(leastMs(times.length, pickByRunLength(8, 4)))
    expect(times.length).toBeLessThanOrEqual(first + later + 2)
  })

  it('treat unusable answers as an outage: isolate nothing and confirm all afterwards', async (context) => {
    const { expect } = context
    const { made, service, office, work, notified, waiting } = await makeWorld(backing, context)
    let ahead = 0
    const clock = { ...systemClock, wall: () => Date.now() + ahead }
    service.fall('nonsense')
    work({ clock })
    const ids = await notified(6)
    await expect.poll(() => service.asked.length).toBeGreaterThanOrEqual(4)
    // Advance by ten minutes before every look, so that every queued read is due many times over.
    for (let looks = 0; looks < pickByRunLength(1, 4); looks++) {
      const asked = service.asked.length
      ahead += 600_000
      made.store.wake('reads')
      await expect.poll(() => service.asked.length, pollOptions).toBeGreaterThan(asked)
    }
    // Expect one probe at a time, not one per transaction.
    const probes = service.asked.slice(4).map(({ at }) => at)
    expect(spanMs(probes)).toBeGreaterThanOrEqual((probes.length - 1) * 900)
    expect(await waiting()).toBe(6)
    service.fall('none')
    await expect.poll(waiting, pollOptions).toBe(0)
    for (const id of ids) {
      expect(await office.row(id)).toMatchObject({ state: 'PENDING', gone: 0 })
      expect(await office.notifications(id)).toMatchObject([{ status: 'confirmed' }])
    }
  })

  it('stay within the rate when the clock moves', async (context) => {
    const { expect } = context
    const { service, office, work, notified, waiting } = await makeWorld(backing, context)
    let moved = 0
    const clock = { ...systemClock, wall: () => Date.now() + moved }
    work({ clock, syncIntervalMs: 1_000, rates: { perSecond: 10, catchUpPerSecond: 4 } })
    await notified(5)
    await expect.poll(waiting, pollOptions).toBe(0)
    const from = service.asked.length
    for (const by of [3_600_000, -3_600_000, 0]) {
      moved = by
      const [id = office.id()] = await notified(1)
      await expect.poll(() => office.row(id), pollOptions).toBeDefined()
    }
    const times = service.asked.slice(from).map(({ at }) => at)
    expect(spanMs(times)).toBeGreaterThan(leastMs(times.length, 10))
  })

  it('finish the read in flight and release the lease when stopped', async (context) => {
    const { expect } = context
    const { service, office, work, notified, holder } = await makeWorld(backing, context)
    const workers = work()
    let release: () => void = () => undefined
    service.hooks.before = () =>
      new Promise<void>((open) => {
        release = open
      })
    const [first = office.id()] = await notified(1)
    await expect.poll(() => service.asked.length).toBe(1)
    const stopped = workers.stop()
    const [second = office.id()] = await notified(1)
    service.hooks.before = undefined
    release()
    await stopped
    expect(await office.row(first)).toMatchObject({ state: 'PENDING' })
    expect(await holder()).toMatchObject({ until: 0 })
    expect(await office.row(second)).toBeUndefined()
    expect(await office.due(second)).toBeDefined()
    expect(service.asked).toHaveLength(1)
  })

  it('find unannounced changes and lost reads in a sync run', async (context) => {
    const { expect } = context
    const { made, service, office, work } = await makeWorld(backing, context)
    const [id, forgotten] = [office.id(), office.id()] as const
    service.records.set(id, { ...success })
    service.records.set(forgotten, { ...success })
    service.sent.set(id, [{ event: 'transaction_accepted', ...success }])
    const { db } = made.store
    const lent = await office.lease()
    service.records.set(id, { ...pending })
    await office.ask(id)
    await office.drain(lent)
    await office.receive({ transaction: forgotten, event: 'transaction_accepted', ...success })
    await db.deleteFrom('read_queue').execute()
    service.records.set(id, { ...success })
    office.clock.now = Date.now()
    await db.updateTable('transactions').set({ next_read_at: 1, read_at: 1 }).where('id', '=', id).execute()
    work({ syncIntervalMs: 60_000 })
    await expect
      .poll(() => office.row(id), pollOptions)
      .toMatchObject({ state: 'SUCCESS', finality: 'unconfirmed', sent: 1, received: 0 })
    await expect
      .poll(() => office.row(forgotten), pollOptions)
      .toMatchObject({ state: 'SUCCESS', finality: 'confirmed' })
    const told = async () => (await db.selectFrom('sync_runs').selectAll().execute())[0]
    await expect.poll(told).toMatchObject({ read_count: 1, changed: 1, failed: 0 })
    expect((await told())?.ended_at).not.toBeNull()
    const events = db.selectFrom('changes').select(['kind']).where('kind', '=', 'sync')
    await expect.poll(() => events.execute()).toHaveLength(2)
  })
})

describe.runIf(hasPostgres)('workers of two instances', { timeout: 240_000 }, () => {
  it('one works, with one sync run at a time; if it is killed the other takes over', async (context) => {
    const { expect } = context
    const { made, service, work, notified, waiting, holder } = await makeWorld('postgres', context)
    const stores = { one: await made.openSecondStore(), two: await made.openSecondStore() }
    const workers = {
      one: work({ holder: 'one', syncIntervalMs: 200 }, stores.one),
      two: work({ holder: 'two', syncIntervalMs: 200 }, stores.two),
    }
    const sweepsOf = async (by: string) =>
      (await made.store.db.selectFrom('sync_runs').selectAll().where('holder', '=', by).execute()).length
    await notified(10)
    await expect.poll(waiting, pollOptions).toBe(0)
    await expect.poll(async () => (await sweepsOf('one')) + (await sweepsOf('two'))).toBeGreaterThan(0)
    const killed = (await holder())?.holder === 'one' ? 'one' : 'two'
    const other = killed === 'one' ? 'two' : 'one'
    await expect.poll(() => sweepsOf(killed)).toBeGreaterThan(0)
    // Kill the instance: it cannot reach the database any more and releases no lease.
    await stores[killed].close()
    await notified(10)
    await expect.poll(waiting, pollOptions).toBe(0)
    expect((await holder())?.holder).toBe(other)
    const before = await sweepsOf(other)
    await expect.poll(() => sweepsOf(other), pollOptions).toBeGreaterThan(before + 1)
    await workers[other].stop()
    const runs = await made.store.db.selectFrom('sync_runs').selectAll().orderBy('seq').execute()
    expect(new Set(runs.map((run) => run.holder)).size).toBe(2)
    for (const [nth, run] of runs.entries()) {
      const next = runs[nth + 1]
      if (next !== undefined)
        expect(run.ended_at ?? Number.POSITIVE_INFINITY).toBeLessThanOrEqual(next.started_at)
    }
    expect(service.asked.length).toBeGreaterThanOrEqual(20)
    await stores[other].close()
  })
})
