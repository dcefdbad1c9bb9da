import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { systemClock } from '../payment-service/parsing/limits.ts'
import { backings, type NewStore, newStore } from '../platform/database/new-store.test-kit.ts'
import { makeOffice, quiet } from './office.test-kit.ts'
import { makePace } from './pace.ts'
import { makeReader } from './reader.ts'
import { makeCondition } from './service-health.ts'
import { type SmallService, stage, startSmallService } from './small-service.test-kit.ts'

const rates = { perSecond: 50, catchUpPerSecond: 4 }

describe.each(backings)('a reader that is told to stop (%s)', (backing) => {
  let made: NewStore
  let service: SmallService

  beforeEach(async () => {
    made = await newStore(backing)
    service = await startSmallService()
  })
  afterEach(async () => {
    await service.stop()
    await made.remove()
  })

  /** Works off one due read, and is told to stop just where `stopAt` says; gives what it read. */
  async function readUntil(stopAt: 'looking' | 'reading') {
    const office = makeOffice(made, service)
    const [id, stop, read] = [office.id(), new AbortController(), [] as string[]]
    await office.ask(id)
    const reader = makeReader({
      store: made.store,
      log: quiet,
      environment: stage,
      condition: makeCondition(rates, makePace(rates.perSecond, systemClock.monotonic), systemClock),
      read: async (due) => {
        read.push(due.transaction_id)
        stop.abort()
        return { result: 'same' }
      },
      takeIn: async () => 0,
      note: () => undefined,
      // Asked for just before the queue is.
      now: () => {
        if (stopAt === 'looking') stop.abort()
        return office.clock.now
      },
    })
    await reader.readDue(await office.lease(), stop.signal)
    return { id, read, office }
  }

  it('while it looks for work begins nothing more, and leaves what it found', async () => {
    const { id, read, office } = await readUntil('looking')
    expect(read).toEqual([])
    expect(await office.due(id)).toBeDefined()
  })

  it('while it reads has begun what was due', async () => {
    const { id, read } = await readUntil('reading')
    expect(read).toEqual([id])
  })
})
