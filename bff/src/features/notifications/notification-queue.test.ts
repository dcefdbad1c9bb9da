import { environmentNameSchema } from '@paydesk/shared/core/ids'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Store } from '../../platform/database/database.ts'
import { createFieldCipher } from '../../platform/database/field-cipher.ts'
import {
  createTestStore,
  databaseKinds,
  type TestStore,
} from '../../platform/database/test-store.test-kit.ts'
import { Secret } from '../../platform/runtime/secret.ts'
import {
  buildNotificationCipherContext,
  createNotificationQueue,
  type IncomingNotification,
  notificationQueueFullError,
} from './notification-queue.ts'

const cipher = createFieldCipher([new Secret('inbox-key-inbox-key-inbox-key-inbox-key')])
const stage = environmentNameSchema.parse('stage')
const production = environmentNameSchema.parse('production')
const arrival = (body: Uint8Array | string, environment = stage): IncomingNotification => ({
  environment,
  body: typeof body === 'string' ? Buffer.from(body) : body,
  proof: 'checksum',
})

describe.each(databaseKinds)('notification queue (%s)', (backing) => {
  let opened: TestStore
  let now = 1_750_000_000_000
  let passed = 0
  beforeAll(async () => {
    opened = await createTestStore(backing)
  })
  afterAll(() => opened.remove())

  const put = (notificationQueue: ReturnType<typeof createNotificationQueue>, one: IncomingNotification) =>
    new Promise<unknown>((done) => notificationQueue.put(one, done))
  const rows = () => opened.store.db.selectFrom('notification_queue').selectAll().orderBy('seq').execute()
  const empty = () => opened.store.db.deleteFrom('notification_queue').execute()
  const inboxOver = (store: Store, most: number) =>
    createNotificationQueue({
      ...{ store, cipher, environments: [stage, production], maxBacklog: most },
      now: () => now,
      monotonic: () => passed,
    })
  const inboxOf = (most = 1_000) => inboxOver(opened.store, most)

  it('stores the bytes unchanged, encrypted for their own row', async () => {
    const notificationQueue = inboxOf()
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ minLength: 1, maxLength: 2_000 }), async (body) => {
        await empty()
        expect(await put(notificationQueue, arrival(body))).toBeNull()
        const [row] = await rows()
        if (row === undefined) throw new Error('nothing was stored')
        expect(row).toMatchObject({
          environment: 'stage',
          status: 'new',
          repeats: 0,
          proof: 'checksum',
          tries: 0,
        })
        expect(cipher.openBytes(buildNotificationCipherContext('stage', row.digest), row.sealed)).toEqual(
          Buffer.from(body),
        )
        expect(
          cipher.openBytes(buildNotificationCipherContext('production', row.digest), row.sealed),
        ).toBeNull()
      }),
      { numRuns: 25 },
    )
  })

  it('counts the same bytes instead of storing them again, within a group and across groups', async () => {
    await empty()
    const notificationQueue = inboxOf()
    const first = now
    await Promise.all(Array.from({ length: 100 }, () => put(notificationQueue, arrival('same'))))
    now += 60_000
    for (let i = 0; i < 7; i += 1) await put(notificationQueue, arrival('same'))
    await put(notificationQueue, arrival('same', production))
    expect(await rows()).toMatchObject([
      { environment: 'stage', repeats: 106, received_at: first, last_at: now },
      { environment: 'production', repeats: 0 },
    ])
  })

  it('stores every notification of a burst once, for any size of group', async () => {
    await empty()
    const notificationQueue = inboxOf(10_000)
    const other = inboxOf(10_000)
    const bodies = Array.from({ length: 700 }, (_, at) => `body ${at}`)
    const answers = await Promise.all(
      bodies.flatMap((body) => [put(notificationQueue, arrival(body)), put(other, arrival(body))]),
    )
    expect(answers.filter((one) => one !== null)).toEqual([])
    const stored = await rows()
    expect(stored.length).toBe(700)
    expect(stored.map(({ repeats }) => repeats).filter((times) => times !== 1)).toEqual([])
  })

  it('rejects notifications while the backlog is full and accepts them again after processing', async () => {
    await empty()
    const notificationQueue = inboxOf(3)
    for (const body of ['1', '2', '3']) expect(await put(notificationQueue, arrival(body))).toBeNull()
    expect(await put(notificationQueue, arrival('4'))).toBe(notificationQueueFullError)
    expect((await rows()).length).toBe(3)
    await opened.store.db.updateTable('notification_queue').set({ status: 'stored' }).execute()
    // Set the wall clock back: a count timed by it would never expire.
    now -= 3_600_000
    passed += 1_000
    expect(await put(notificationQueue, arrival('4'))).toBeNull()
    now += 3_600_000
  })

  it('detects a burst and its end, regardless of the wall clock', async () => {
    await empty()
    const notificationQueue = inboxOf(10_000)
    const crowd = Array.from({ length: 300 }, (_, at) => arrival(`of a crowd ${at}`))
    await Promise.all(crowd.map((one) => put(notificationQueue, one)))
    expect(notificationQueue.isOverloaded()).toBe(true)
    now -= 3_600_000
    passed += 10_000
    expect(notificationQueue.isOverloaded()).toBe(false)
    now += 3_600_000
  })

  it('wakes the processor after the commit', async () => {
    await empty()
    const notificationQueue = inboxOf()
    const found: Promise<number>[] = []
    const stop = opened.store.onWake('notifications', () => found.push(rows().then(({ length }) => length)))
    await put(notificationQueue, arrival('woken'))
    stop()
    expect(await found[0]).toBe(1)
  })

  it('reports a failure if the database does not store the row', async () => {
    const closed = await createTestStore(backing)
    const notificationQueue = inboxOver(closed.store, 1_000)
    await closed.remove()
    const failures = await Promise.all(['a', 'b'].map((body) => put(notificationQueue, arrival(body))))
    for (const failure of failures) expect(failure).toBeInstanceOf(Error)
  })
})
