import { anyCharacter } from '@paydesk/shared/core/any-character.test-kit'
import { environmentNameSchema } from '@paydesk/shared/core/ids'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createFieldCipher } from '../../platform/database/field-cipher.ts'
import {
  createTestStore,
  databaseKinds,
  type TestStore,
} from '../../platform/database/test-store.test-kit.ts'
import { createLogger } from '../../platform/runtime/log.ts'
import { pickByRunLength } from '../../platform/runtime/run-length.test-kit.ts'
import { Secret } from '../../platform/runtime/secret.ts'
import { computeTransactionSecretHashes } from '../../records/observations/notification-columns.ts'
import { buildNotificationCipherContext, createNotificationQueue } from './notification-queue.ts'
import { createNotificationProcessor } from './process-notification-queue.ts'

const cipher = createFieldCipher([new Secret('take-in-key-take-in-key-take-in-key-take')])
const log = createLogger('silent')
const needs = { cipher, log, isOverloaded: () => false }
const stage = environmentNameSchema.parse('stage')
const idOf = (n: number) => `3f6c1c1e-6a0b-4f0e-9a53-${String(n).padStart(12, '0')}`
const buildNotification = (n: number, more: object = {}) => ({
  id: idOf(n),
  event: 'payment_success',
  state: 'PENDING',
  compound_state: 'PENDING.PROCESSING_TRANSACTION',
  ...more,
})

