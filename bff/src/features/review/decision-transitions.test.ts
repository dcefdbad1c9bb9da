import type { Transaction } from 'kysely'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { Store } from '../../platform/database/database.ts'
import type { DatabaseSchema } from '../../platform/database/schema/schema.ts'
import { createTestStore, hasPostgres, type TestStore } from '../../platform/database/test-store.test-kit.ts'
import { withTransaction } from '../../platform/database/transaction.ts'
import { updateReviewQueue } from '../../records/confirmation/review-queue.ts'
import {
  demoStage,
  type FakePaymentService,
  startFakePaymentService,
} from '../../sync/fake-payment-service.test-kit.ts'
import { createSyncHarness, testReviewRules } from '../../sync/sync-harness.test-kit.ts'
import { noDecisionColumnValues, transitionDecision } from './decision-transitions.ts'

/** Runs on PostgreSQL only: the embedded database has one writer, so that two never compete. */
describe.runIf(hasPostgres)('concurrent changes of one decision', () => {
  let made: TestStore
  let other: Store
  let service: FakePaymentService
  beforeAll(async () => {
    made = await createTestStore('postgres')
    other = await made.openSecondStore()
    service = await startFakePaymentService()
  })
  afterAll(async () => {
    await service.stop()
    await other.close()
    await made.remove()
  })
  afterEach(async () => {
    await made.store.db.deleteFrom('decisions').execute()
  })

  /** Creates a transaction that is not in review, with a decision that waits for its approval. */
  async function decidedAndLeft() {
    const office = createSyncHarness(made, service)
    const lease = await office.lease()
    const id = office.id()
    service.records.set(id, { state: 'PENDING', reason: 'STARTING_TRANSACTION' })
    await office.ask(id)
    await office.drain(lease)
    const row = await office.row(id)
    if (row === undefined) throw new Error('it was not read')
    const decision = await made.store.db
      .insertInto('decisions')
      .values({
        id: `d_${id.slice(-18)}`,
        environment: demoStage,
        transaction_id: id,
        merchant: row.merchant,
        concerns: '',
        verdict: 'accept',
        reason: 'identity_confirmed',
        sealed_text: 'sealed',
        issuer: 'https://id.test',
        subject: 'ana',
        name: 'sealed',
        at: Date.now(),
        state: 'PENDING',
        record_hash: '0'.repeat(16),
        needed: 'identity',
        status: 'waiting',
        live: 1,
        expires_at: Date.now() + 60_000,
      })
      .returningAll()
      .executeTakeFirstOrThrow()
    const seen = {
      before: undefined,
      after: { ...row, state: 'MANUAL_HOLD', reason: 'MANUAL_HOLD', review: 1 },
      record: null,
      interval: { from: null, to: Date.now() },
    }
    return {
      enters: (trx: Transaction<DatabaseSchema>) => updateReviewQueue(trx, seen, testReviewRules, Date.now()),
      isWithdrawn: (trx: Transaction<DatabaseSchema>) => {
        const set = { status: 'withdrawn', live: 0, withdrawn_at: Date.now() } as const
        return transitionDecision(trx, 'postgres', decision, { decision: set, item: noDecisionColumnValues })
      },
      marks: () =>
        made.store.db
          .selectFrom('review_cases')
          .select(['decision', 'decision_status'])
          .where('transaction_id', '=', id)
          .execute(),
    }
  }

  const isWaiting = async () => {
    const { rows } = await sql`select 1 from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(made.store.db)
    return rows.length > 0
  }

  /** Begins the second transaction before the first commits; the second waits for the first, or completes. */
  async function crossed(
    first: (trx: Transaction<DatabaseSchema>) => Promise<unknown>,
    second: (trx: Transaction<DatabaseSchema>) => Promise<unknown>,
  ): Promise<void> {
    let isThrough = false
    let after: Promise<unknown> = Promise.resolve()
    await withTransaction(made.store, async (trx) => {
      await first(trx)
      after = withTransaction(other, second).finally(() => {
        isThrough = true
      })
      await expect.poll(async () => isThrough || (await isWaiting()), { interval: 10 }).toBe(true)
    })
    await after
  }

  it('a decision withdrawn while its transaction re-enters review is not shown on the case', async () => {
    for (const nth of [0, 1]) {
      const { enters, isWithdrawn, marks } = await decidedAndLeft()
      await (nth === 0 ? crossed(isWithdrawn, enters) : crossed(enters, isWithdrawn))
      expect(await marks()).toEqual([{ decision: null, decision_status: null }])
    }
  })

  it('a decision that stays live is shown on the case', async () => {
    const { enters, marks } = await decidedAndLeft()
    await withTransaction(made.store, enters)
    expect(await marks()).toEqual([{ decision: expect.any(String), decision_status: 'waiting' }])
  })
})
