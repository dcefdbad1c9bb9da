import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  createTestStore,
  databaseKinds,
  type TestStore,
} from '../../../platform/database/test-store.test-kit.ts'
import { ProblemError } from '../../../platform/problem/problem.ts'
import { assertMayCloseDecision } from './second-decision.ts'

const hour = 3_600_000

describe.each(databaseKinds)('closing a colleague’s confirmed decision (%s)', (backing) => {
  let made: TestStore
  beforeAll(async () => {
    made = await createTestStore(backing)
  })
  afterAll(() => made.remove())

  /** Inserts a decision confirmed `ago` milliseconds ago; `live` is 0 once it has ended. */
  async function insertConfirmed(id: string, ago: number, live: 0 | 1): Promise<void> {
    const confirmed = {
      ...{ id, environment: 'stage', transaction_id: `of-${id}`, merchant: 'demo-merchant', concerns: '' },
      ...({ verdict: 'accept', reason: 'identity_confirmed', sealed_text: 'sealed' } as const),
      ...{ issuer: 'https://id.test', subject: 'ana', name: 'sealed', at: Date.now() - ago },
      ...{ state: 'PENDING', record_hash: '0'.repeat(16), needed: 'identity' },
      ...({ status: live === 1 ? 'confirmed' : 'withdrawn', live } as const),
    }
    await made.store.db.insertInto('decisions').values(confirmed).execute()
  }

  it.each([
    ['left too long, with a reason', 2 * hour, 1, 'asked twice', null],
    ['left too long, without a reason', 2 * hour, 1, undefined, 'bad_request'],
    ['not left long enough', hour / 2, 1, 'asked twice', 'not_allowed'],
    // Two people close the decision at once: the second comes after its end and learns how it ended.
    ['ended meanwhile', 2 * hour, 0, 'asked twice', null],
    ['ended meanwhile, without a reason', 2 * hour, 0, undefined, null],
  ] as const)('%s', async (words, ago, live, text, refused) => {
    const id = `d_${createHash('sha256').update(words).digest('hex').slice(0, 18)}`
    await insertConfirmed(id, ago, live)
    const problem = await assertMayCloseDecision(id, text, { store: made.store, staleMs: hour }).then(
      () => null,
      (thrown: unknown) => (thrown instanceof ProblemError ? thrown.id : thrown),
    )
    expect(problem).toBe(refused)
  })
})
