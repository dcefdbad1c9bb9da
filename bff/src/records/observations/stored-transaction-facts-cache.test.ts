import { merchantIdSchema, transactionIdSchema } from '@paydesk/shared/core/ids'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  buildTestColumns,
  generateTestId,
  noonMs,
  testEnvironment,
} from '../../features/transaction-list/rows.test-kit.ts'
import {
  createTestStore,
  databaseKinds,
  type TestStore,
} from '../../platform/database/test-store.test-kit.ts'
import { createLogger } from '../../platform/runtime/log.ts'
import { appendLiveChange, loadLatestLiveChangeSeq, type NewLiveChange } from '../live-changes.ts'
import { createStoredTransactionFactsCache } from './stored-transaction-facts-cache.ts'

const merchant = merchantIdSchema.parse('demo-merchant')
const plain = {
  merchant,
  state: 'PENDING',
  reason: null,
  workflow: 'pay',
  finality: 'open',
  review: 0,
  test: 0,
  currency: null,
  amount: null,
  seen: noonMs,
  later: 0,
  expires: null,
} as const

describe.each(databaseKinds)('cached facts of our records (%s)', (backing) => {
  let made: TestStore
  let clock = 0
  beforeAll(async () => {
    made = await createTestStore(backing)
  })
  afterAll(() => made.remove())

  /** Creates a cache that gets change signals only from the test and has processed a first one. */
  async function start(db = made.store.db, warned: string[] = []) {
    let hear = () => {}
    const onWake = (_channel: string, listener: () => void) => {
      hear = listener
      return () => undefined
    }
    const log = createLogger('warn', { write: (line) => void warned.push(line) })
    const facts = createStoredTransactionFactsCache({ db, onWake }, log, () => clock)
    hear()
    // Wait for the first read only: the cache keeps listening, because `onWake` here ignores the
    // unsubscription.
    await facts.stop()
    return { of: facts.get, hear: () => hear(), found: facts.invalidate, read: facts.stop }
  }

  async function insert(): Promise<string> {
    const id = generateTestId()
    await made.store.db.insertInto('transactions').values(buildTestColumns(plain, id)).execute()
    return id
  }
  const change = (id: string, state: string) =>
    made.store.db.updateTable('transactions').set({ state }).where('id', '=', id).execute()
  async function tell(kind: NewLiveChange['kind'], ...subjects: string[]): Promise<void> {
    const { db, dialect } = made.store
    const changes = subjects.map((subject_id) => ({
      environment: testEnvironment,
      merchant,
      kind,
      subject_id,
      version: 1,
    }))
    await db.transaction().execute((trx) => appendLiveChange(trx, dialect, changes, noonMs))
  }
  const about = (id: string) => ({
    environment: testEnvironment,
    transaction: transactionIdSchema.parse(id),
    merchant,
  })
  const asked = { now: noonMs, totals: false }
  type Facts = Awaited<ReturnType<typeof start>>
  const stateOf = async ({ of }: Facts, id: string, totals = false) =>
    (await of(about(id), { ...asked, totals }))?.state

  it('are returned until a change is signalled, and loaded again after a second', async () => {
    const id = await insert()
    const facts = await start()
    expect(await stateOf(facts, id)).toBe('PENDING')
    await change(id, 'SUCCESS')
    expect(await stateOf(facts, id)).toBe('PENDING')
    clock += 1_000
    expect(await stateOf(facts, id)).toBe('SUCCESS')
  })

  /** Returns the state from the cache after a change of the transaction and the processing of `told`. */
  async function stateAfter(told: (id: string) => Promise<unknown>, totals = false) {
    const id = await insert()
    const facts = await start()
    expect(await stateOf(facts, id, totals)).toBe('PENDING')
    await change(id, 'SUCCESS')
    await told(id)
    facts.hear()
    await facts.read()
    return stateOf(facts, id, totals)
  }

  it('stay cached when other transactions change', async () => {
    const other = await insert()
    const told = async (id: string) => [await tell('transaction', other), await tell('review', id)]
    expect(await stateAfter(told)).toBe('PENDING')
  })

  it('are loaded each time while changes cannot be read, which is logged', async () => {
    const { db } = made.store
    let isDown = false
    const failing = new Proxy(db, {
      get(target, member) {
        if (isDown && member === 'selectFrom') throw new Error('down')
        const found: unknown = Reflect.get(target, member, target)
        return typeof found === 'function' ? found.bind(target) : found
      },
    })
    const warned: string[] = []
    const id = await insert()
    const facts = await start(failing, warned)
    expect(await stateOf(facts, id)).toBe('PENDING')
    isDown = true
    facts.hear()
    await facts.read()
    isDown = false
    expect(warned).toHaveLength(1)
    await change(id, 'SUCCESS')
    expect(await stateOf(facts, id)).toBe('SUCCESS')
    facts.hear()
    await facts.read()
    expect(warned).toHaveLength(1)
    expect(await stateOf(facts, id)).toBe('SUCCESS')
  })

  it('are loaded again as soon as a change is signalled', async () => {
    const id = await insert()
    const facts = await start()
    expect(await stateOf(facts, id)).toBe('PENDING')
    await change(id, 'SUCCESS')
    await tell('transaction', id)
    facts.hear()
    // Read before the cache knows which transaction changed.
    expect(await stateOf(facts, id)).toBe('SUCCESS')
    await facts.read()
    expect(await stateOf(facts, id)).toBe('SUCCESS')
  })

  it('are loaded again once a newer change is found, and not before', async () => {
    const id = await insert()
    const facts = await start()
    expect(await stateOf(facts, id)).toBe('PENDING')
    await change(id, 'SUCCESS')
    facts.found(await loadLatestLiveChangeSeq(made.store.db))
    expect(await stateOf(facts, id)).toBe('PENDING')
    await tell('transaction', id)
    facts.found(await loadLatestLiveChangeSeq(made.store.db))
    expect(await stateOf(facts, id)).toBe('SUCCESS')
    await facts.read()
  })

  it.each([
    ['their transaction', (id: string) => tell('transaction', id), false],
    ['a notification', () => tell('notification', '1'), false],
    ['anything, where they rest on other transactions', async () => {}, true],
    ['more than is read at once', () => tell('review', ...Array<string>(500).fill('x')), false],
  ])('are dropped after changes: %s', async (_words, told, totals) => {
    expect(await stateAfter(told, totals)).toBe('SUCCESS')
  })
})
