import { type ReviewTaskId, reviewTaskIdSchema } from '@paydesk/shared/core/ids'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type {
  OperatorActionRequest,
  OperatorActionResult,
} from '../../../payment-service/operator-actions.ts'
import { parseStateRecord } from '../../../payment-service/parsing/wire.ts'
import { createLeaseStore } from '../../../platform/database/leases.ts'
import {
  createTestStore,
  databaseKinds,
  type TestStore,
} from '../../../platform/database/test-store.test-kit.ts'
import { withTransaction } from '../../../platform/database/transaction.ts'
import { pickByRunLength } from '../../../platform/runtime/run-length.test-kit.ts'
import { demoMerchantId, demoStage } from '../../../sync/fake-payment-service.test-kit.ts'
import { silentLog, testCipher } from '../../../sync/sync-harness.test-kit.ts'
import { planOperatorAction } from './action-plan.ts'
import { cancelPlannedOperatorAction } from './action-rows.ts'
import { OperatorActionRunner, type OperatorActionRunnerDeps } from './action-worker.ts'

/** Fates of a request: on its way, at the payment service, on the way back, or of this process meanwhile. */
const fates = [
  'answered',
  'refused',
  'lost before',
  'lost after',
  'never left',
  'killed before',
  'killed after',
  'no entry',
] as const
type Fate = (typeof fates)[number]
type Step =
  | { readonly do: 'decide' | 'withdraw' | 'time passes' | 'next task' }
  | { readonly do: 'turn'; readonly fate: Fate; readonly workers: number }

class Killed extends Error {}

const lease = { name: 'reader/stage', holder: 'one', term: 1 }
let nth = 0

/**
 * Simulates one transaction in review, its payment service, and a Paydesk that can be killed at any moment.
 */
function makeWorld({ store }: TestStore) {
  nth += 1
  const transaction = `tx-${crypto.randomUUID().slice(0, 18)}`
  let task = reviewTaskIdSchema.parse(`t${nth}-1`)
  let [tasks, decisions] = [1, 0]
  let fate: Fate = 'answered'
  const asked = new Map<string, number>()
  const said = { answered: 0, refused: new Map<string, number>() }
  const count = (one: Map<string, number>, key: string) => one.set(key, (one.get(key) ?? 0) + 1)
  const body = { id: transaction, state: 'PENDING', compound_state: 'PENDING.MANUAL_REVIEW' }
  const read = parseStateRecord(body)
  if (!read.ok) throw new Error(read.why)
  const record = read.value
  const actions = {
    isOn: () => true,
    readNamedTasks: async () => ({ tasks: [task] as readonly ReviewTaskId[], card: true, settled: true }),
  }

  async function sendAction(request: OperatorActionRequest): Promise<OperatorActionResult> {
    if (fate === 'never left') return { outcome: 'never_left', cause: 'connect' }
    if (fate === 'killed before') throw new Killed()
    const target = request.action === 'cancel' ? request.transaction : request.task
    count(asked, target)
    // Give concurrent workers the time to do the same.
    await new Promise((later) => setTimeout(later, 2))
    if (fate === 'killed after') throw new Killed()
    if (fate === 'lost before' || fate === 'lost after')
      return { outcome: 'unknown', status: null, cause: 'reset' }
    if (fate === 'refused') {
      count(said.refused, target)
      return { outcome: 'refused', status: 400, code: null }
    }
    said.answered += 1
    return { outcome: 'answered', status: 204 }
  }
  const deps: OperatorActionRunnerDeps = {
    store,
    // Simulate a former holder that has not noticed its loss: the lease alone must not keep requests apart.
    leases: { ...createLeaseStore(store), isStillHeld: async () => true },
    audit: {
      append: async ({ action }) => {
        if (fate === 'no entry' && action === 'decision.action.sent') throw new Error('no entry')
      },
    },
    instance: 'one',
    cipher: testCipher,
    log: silentLog,
    actions,
    findOperatorActionSender: () => sendAction,
    service: () => ({
      readState: async () => ({
        outcome: 'found',
        value: record,
        reading: { at: new Date().toISOString(), from: 'service' },
      }),
    }),
    // Never expires by itself: `pass` lets time go by.
    upstreamDeadlineMs: 600_000,
  }
  const way = {
    runPaced: <T>(request: () => Promise<T>) => request(),
    serviceHealth: { isDown: () => false, recordFailure() {} },
  }
  const rows = () =>
    store.db
      .selectFrom('operator_actions')
      .selectAll()
      .where('transaction_id', '=', transaction)
      .orderBy('decision_id')
      .execute()
  const live = () =>
    store.db
      .selectFrom('decisions')
      .selectAll()
      .where('transaction_id', '=', transaction)
      .where('live', '=', 1)
      .executeTakeFirst()

  async function decide(): Promise<void> {
    if ((await live()) !== undefined) return
    decisions += 1
    await withTransaction(store, async (trx) => {
      const row = await trx
        .insertInto('decisions')
        .values({
          id: `d_${String(nth).padStart(10, '0')}${String(decisions).padStart(10, '0')}`,
          environment: demoStage,
          transaction_id: transaction,
          merchant: demoMerchantId,
          concerns: '',
          verdict: decisions % 2 === 1 ? 'accept' : 'reject',
          reason: 'identity_confirmed',
          sealed_text: 'sealed',
          issuer: 'https://id.test',
          subject: 'ana',
          name: 'sealed',
          at: Date.now(),
          state: 'PENDING',
          record_hash: '0'.repeat(16),
          needed: '',
          status: 'confirmed',
          live: 1,
          follow_up: 'waiting',
        })
        .returningAll()
        .executeTakeFirstOrThrow()
      await planOperatorAction(trx, row, record, actions)
    })
  }

  async function withdraw(): Promise<void> {
    const row = await live()
    if (row === undefined) return
    await withTransaction(store, async (trx) => {
      await trx
        .updateTable('decisions')
        .set({ status: 'withdrawn', live: 0 })
        .where('id', '=', row.id)
        .execute()
      await cancelPlannedOperatorAction(trx, row.id, 'withdrawn')
    })
  }

  async function pass(): Promise<void> {
    const own = store.db.updateTable('operator_actions').where('transaction_id', '=', transaction)
    await own.set({ sent_at: 1 }).where('status', '=', 'sending').execute()
    await own.set({ due_at: 0 }).where('status', '=', 'planned').execute()
  }

  return {
    async step(one: Step): Promise<void> {
      if (one.do === 'decide') await decide()
      else if (one.do === 'withdraw') await withdraw()
      else if (one.do === 'time passes') await pass()
      else if (one.do === 'turn') {
        fate = one.fate
        const turns = Array.from({ length: one.workers }, () =>
          new OperatorActionRunner(deps, demoStage, way).runOnce(lease),
        )
        await Promise.allSettled(turns)
      } else {
        tasks += 1
        task = reviewTaskIdSchema.parse(`t${nth}-${tasks}`)
      }
    },
    async check(): Promise<void> {
      // Only a refusal by the payment service makes room for a new decision.
      for (const [target, times] of asked)
        expect(times - (said.refused.get(target) ?? 0), target).toBeLessThanOrEqual(1)
      const all = await rows()
      const of = (status: string) => all.filter((row) => row.status === status).length
      expect(of('answered')).toBe(said.answered)
      expect(of('refused')).toBe([...said.refused.values()].reduce((sum, one) => sum + one, 0))
      expect(of('sending') + of('unknown')).toBeLessThanOrEqual(1)
      // Require that requests which reached the payment service are stored as such, or as possibly sent.
      const reached = [...asked.values()].reduce((sum, one) => sum + one, 0)
      const told = of('answered') + of('refused') + of('sending') + of('unknown')
      expect(told).toBeGreaterThanOrEqual(reached)
      for (const row of all) if (row.status !== 'planned') expect(row.due_at).toBeGreaterThanOrEqual(0)
    },
    rows,
  }
}

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.constant<Step>({ do: 'decide' }) },
  { weight: 4, arbitrary: fc.constant<Step>({ do: 'withdraw' }) },
  { weight: 3, arbitrary: fc.constant<Step>({ do: 'time passes' }) },
  { weight: 1, arbitrary: fc.constant<Step>({ do: 'next task' }) },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('turn' as const),
      fate: fc.constantFrom(...fates),
      workers: fc.integer({ min: 1, max: 3 }),
    }),
  },
)