describe.each(databaseKinds)('processing the notification queue (%s)', (backing) => {
  let opened: TestStore
  beforeAll(async () => {
    opened = await createTestStore(backing)
  })
  afterAll(() => opened.remove())
  beforeEach(async () => {
    for (const table of ['notification_queue', 'read_queue', 'transactions', 'changes'] as const)
      await opened.store.db.deleteFrom(table).execute()
  })

  async function receive(...bodies: readonly (object | string | Uint8Array)[]): Promise<void> {
    const notificationQueue = createNotificationQueue({
      store: opened.store,
      cipher,
      environments: [stage],
      maxBacklog: 100_000,
    })
    for (const one of bodies) {
      const text = typeof one === 'string' || one instanceof Uint8Array ? one : JSON.stringify(one)
      const arrival = { environment: stage, body: Buffer.from(text), proof: 'checksum' as const }
      const failure = await new Promise((done) => notificationQueue.put(arrival, done))
      expect(failure).toBeNull()
    }
  }
  async function takeAll(
    takeIn = createNotificationProcessor({ ...needs, store: opened.store }),
  ): Promise<void> {
    while ((await takeIn(stage)) > 0);
  }
  const rows = () => opened.store.db.selectFrom('notification_queue').selectAll().orderBy('seq').execute()
  const due = () => opened.store.db.selectFrom('read_queue').selectAll().orderBy('transaction_id').execute()

  it('enqueues a read for the same bytes after their confirmation, not for a sender retry', async () => {
    await receive(buildNotification(1), buildNotification(2))
    await takeAll()
    await opened.store.db
      .updateTable('notification_queue')
      .set({ status: 'confirmed', effect: 'changed' })
      .execute()
    await opened.store.db.deleteFrom('read_queue').execute()
    await receive(buildNotification(1), buildNotification(2))
    await takeAll()
    expect(await due()).toEqual([])
    await opened.store.db
      .updateTable('notification_queue')
      .set((eb) => ({ received_at: eb('received_at', '-', 60_000) }))
      .where('transaction_id', '=', idOf(1))
      .execute()
    await receive(buildNotification(1), buildNotification(2))
    await takeAll()
    expect(await due()).toMatchObject([{ transaction_id: idOf(1), priority: 0 }])
    expect(await rows()).toMatchObject([
      { repeats: 2, status: 'confirmed', effect: 'changed' },
      { repeats: 2, status: 'confirmed', effect: 'changed' },
    ])
    await opened.store.db.deleteFrom('read_queue').execute()
    await takeAll()
    expect(await due()).toEqual([])
  })

  it('enqueues one urgent read per announced transaction', async () => {
    await receive(
      buildNotification(1),
      buildNotification(1, { state: 'SUCCESS', event: 'transaction_accepted' }),
      buildNotification(2),
    )
    await takeAll()
    expect(await rows()).toMatchObject([
      {
        status: 'waiting',
        kind: 'transaction',
        transaction_id: idOf(1),
        event: 'payment_success',
        state: 'PENDING',
        compound: 'PENDING.PROCESSING_TRANSACTION',
      },
      { status: 'waiting', state: 'SUCCESS', event: 'transaction_accepted' },
      { status: 'waiting', transaction_id: idOf(2) },
    ])
    expect(await due()).toMatchObject([
      { transaction_id: idOf(1), priority: 0 },
      { transaction_id: idOf(2), priority: 0 },
    ])
    const changes = await opened.store.db.selectFrom('changes').selectAll().execute()
    expect(changes.map(({ kind, subject_id }) => [kind, subject_id])).toEqual(
      (await rows()).map(({ seq }) => ['notification', String(seq)]),
    )
  })

  it('drops credentials at every depth and keeps a keyed hash of the secret', async () => {
    const secret = 'notice-secret-0123456789'
    const nested = {
      identity: { download_url: 'https://x.test/zq', deeper: [{ secret, kept: 'kept-value' }] },
    }
    await receive(buildNotification(3, { secret, redirect_url: 'https://y.test/zq', ...nested, big: 1 }))
    await takeAll()
    const [row] = await rows()
    if (row === undefined) throw new Error('no row')
    expect(row.secret_hash).toBe(computeTransactionSecretHashes(cipher, 'stage', idOf(3), secret)[0])
    const body = cipher.open(buildNotificationCipherContext('stage', row.digest), row.sealed) ?? ''
    expect(body).toContain('kept-value')
    for (const gone of [secret, 'redirect_url', 'download_url', 'x.test', '"secret"'])
      expect(body).not.toContain(gone)
  })

  it.each([
    [
      'an incoming transfer',
      { id: 'x1y2z3', event: 'payment_success', original_sender_name: 'J' },
      'incoming_transfer',
      null,
    ],
    ['no id', { event: 'payment_success', state: 'PENDING' }, 'unreadable', 'no_id'],
    ['an id that climbs', buildNotification(0, { id: '../v1/identity/x' }), 'unreadable', 'no_id'],
    ['an id with a line end', buildNotification(0, { id: `${idOf(9)}\n` }), 'unreadable', 'no_id'],
    ['an id that is a list', buildNotification(0, { id: [idOf(9)] }), 'unreadable', 'no_id'],
  ] as const)('keeps %s without enqueuing a read', async (_, body, kind, why) => {
    await receive(body)
    await takeAll()
    expect(await rows()).toMatchObject([{ status: 'stored', kind, why, transaction_id: null }])
    expect(await due()).toEqual([])
  })

  it.each([
    ['{"id":', 'json_syntax'],
    ['[]', 'not_an_object'],
    ['"text"', 'not_an_object'],
    ['['.repeat(5_000), 'json_depth'],
    [Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]), 'json_not_utf8'],
  ] as const)('isolates unreadable notifications', async (body, why) => {
    await receive(body)
    await takeAll()
    expect(await rows()).toMatchObject([{ status: 'isolated', kind: 'unreadable', why }])
  })

  it('survives any content', async () => {
    const anything = fc.oneof(
      fc.json(),
      fc.uint8Array({ minLength: 1, maxLength: 400 }),
      fc
        .record(
          {
            id: fc.oneof(fc.constant(idOf(7)), fc.string({ unit: anyCharacter }), fc.jsonValue()),
            event: fc.oneof(fc.string({ unit: anyCharacter, maxLength: 200 }), fc.jsonValue()),
            state: fc.oneof(fc.string({ unit: anyCharacter, maxLength: 200 }), fc.jsonValue()),
            compound_state: fc.string({ unit: anyCharacter, maxLength: 200 }),
            secret: fc.jsonValue(),
            payment_amount: fc.oneof(
              fc.jsonValue(),
              fc.record({ amount: fc.jsonValue(), currency: fc.string() }),
            ),
            outstanding_tasks: fc.jsonValue(),
            original_message: fc.oneof(fc.jsonValue(), fc.record({ merchant_id: fc.jsonValue() })),
          },
          { requiredKeys: ['id'] },
        )
        .map((body) => JSON.stringify(body)),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(anything, { minLength: 1, maxLength: 20 }), async (bodies) => {
        await receive(...bodies.filter((body) => body.length > 0))
        await takeAll()
        const stored = await rows()
        expect(
          stored.filter(({ status, tries, why }) => status === 'new' || tries > 0 || why === 'failed'),
        ).toEqual([])
        for (const { transaction_id } of await due())
          expect(transaction_id).toMatch(/^[A-Za-z0-9][\w-]{3,63}$/)
      }),
      { numRuns: pickByRunLength(12, 40) },
    )
  })

  it('isolates a row after five failures of our own code, without delaying the others', async () => {
    await receive(buildNotification(1, { secret: 'poison' }), buildNotification(2), buildNotification(3))
    const poisoned = {
      ...cipher,
      blindIndexes: (purpose: string, text: string) => {
        if (text.includes('poison')) throw new TypeError('a mistake of ours')
        return cipher.blindIndexes(purpose, text)
      },
    }
    const takeIn = createNotificationProcessor({ ...needs, store: opened.store, cipher: poisoned })
    await takeIn(stage)
    expect((await rows()).map(({ status }) => status)).toEqual(['new', 'waiting', 'waiting'])
    await takeAll(takeIn)
    expect(await rows()).toMatchObject([{ status: 'isolated', why: 'failed', tries: 5 }, {}, {}])
  })

  it('lets at most a hundred unseen transactions wait for their read, then the next ones', async () => {
    await receive(...Array.from({ length: 130 }, (_, n) => buildNotification(n)))
    await takeAll()
    expect((await due()).length).toBe(100)
    expect((await rows()).filter(({ status }) => status === 'new').length).toBe(30)
    // Waiting rows block no others: a notification of an enqueued transaction goes on.
    await receive(buildNotification(0, { state: 'SUCCESS' }))
    await takeAll()
    expect((await rows()).at(-1)).toMatchObject({ status: 'waiting', state: 'SUCCESS' })
    await opened.store.db.deleteFrom('read_queue').where('transaction_id', '<', idOf(20)).execute()
    await takeAll()
    expect((await rows()).filter(({ status }) => status === 'new').length).toBe(10)
  })

  it('gives the same result when run twice concurrently', async () => {
    await receive(...Array.from({ length: 60 }, (_, n) => buildNotification(n)))
    // The embedded database has one process, and one connection.
    const other = backing === 'postgres' ? await opened.openSecondStore() : opened.store
    await Promise.all([takeAll(), takeAll(createNotificationProcessor({ ...needs, store: other }))])
    if (other !== opened.store) await other.close()
    expect(new Set((await rows()).map(({ status }) => status))).toEqual(new Set(['waiting']))
    expect((await due()).length).toBe(60)
  })

  it('isolates notifications that no key decrypts', async () => {
    await receive(buildNotification(1))
    await takeAll(
      createNotificationProcessor({
        ...needs,
        store: opened.store,
        cipher: createFieldCipher([new Secret('k'.repeat(40))]),
      }),
    )
    expect(await rows()).toMatchObject([{ status: 'isolated', why: 'not_opened' }])
  })
})
