import { endpoints } from '@paydesk/shared/endpoints'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { claimAndDecideCase, createCaseInReview } from '../../support/contract/decisions.ts'
import { insertDiscrepancy } from '../../support/contract/reconciliation.ts'
import { itemRow, startSessionOf } from '../../support/contract/review-cases.ts'
import { askedPaths, forgetRequests, problemIn, rowsOf, startOn } from '../../support/contract/support.ts'
import type { Answer, Stack, Visitor } from '../../support/stack/start.ts'

const env = 'stage'
const perMinute = 8

describe('the rate limit of review calls', () => {
  let stack: Stack
  beforeAll(async () => {
    stack = await startOn('embedded', {
      workers: false,
      config: { PAYDESK_REVIEW_CALLS_PER_MINUTE: String(perMinute) },
    })
  })
  afterAll(() => stack.stop())

  /** Calls until the rate limit rejects the call; returns the number of successful calls. */
  async function through(call: () => Promise<Answer>): Promise<number> {
    for (let nth = 0; ; nth += 1) {
      const answer = await call()
      if (answer.status === 200) continue
      expect(problemIn(answer, 'too_many_requests').retryAfter).toBe(10)
      return nth
    }
  }
  const claim = (visitor: Visitor, transaction: string) =>
    visitor.call(endpoints.claimCase, { params: { env, transaction }, body: {} })

  it('covers claims, renewals and drafts of one person together, in all windows', async () => {
    const transaction = await createCaseInReview(stack)
    const [one, two] = [await startSessionOf(stack, 'ana'), await startSessionOf(stack, 'ana')]
    const draft = { verdict: null, reason: null, text: 'half of it', ticket: '' }
    const keep = () =>
      two.call(endpoints.saveDecisionDraft, { params: { env, transaction }, body: { draft } })
    expect((await claim(one, transaction)).status).toBe(200)
    expect(await through(() => claim(one, transaction))).toBe(perMinute - 1)
    const { version } = await itemRow(stack, transaction)
    const { value, rows } = await rowsOf(stack, () => claim(two, transaction))
    problemIn(value, 'too_many_requests')
    expect(rows).toMatchObject([{ result: 'failed', reason: 'too_many_requests' }])
    problemIn(await keep(), 'too_many_requests')
    expect((await itemRow(stack, transaction)).version).toBe(version)
    // Other people are not limited, and releasing is always possible.
    expect((await claim(await startSessionOf(stack, 'bea'), transaction)).status).toBe(200)
    const params = { env, transaction }
    expect((await one.call(endpoints.releaseCase, { params })).status).toBe(200)
  })

  it('is lower for notes and snoozing, because their texts are kept forever', async () => {
    const transaction = await createCaseInReview(stack)
    const ana = await startSessionOf(stack, 'carl')
    const params = { env, transaction }
    const body = { text: 'Asked the branch' }
    const note = () => ana.call(endpoints.addCaseNote, { params, body })
    expect(await through(note)).toBe(perMinute / 4)
    const snooze = { params, body: { ...body, duration: '1h' } }
    problemIn(await ana.call(endpoints.snoozeCase, snooze), 'too_many_requests')
    expect((await claim(ana, transaction)).status).toBe(200)
  })

  it('rejects calls on cases and decisions before the payment service is asked', async () => {
    const maker = await startSessionOf(stack, 'maker')
    const { decision } = await claimAndDecideCase(maker, await createCaseInReview(stack))
    const transaction = await createCaseInReview(stack)
    const dora = await startSessionOf(stack, 'dora')
    const item = () => dora.call(endpoints.showCase, { params: { env, transaction } })
    expect(await through(item)).toBe(perMinute)
    await forgetRequests(stack)
    const params = { env, decision }
    const recordHash = '0'.repeat(16)
    const words = 'The branch has confirmed the holder'
    const judged = { verdict: 'accept', reason: 'identity_confirmed', text: words, recordHash }
    for (const refused of [
      await dora.call(endpoints.showDecision, { params }),
      await dora.call(endpoints.decideApproval, { params, body: { answer: 'confirm', recordHash } }),
      await dora.call(endpoints.withdrawDecision, { params }),
      await dora.call(endpoints.decideCase, { params: { env, transaction }, body: judged }),
    ])
      problemIn(refused, 'too_many_requests')
    expect(await askedPaths(stack)).toEqual([])
  })

  it('counts the cases of a bulk decision one by one, and reports each rejected case', async () => {
    const erik = await startSessionOf(stack, 'erik')
    const transactions = await Promise.all(
      Array.from({ length: perMinute + 2 }, () => createCaseInReview(stack)),
    )
    const cases = transactions.map((transaction) => ({ transaction, state: 'GONE', compound: null }))
    const judged = { verdict: 'accept', reason: 'identity_confirmed', text: 'The branch has confirmed it' }
    await forgetRequests(stack)
    const { results } = await erik.get(endpoints.bulkDecideCases, {
      params: { env },
      body: { cases, ...judged },
    })
    const held = results.filter((one) => one.answer === 'failed' && one.problem === 'too_many_requests')
    expect(held).toHaveLength(2)
    expect(await askedPaths(stack)).toHaveLength(perMinute)
    for (const { transaction } of held) expect((await itemRow(stack, transaction)).claim_until).toBe(0)
  })

  it('covers explanations of discrepancies, because their texts are kept forever', async () => {
    const fred = await startSessionOf(stack, 'fred')
    const item = await insertDiscrepancy(stack)
    const params = { env, discrepancy: item }
    const explain = () =>
      fred.call(endpoints.explainDiscrepancy, { params, body: { reason: 'known_effect' } })
    expect(await through(explain)).toBe(perMinute)
    const said = await stack.deps.store.db.selectFrom('discrepancy_explanations').selectAll().execute()
    expect(said).toHaveLength(perMinute)
  })
})