describe.each(databaseKinds)('operator action worker (%s)', (backing) => {
  let made: TestStore
  beforeAll(async () => {
    made = await createTestStore(backing)
  })
  afterAll(() => made.remove())

  it('requests each target at most once and invents no result, despite losses and kills', {
    timeout: 120_000,
  }, async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 8, maxLength: 40 }), async (steps) => {
        const world = makeWorld(made)
        for (const one of steps) {
          await world.step(one)
          await world.check()
        }
        await made.store.db.deleteFrom('operator_actions').execute()
        await made.store.db.deleteFrom('decisions').execute()
      }),
      { numRuns: pickByRunLength(15, 60) },
    )
  })

  it.each(['answered', 'lost before', 'killed after'] as const)(
    '%s, then withdrawn and decided again: does not request the same task twice',
    async (fate) => {
      const world = makeWorld(made)
      for (const again of ['first', 'second']) {
        await world.step({ do: 'decide' })
        await world.step({ do: 'turn', fate: again === 'first' ? fate : 'answered', workers: 1 })
        await world.check()
        await world.step({ do: 'time passes' })
        await world.step({ do: 'withdraw' })
      }
      const rows = await world.rows()
      expect(rows.map(({ why }) => why)).toEqual([null, 'sent_before'])
      await world.check()
    },
  )

  it('tries a request that never left three times, then reports it as not sent', async () => {
    const world = makeWorld(made)
    await world.step({ do: 'decide' })
    for (const tries of [1, 2]) {
      await world.step({ do: 'turn', fate: 'never left', workers: 1 })
      expect(await world.rows()).toMatchObject([{ status: 'planned', tries, sent_at: null }])
      await world.step({ do: 'time passes' })
    }
    await world.step({ do: 'turn', fate: 'never left', workers: 1 })
    expect(await world.rows()).toMatchObject([{ status: 'not_sent', tries: 3, why: 'not_reached' }])
  })

  it('gives up a request killed in flight after its time limit, and not before', async () => {
    const world = makeWorld(made)
    await world.step({ do: 'decide' })
    await world.step({ do: 'turn', fate: 'killed after', workers: 1 })
    await world.step({ do: 'turn', fate: 'answered', workers: 1 })
    expect(await world.rows()).toMatchObject([{ status: 'sending', instance: 'one' }])
    await world.step({ do: 'time passes' })
    await world.step({ do: 'turn', fate: 'answered', workers: 1 })
    expect(await world.rows()).toMatchObject([{ status: 'unknown', http_status: null }])
    await world.check()
  })
})
