import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Lease } from '../platform/database/leases.ts'
import { createTestStore, databaseKinds, type TestStore } from '../platform/database/test-store.test-kit.ts'
import { pickByRunLength } from '../platform/runtime/run-length.test-kit.ts'
import { type FakePaymentService, startFakePaymentService } from './fake-payment-service.test-kit.ts'
import {
  createModelRun,
  emptyDatabase,
  endStates,
  type ModelStep,
  openStates,
  speedUpDatabase,
} from './model.test-kit.ts'
import { createSyncHarness, type SyncHarness } from './sync-harness.test-kit.ts'

const minutes = 60_000
const who = fc.nat(1)
const to = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...openStates) },
  { weight: 1, arbitrary: fc.constantFrom(...endStates) },
)
const step: fc.Arbitrary<ModelStep> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('change' as const),
      who,
      to,
      fate: fc.constantFrom('sent', 'lost', 'doubled', 'delayed'),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constantFrom('deliver', 'look'), who }) },
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constantFrom('work', 'overtaken', 'changed while read'), who, to }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('killed' as const), after: fc.nat(14) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('spell' as const),
      under: fc.constantFrom('none', 'nonsense', 'nothing'),
      minutes: fc.nat(8),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constantFrom('sync', 'wait'), minutes: fc.nat(90) }) },
)

const change = (to: string, fate: Extract<ModelStep, { do: 'change' }>['fate'] = 'sent'): ModelStep => ({
  ...{ do: 'change', who: 0, to, fate },
})
const work: ModelStep = { do: 'work', who: 0, to: 'PENDING' }

/** Examples of every kind of fault, tried in each run beside the random ones. */
const mishaps: [ModelStep[]][] = [
  [[change('PENDING'), work, change('SUCCESS', 'lost')]],
  [[change('PENDING', 'doubled'), work, change('SUCCESS', 'delayed'), { do: 'look', who: 0 }, work]],
  [[change('PENDING'), { do: 'changed while read', who: 0, to: 'SUCCESS' }]],
  [[change('PENDING'), work, { do: 'overtaken', who: 0, to: 'SUCCESS' }]],
  ...[3, 8, 12].map((after): [ModelStep[]] => [
    [change('PENDING'), { do: 'killed', after }, change('DECLINED')],
  ]),
  [[change('PENDING'), { do: 'spell', under: 'nonsense', minutes: 3 }, change('EXPIRED')]],
  [[change('PENDING'), { do: 'spell', under: 'nothing', minutes: 3 }, { do: 'wait', minutes: 30 }, work]],
]

function permutations<T>(all: readonly T[]): T[][] {
  if (all.length <= 1) return [[...all]]
  return all.flatMap((one, at) => permutations(all.toSpliced(at, 1)).map((rest) => [one, ...rest]))
}

describe.each(databaseKinds)('our records and payment service (%s)', { timeout: 30 * minutes }, (backing) => {
  let made: TestStore
  let service: FakePaymentService

  beforeAll(async () => {
    made = await createTestStore(backing)
    service = await startFakePaymentService()
    await speedUpDatabase(made.store)
  })
  afterAll(async () => {
    await service.stop()
    await made.remove()
  })

  it('R-14, R-15 agree after quiet time, for any lost, doubled, delayed, overtaken, killed or faulty steps', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 18 }), async (steps) => {
        await emptyDatabase(made.store)
        const run = createModelRun(made.store, service)
        await run.play(steps)
        await run.quiet()
        await run.same()
      }),
      { numRuns: pickByRunLength(24, 500), examples: mishaps },
    )
  })

  /**
   * Receives notifications in this order, with reads in between: the recorded state must be that of the last
   * read.
   */
  async function arrive(
    { office, lease }: { readonly office: SyncHarness; readonly lease: Lease },
    order: readonly number[],
    readAfter: (nth: number) => boolean,
  ): Promise<void> {
    const id = office.id()
    const states = ['PREFLIGHT', 'PENDING', 'MANUAL_REVIEW', 'PENDING', 'PROCESSING_DOCUMENT', 'SUCCESS']
    service.records.set(id, { state: 'SUCCESS', reason: 'OK' })
    for (const [nth, one] of order.entries()) {
      const state = states[one % states.length] ?? 'PENDING'
      await office.receive({ transaction: id, event: `event_${one}`, state, reason: `R${one}` })
      if (readAfter(nth)) {
        await office.drain(lease)
        expect((await office.row(id))?.state).toBe('SUCCESS')
      }
    }
    await office.drain(lease)
    const distinct = new Set(order).size
    expect(await office.row(id)).toMatchObject({ state: 'SUCCESS', received: distinct })
    const queue = await office.notifications(id)
    expect(queue).toHaveLength(distinct)
    expect(queue.reduce((sum, { repeats }) => sum + repeats, 0)).toBe(order.length - distinct)
    expect(queue.every(({ status }) => status === 'confirmed')).toBe(true)
    const proved = order.some((one) => states[one % states.length] === 'SUCCESS')
    expect((await office.row(id))?.finality === 'confirmed').toBe(proved)
  }

  /** Creates one harness for all orders: every order uses a transaction of its own. */
  async function openOffice() {
    await emptyDatabase(made.store)
    service.hooks.after = undefined
    const office = createSyncHarness(made, service)
    return { office, lease: await office.lease(60 * minutes) }
  }

  it('R-07 every order of up to six notifications with duplicates gives the same result', async () => {
    const opened = await openOffice()
    const orders = [1, 2, 3, 4, 5, 6].flatMap((count) => {
      // Repeat one of the six: the last two are the same.
      const all = Array.from({ length: count }, (_, nth) => (nth === 5 ? 4 : 5 - nth))
      return [...new Map(permutations(all).map((one) => [one.join(), one])).values()]
    })
    expect(orders.length).toBeGreaterThan(500)
    // Run every order of up to three, and a sample of the longer ones; the long run takes all of them.
    const every = pickByRunLength(24, 1)
    for (const [nth, order] of orders.entries())
      if (order.length <= 3 || nth % every === 0) await arrive(opened, order, (at) => at % 3 === nth % 3)
  })

  it('R-07 any order of twenty notifications gives the same result', async () => {
    const opened = await openOffice()
    const twenty = fc.array(fc.nat(9), { minLength: 20, maxLength: 20 })
    await fc.assert(
      fc.asyncProperty(twenty, fc.nat(20), (order, often) =>
        arrive(opened, order, (nth) => nth % (often + 1) === 0),
      ),
      { numRuns: pickByRunLength(6, 500) },
    )
  })
})
