import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import {
  createTestStore,
  databaseKinds,
  type TestStore,
} from '../../platform/database/test-store.test-kit.ts'
import { createLogger } from '../../platform/runtime/log.ts'
import { appendLiveChange, loadLatestLiveChangeSeq, pruneLiveChanges } from '../../records/live-changes.ts'
import { createLiveChangeHub, type LiveChangeHub } from './hub.ts'

const log = createLogger('silent')

describe.each(databaseKinds)('change hub (%s)', (backing) => {
  let made: TestStore
  const hubs: LiveChangeHub[] = []
  beforeAll(async () => {
    made = await createTestStore(backing)
  })
  afterAll(() => made.remove())
  afterEach(() => {
    for (const hub of hubs.splice(0)) hub.stop()
  })
  function start(): LiveChangeHub {
    const hub = createLiveChangeHub(made.store, log)
    hubs.push(hub)
    return hub
  }
  async function note(count: number, wakes = true, at = Date.now()): Promise<number> {
    const { db, dialect, wake } = made.store
    const change = {
      environment: 'stage',
      merchant: 'one',
      kind: 'transaction',
      subject_id: 't',
      version: 1,
    } as const
    const all = Array.from({ length: count }, () => change)
    await db.transaction().execute((trx) => appendLiveChange(trx, dialect, all, at))
    if (wakes) wake('changes')
    return loadLatestLiveChangeSeq(db)
  }

  it('knows the last thousand changes recorded before it began', async () => {
    const newest = await note(1_300)
    const replayBuffer = await start().catchUp()
    expect(replayBuffer.head()).toBe(newest)
    expect(replayBuffer.readAfter(newest - 1_000, 2_000)?.changes).toHaveLength(1_000)
    expect(replayBuffer.readAfter(newest - 1_001, 2_000)).toBeNull()
  })

  it('knows everything committed at the time of a call, woken or not, for concurrent calls too', async () => {
    const hub = start()
    await hub.catchUp()
    for (let round = 0; round < 5; round += 1) {
      const newest = await note(600, false)
      const rings = await Promise.all([hub.catchUp(), hub.catchUp(), hub.catchUp()])
      expect(rings.map((replayBuffer) => replayBuffer.head())).toEqual([newest, newest, newest])
    }
  })

  it('wakes a waiting subscriber, within about a second even without a wake of the store', async () => {
    const hub = start()
    await hub.catchUp()
    const subscriber = hub.subscribe('session', () => undefined)
    const woken = subscriber.wait(20_000)
    await note(1)
    expect(await woken).toBe('more')
    const again = subscriber.wait(20_000)
    await note(1, false)
    expect(await again).toBe('more')
    subscriber.unsubscribe()
  })

  it('reports changes before they wake any stream', async () => {
    const order: (string | number)[] = []
    const hub = createLiveChangeHub(made.store, log, (upTo) => order.push(upTo))
    hubs.push(hub)
    await hub.catchUp()
    order.splice(0)
    const subscriber = hub.subscribe('session', () => undefined)
    const woken = subscriber.wait(20_000).then((what) => order.push(what))
    const newest = await note(1)
    await woken
    expect(order).toEqual([newest, 'more'])
    subscriber.unsubscribe()
  })

  it('goes on from the newest number although all changes were pruned', async () => {
    const newest = await note(3, true, 5)
    await pruneLiveChanges(made.store.db, Date.now() + 1)
    const replayBuffer = await start().catchUp()
    expect(replayBuffer.head()).toBe(newest)
    expect(replayBuffer.readAfter(newest, 10)).toEqual({ changes: [], upTo: newest })
    expect(replayBuffer.readAfter(newest - 1, 10)).toBeNull()
  })

  it('displaces the oldest stream of a session, counts the open ones, and ends all when it stops', async () => {
    const hub = start()
    await hub.catchUp()
    const [first, ...others] = ['a', 'a', 'a', 'a', 'b'].map((session) =>
      hub.subscribe(session, () => undefined),
    )
    expect(await first?.wait(20_000)).toBe('displaced')
    first?.unsubscribe()
    expect(hub.countStreams().streams).toBe(4)
    const waiting = others.map((subscriber) => subscriber.wait(20_000))
    hub.stop()
    expect(await Promise.all(waiting)).toEqual(['stopping', 'stopping', 'stopping', 'stopping'])
  })

  it('reports silence for a while', async () => {
    const hub = start()
    await hub.catchUp()
    expect(await hub.subscribe('c', () => undefined).wait(30)).toBe('quiet')
  })
})
