import {
  environmentNameSchema,
  merchantIdSchema,
  supportReferenceSchema,
  transactionIdSchema,
} from '@paydesk/shared/core/ids'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { StateRecord } from '../../payment-service/parsing/wire.ts'
import type { PaymentService } from '../../payment-service/payment-service.ts'
import { guardValue } from '../../platform/access/guarded.ts'
import { pickByRunLength } from '../../platform/runtime/run-length.test-kit.ts'
import { maxReadAheadAgeMs } from './encrypted-read-ahead-cache.ts'
import { createReadAhead, type ReadAheadReader, type ReadAheadResult } from './read-ahead.ts'

const environment = environmentNameSchema.parse('stage')
const reference = supportReferenceSchema.parse('PD-7K3M9QXW2B')
const merchants = ['one', 'two'].map((name) => merchantIdSchema.parse(name))
const ids = [0, 1, 2].map((n) => transactionIdSchema.parse(`3f6c1c1e-6a0b-4f0e-9a53-2f5c8d1b7a1${n}`))
const other = transactionIdSchema.parse('00000000-0000-4000-8000-000000000000')
const settle = () => new Promise<void>((done) => setImmediate(done))

/** Content of a record of the model: its state, and for a read ahead the state of the session. */
interface Said {
  readonly transaction: string
  readonly version: number
  readonly merchant: string
  /** Set for a read ahead: its number, the state of the session and the time at which its answer came. */
  readonly ahead?: { readonly nth: number; readonly epoch: number; at: number }
}

/** Payment service, change feed and session of one person, with a clock; all in memory. */
function createModel({ isOn = true } = {}) {
  let now = 1
  let seq = 0
  let nth = 0
  const feed: { readonly seq: number; readonly about: string }[] = []
  const versions = new Map<string, number>()
  const session = { role: 'support', merchants: [...merchants], epoch: 0 }
  const waiting: (() => void)[] = []
  const counts = new Map<ReadAheadResult, number>()
  const asked = { cold: 0, ahead: 0 }
  const health = { breaker: 'closed', lastFailure: null as string | null, running: 0 }
  const merchantOf = (transaction: string) =>
    merchants[ids.indexOf(transactionIdSchema.parse(transaction)) % 2] ?? 'one'
  const say = (transaction: string): Said => ({
    transaction,
    version: versions.get(transaction) ?? 0,
    merchant: merchantOf(transaction),
  })
  const toRecord = (said: Said) =>
    ({
      said,
      original_message: { merchant_id: guardValue('merchant.id', said.merchant) },
    }) as unknown as StateRecord
  const found = (said: Said) =>
    ({
      outcome: 'found',
      value: toRecord(said),
      reading: { at: new Date(0).toISOString(), from: 'service' },
    }) as const
  const service = {
    health: () => ({
      operations: { state: { breaker: health.breaker, lastFailure: health.lastFailure, lastSuccess: null } },
      lanes: { transaction: { running: health.running, waiting: 0 } },
    }),
    readState: async (transaction: string) => {
      asked.cold += 1
      return found(say(transaction))
    },
    readStateAhead: async (transaction: string) => {
      asked.ahead += 1
      nth += 1
      const said = { ...say(transaction), ahead: { nth, epoch: session.epoch, at: now } }
      await new Promise<void>((go) => waiting.push(go))
      said.ahead.at = now
      const bytes = Buffer.from(JSON.stringify(said))
      return { ...found(said), value: { record: toRecord(said), bytes } }
    },
    openState: (_: string, { bytes }: { readonly bytes: Uint8Array }) =>
      found(JSON.parse(Buffer.from(bytes).toString())),
  } as unknown as PaymentService
  const readAhead = createReadAhead({
    isOn,
    changes: {
      selectInScope: async (some, scope) =>
        some.filter((id) => scope.merchants.some((one) => one === merchantOf(id))),
      mark: async () => ({ change: seq, notification: seq }),
      hasChangedSince: async ({ change }, { transaction }) =>
        feed.some((one) => one.seq > change && [transaction, 'session'].includes(one.about)),
    },
    log: { warn: (thrown: unknown) => expect(thrown).toBe(null) },
    count: (_, result) => counts.set(result, (counts.get(result) ?? 0) + 1),
    now: () => now,
  })
  const wrapped = readAhead.wrapWithSealedAnswers(new Map([[environment, service]])).get(environment)
  const reader = (): ReadAheadReader => ({
    scope: { environment, merchants: session.merchants, onlyMerchant: null },
    binding: { key: JSON.stringify([session.role, session.merchants]), session: 'session' },
    reference,
  })
  const changed = (about: string) => {
    seq += 1
    feed.push({ seq, about })
  }
  return {
    ...{ asked, counts, health, session },
    now: () => now,
    version: (transaction: string) => versions.get(transaction) ?? 0,
    readRows: (transaction: (typeof ids)[number]) => void readAhead.readRows([transaction], reader()),
    answer: () => void waiting.shift()?.(),
    async read(transaction: (typeof ids)[number]): Promise<Said> {
      const outcome = await wrapped?.readState(transaction, { reference, binding: reader().binding })
      if (outcome?.outcome !== 'found') throw new Error('not found')
      return (outcome.value as unknown as { said: Said }).said
    },
    /** Reads without a read ahead, so that there is a budget. */
    async fillBudget(reads = 1_000) {
      for (let done = 0; done < reads; done += 1) await wrapped?.readState(other, { reference })
    },
    change(transaction: string) {
      versions.set(transaction, (versions.get(transaction) ?? 0) + 1)
      changed(transaction)
    },
    setRole(role: string) {
      Object.assign(session, { role, epoch: session.epoch + 1 })
      changed('session')
    },
    setMerchants(of: typeof merchants) {
      Object.assign(session, { merchants: of, epoch: session.epoch + 1 })
      changed('session')
    },
    wait(ms: number) {
      now += ms
    },
  }
}

