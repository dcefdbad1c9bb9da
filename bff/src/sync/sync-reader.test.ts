import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { systemClock } from '../payment-service/parsing/limits.ts'
import { createTestStore, databaseKinds, type TestStore } from '../platform/database/test-store.test-kit.ts'
import {
  demoStage,
  type FakePaymentService,
  startFakePaymentService,
} from './fake-payment-service.test-kit.ts'
import { createServiceRequestPacer } from './request-pacer.ts'
import { createServiceHealthTracker } from './service-health.ts'
import { createSyncHarness, silentLog } from './sync-harness.test-kit.ts'
import { createSyncReader } from './sync-reader.ts'

const rates = { perSecond: 50, catchUpPerSecond: 4 }

describe.each(databaseKinds)('a reader that is stopped (%s)', (backing) => {
  let made: TestStore
  let service: FakePaymentService

  beforeEach(async () => {
    made = await createTestStore(backing)
    service = await startFakePaymentService()
  })
  afterEach(async () => {
    await service.stop()
    await made.remove()
  })

  /** Runs the reader with one due read and stops it at `stopAt`; returns what was read. */
  async function readUntil(stopAt: 'looking' | 'reading') {
    const office = createSyncHarness(made, service)
    const [id, stop, read] = [office.id(), new AbortController(), [] as string[]]
    await office.ask(id)
    const reader = createSyncReader({
      store: made.store,
      log: silentLog,
      environment: demoStage,
      serviceHealth: createServiceHealthTracker(
        rates,
        createServiceRequestPacer(rates.perSecond, systemClock.monotonic),
        systemClock,
      ),
      read: async (due) => {
        read.push(due.transaction_id)
        stop.abort()
        return { result: 'same' }
      },
      processNotifications: async () => 0,
      onRead: () => undefined,
      // Stop here: the reader asks for the time just before it queries the queue.
      now: () => {
        if (stopAt === 'looking') stop.abort()
        return office.clock.now
      },
    })
    await reader.readDue(await office.lease(), stop.signal)
    return { id, read, office }
  }

  it('while it looks for work starts no read and leaves the queue unchanged', async () => {
    const { id, read, office } = await readUntil('looking')
    expect(read).toEqual([])
    expect(await office.due(id)).toBeDefined()
  })

  it('while it reads has started the due read', async () => {
    const { id, read } = await readUntil('reading')
    expect(read).toEqual([id])
  })
})