type Model = ReturnType<typeof createModel>

const nth = fc.nat(ids.length - 1)
const step = fc.oneof(
  { weight: 6, arbitrary: fc.record({ do: fc.constantFrom('readAhead', 'open'), nth }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('answer'), nth }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constantFrom('change', 'role', 'merchants'), nth }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('wait'), nth }) },
)

async function walk(model: Model, steps: readonly { readonly do: string; readonly nth: number }[]) {
  await model.fillBudget()
  const used = new Set<number>()
  const opening: Promise<void>[] = []
  async function open(transaction: (typeof ids)[number]): Promise<void> {
    const said = await model.read(transaction)
    expect(said.transaction).toBe(transaction)
    expect(said.version).toBe(model.version(transaction))
    if (said.ahead === undefined) return
    expect(said.ahead.epoch).toBe(model.session.epoch)
    expect(model.session.merchants).toContain(said.merchant)
    expect(model.now() - said.ahead.at).toBeLessThanOrEqual(maxReadAheadAgeMs)
    expect(used.has(said.ahead.nth)).toBe(false)
    used.add(said.ahead.nth)
  }
  for (const { do: deed, nth: at } of steps) {
    const [transaction = other] = ids.slice(at)
    if (deed === 'readAhead') model.readRows(transaction)
    if (deed === 'open') opening.push(open(transaction))
    if (deed === 'answer') model.answer()
    if (deed === 'change') model.change(transaction)
    if (deed === 'role') model.setRole(['support', 'finance', 'compliance'][at] ?? 'support')
    if (deed === 'merchants')
      model.setMerchants([merchants.slice(0, 1), merchants.slice(1), merchants][at] ?? [])
    if (deed === 'wait') model.wait([100, 10_000, maxReadAheadAgeMs + 1][at] ?? 0)
    await settle()
  }
  while (model.asked.ahead > 0 && opening.length > 0) {
    model.answer()
    await settle()
    if (await Promise.race([Promise.all(opening).then(() => true), settle().then(() => false)])) break
  }
  await Promise.all(opening)
  return used.size
}

describe('reads ahead', () => {
  it('show no stale, foreign or second answer, however reads ahead, openings and changes follow each other', async () => {
    let opened = 0
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 6, maxLength: 30 }), async (steps) => {
        opened += await walk(createModel(), steps)
      }),
      { numRuns: pickByRunLength(100, 1_000) },
    )
    expect(opened).toBeGreaterThan(10)
  })

  it('are joined by an opening that comes before their answer', async () => {
    const model = createModel()
    await model.fillBudget()
    const [transaction = other] = ids
    model.readRows(transaction)
    await settle()
    const { cold } = model.asked
    const opening = model.read(transaction)
    await settle()
    model.answer()
    expect((await opening).ahead).toBeDefined()
    expect(model.asked).toEqual({ cold, ahead: 1 })
  })

  it('are in vain for at most 30 of 100 reads', async () => {
    const model = createModel()
    for (let reads = 0; reads <= 100; reads += 1) {
      for (const transaction of ids) model.readRows(transaction)
      await settle()
      model.answer()
      await settle()
      model.setRole(`role ${reads}`)
      expect(model.asked.ahead).toBeLessThanOrEqual(0.3 * model.asked.cold)
      await model.fillBudget(1)
    }
    expect(model.asked.ahead).toBe(30)
  })

  it.each([
    ['the configuration says no', { isOn: false }, {}],
    ['the circuit is open', {}, { breaker: 'open' }],
    ['the last read failed', {}, { lastFailure: '2026-01-01' }],
    ['others wait for the payment service', {}, { running: 5 }],
  ])('are not sent if %s', async (_, options, health) => {
    const model = createModel(options)
    await model.fillBudget()
    Object.assign(model.health, health)
    model.readRows(ids[0] ?? other)
    await settle()
    expect(model.asked.ahead).toBe(0)
  })

  it('are not sent after a slow read, until a read is quick again', async () => {
    const model = createModel()
    await model.fillBudget()
    const [slow = other, next = other] = ids
    model.readRows(slow)
    await settle()
    model.wait(3_000)
    model.answer()
    await settle()
    model.readRows(next)
    await settle()
    expect(model.asked.ahead).toBe(1)
    await model.fillBudget(1)
    model.readRows(next)
    await settle()
    expect(model.asked.ahead).toBe(2)
  })
})
