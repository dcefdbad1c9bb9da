import { pickByRunLength } from '@paydesk/bff/platform/runtime/run-length.test-kit'
import { type DecisionId, decisionIdSchema } from '@paydesk/shared/cases/decisions'
import type { BulkDecisionResult } from '@paydesk/shared/cases/review-bulk'
import type { TransactionId } from '@paydesk/shared/core/ids'
import { endpoints } from '@paydesk/shared/endpoints'
import { beforeAll, describe, expect, it } from 'vitest'
import {
  claimAndDecideCase,
  claimAndOpenCase,
  completeIdentityReview,
  createCaseInReview,
  decideCase,
  decisionComment,
  decisionRows,
  moveTransactionState,
  newTransaction,
  openCase,
} from '../../support/contract/decisions.ts'
import { insertItem, itemRow, startSessionOf } from '../../support/contract/review-cases.ts'
import { serveBeside } from '../../support/contract/second-instance.ts'
import { controlSandbox, onOneDatabase, problemIn, rowsOf } from '../../support/contract/support.ts'
import type { Stack, Visitor } from '../../support/stack/start.ts'

const env = 'stage'
const nowhere = '00000000-0000-4000-8000-000000000000'
const wanted = { verdict: 'accept', reason: 'identity_confirmed', text: decisionComment } as const

interface Item {
  readonly transaction: string
  readonly state: string
  readonly compound: string | null
}

/** Current state of the transaction at the payment service, as a row of the queue would show the state. */
async function asOnRow(visitor: Visitor, transaction: TransactionId): Promise<Item> {
  const { view } = await openCase(visitor, transaction)
  return { transaction, state: view.state.raw, compound: view.compound?.raw ?? null }
}

const call = (visitor: Visitor, cases: readonly unknown[], more: object = {}) =>
  visitor.call(endpoints.bulkDecideCases, { params: { env }, body: { cases, ...wanted, ...more } })

async function bulk(
  visitor: Visitor,
  items: readonly Item[],
  more: object = {},
): Promise<BulkDecisionResult[]> {
  const answer = await call(visitor, items, more)
  expect(answer.status, answer.text).toBe(200)
  return endpoints.bulkDecideCases.response.parse(answer.json).results
}

const many = (stack: Stack, count: number, more: Parameters<typeof createCaseInReview>[1] = {}) =>
  Promise.all(Array.from({ length: count }, () => createCaseInReview(stack, more)))

/** Prepares a case whose record calls the identity verified, so that no rule requires approval. */
async function verified(stack: Stack, visitor: Visitor): Promise<Item> {
  const transaction = await createCaseInReview(stack, { second: '' })
  await completeIdentityReview(stack, visitor, transaction)
  return asOnRow(visitor, transaction)
}

onOneDatabase(
  'a bulk decision',
  (stack) => {
    let [farid, fiona, clara]: Visitor[] = []
    const people = () => {
      if (!farid || !fiona || !clara) throw new Error('nobody has signed in')
      return { farid, fiona, clara }
    }
    beforeAll(async () => {
      farid = await stack().as('finance')
      fiona = await stack().as('finance2')
      clara = await stack().as('compliance')
    })
    const items = async (transactions: readonly TransactionId[]) => {
      const read: Item[] = []
      for (const transaction of transactions) read.push(await asOnRow(people().farid, transaction))
      return read
    }

    it('covers up to 25 cases: each case waits for approval, is released and has an audit event', async () => {
      const sent = await items(await many(stack(), 25))
      const { value: results, rows } = await rowsOf(stack(), () =>
        bulk(people().farid, sent, { ticket: 'PAY-9' }),
      )
      expect(results.map(({ transaction }) => transaction)).toEqual(
        sent.map(({ transaction }) => transaction),
      )
      const made = results.flatMap((one): DecisionId[] =>
        one.answer === 'made' ? [one.decision.decision] : [],
      )
      expect(new Set(made).size).toBe(25)
      expect(rows.map(({ action, subject_id }) => [action, subject_id])).toEqual(
        made.map((id) => ['decision.made', id]),
      )
      const [first] = sent
      if (first === undefined) throw new Error('nothing was sent')
      const [row, ...others] = await decisionRows(stack(), first.transaction)
      expect(others).toEqual([])
      expect(row).toMatchObject({ status: 'waiting', live: 1, ticket: 'PAY-9', needed: 'identity,bulk' })
      expect(await itemRow(stack(), first.transaction)).toMatchObject({
        decision: made[0],
        decision_status: 'waiting',
        claim_until: 0,
      })
    })

    it('needs approval by another person even if no rule requires approval', async () => {
      const item = await verified(stack(), people().farid)
      const [result] = await bulk(people().farid, [item])
      expect(result).toMatchObject({
        answer: 'made',
        decision: { status: 'waiting', followUp: null, mine: true },
      })
      if (result?.answer !== 'made') throw new Error('nothing was decided')
      const shown = (visitor: Visitor) =>
        visitor.get(endpoints.showDecision, { params: { env, decision: result.decision.decision } })
      const { decision, recordHash } = await shown(people().fiona)
      expect(decision.approvalReasons).toEqual(['bulk'])
      const params = { env, decision: decisionIdSchema.parse(decision.decision) }
      const body = { answer: 'confirm', recordHash }
      problemIn(await people().farid.call(endpoints.decideApproval, { params, body }), 'not_allowed')
      expect(await people().fiona.get(endpoints.decideApproval, { params, body })).toMatchObject({
        answer: 'done',
        decision: { status: 'confirmed' },
      })
    })

    it('handles each case on its own, and answers in the order of the request', async () => {
      const [held, standing, moved, own, free, lost] = await many(stack(), 6)
      if (!held || !standing || !moved || !own || !free || !lost) throw new Error('nothing is in review')
      const { transaction: unknownHere } = {
        transaction: await newTransaction(stack(), 'manual-review', 'other'),
      }
      const foreign = await insertItem(stack(), { transaction_id: unknownHere, merchant: 'elsewhere' })
      const sent = await items([held, standing, moved, own, free, lost])
      await claimAndOpenCase(people().fiona, held)
      const { decision } = await claimAndDecideCase(people().fiona, standing)
      await claimAndOpenCase(people().farid, own)
      await moveTransactionState(stack(), moved, 'SUCCESS')
      const broken = { account: env, operation: 'state', id: lost, fault: 'html', times: 20 }
      await controlSandbox(stack(), 'POST', 'faults', broken)
      const strangers = [foreign, nowhere].map((transaction) => ({
        transaction,
        state: 'PENDING',
        compound: null,
      }))
      const { value: results, rows } = await rowsOf(stack(), () =>
        bulk(people().farid, [...sent, ...strangers]),
      )
      expect(results).toEqual([
        {
          transaction: held,
          answer: 'held',
          claim: { by: { name: 'Fiona Brandt', me: false }, until: expect.any(String) },
        },
        expect.objectContaining({
          transaction: standing,
          answer: 'decided',
          decision: expect.objectContaining({ decision, mine: false }),
        }),
        expect.objectContaining({
          transaction: moved,
          answer: 'moved',
          state: expect.objectContaining({ raw: 'SUCCESS' }),
        }),
        expect.objectContaining({ transaction: own, answer: 'made' }),
        expect.objectContaining({ transaction: free, answer: 'made' }),
        { transaction: lost, answer: 'failed', problem: 'upstream_bad_response' },
        { transaction: foreign, answer: 'gone' },
        { transaction: nowhere, answer: 'gone' },
      ])
      await controlSandbox(stack(), 'DELETE', 'faults')
      const stopped = (id: string | null) => ['decision.stopped', id]
      expect(rows.map(({ action, subject_id }) => [action, subject_id])).toEqual([
        ...[held, standing, moved].map(stopped),
        ...[own, free].map(() => ['decision.made', expect.stringMatching(/^d_/)]),
        ...[lost, null, null].map(stopped),
      ])
      // Keep claims held before, and release claims taken for the bulk decision.
      expect((await itemRow(stack(), own)).claim_until).toBeGreaterThan(Date.now())
      expect((await itemRow(stack(), lost)).claim_until).toBe(0)
      expect(await decisionRows(stack(), held)).toEqual([])
    })

    it('reports a case as moved if the reason of its state has changed', async () => {
      const item = await asOnRow(people().farid, await createCaseInReview(stack()))
      const [result] = await bulk(people().farid, [{ ...item, compound: 'PENDING.RISK_REVIEW' }])
      expect(result).toMatchObject({ answer: 'moved', state: { raw: item.state } })
      expect(await decisionRows(stack(), item.transaction)).toEqual([])
    })

    it('decides no case again when it is sent again', async () => {
      const [item] = await items(await many(stack(), 1))
      if (!item) throw new Error('nothing is in review')
      const [first] = await bulk(people().farid, [item])
      const [again] = await bulk(people().farid, [item])
      expect([first?.answer, again?.answer]).toEqual(['made', 'decided'])
      expect(await decisionRows(stack(), item.transaction)).toHaveLength(1)
    })

    describe('is rejected', () => {
      const item = { transaction: nowhere, state: 'PENDING', compound: null }
      const numbered = (count: number) =>
        Array.from({ length: count }, (_, n) => ({
          ...item,
          transaction: `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`,
        }))
      const named = async (sent: readonly unknown[], more: object = {}) =>
        problemIn(await call(people().farid, sent, more), 'bad_request').fields?.map(({ name }) => name)

      it('without cases, with more than 25 cases, or with one case twice', async () => {
        for (const sent of [[], numbered(26), [item, item]]) expect(await named(sent)).toEqual(['cases'])
        expect(await bulk(people().farid, numbered(25))).toHaveLength(25)
      })

      it('with a reason of another verdict, a short comment, or personal data as ticket', async () => {
        expect(await named([item], { reason: 'entered_twice' })).toEqual(['reason'])
        expect(await named([item], { text: 'too short' })).toEqual(['text'])
        expect(await named([item], { ticket: '4111111111111111' })).toEqual(['ticket'])
      })

      it('from people who may not work on cases', async () => {
        for (const person of ['support', 'auditor', 'admin'] as const)
          problemIn(await call(await stack().as(person), [item]), 'not_allowed')
      })
    })

    it('of compliance covers only cases about identity and documents', async () => {
      const [theirs] = await items(await many(stack(), 1, { concerns: 'kyc' }))
      const [others] = await items(await many(stack(), 1, { concerns: '' }))
      if (!theirs || !others) throw new Error('nothing is in review')
      // Reset the scope: the read above may have found an open step, which would concern compliance.
      await stack()
        .deps.store.db.updateTable('review_cases')
        .set({ concerns: '' })
        .where('transaction_id', '=', others.transaction)
        .execute()
      const results = await bulk(people().clara, [theirs, others])
      expect(results.map(({ answer }) => answer)).toEqual(['made', 'gone'])
    })

    it('makes one decision per case beside single and other bulk decisions at the same time', async () => {
      const transactions = await many(stack(), 4)
      const sent = await items(transactions)
      const windows = await Promise.all(['wim', 'wim'].map((one) => startSessionOf(stack(), one)))
      const [first] = windows
      if (!first) throw new Error('nobody is there')
      const prints = new Map<string, string>()
      for (const one of transactions) prints.set(one, await claimAndOpenCase(first, one))
      await Promise.allSettled([
        ...windows.map((one) => bulk(one, sent)),
        ...transactions.map((one) => decideCase(first, one, prints.get(one) ?? '')),
      ])
      // Send again: cases whose read found the payment service busy are decided now.
      await bulk(first, sent)
      for (const one of transactions) expect(await decisionRows(stack(), one)).toHaveLength(1)
    })

    it('reports cases that were not reached in time, writes nothing for them later, and can be sent again', async () => {
      const { deps } = stack()
      const config = { ...deps.config }
      const hurried = await serveBeside({ ...deps, config })
      // Leave time for the answer only: the payment service is slower than the time left for all cases.
      Object.assign(config, { upstreamDeadlineMs: 0 })
      const wim = await startSessionOf(stack(), 'wim')
      const inHurry = await startSessionOf(stack(), 'wim', ['finance'], hurried.origin)
      const sent = await items(await many(stack(), pickByRunLength(6, 24)))
      await controlSandbox(stack(), 'POST', 'faults', { account: env, operation: 'any', fault: 'slow' })
      const results = await bulk(inHurry, sent)
      await controlSandbox(stack(), 'DELETE', 'faults')
      await hurried.stop()
      expect(results.map(({ answer }) => answer)).toEqual(sent.map(() => 'not_tried'))
      for (const { transaction } of sent) expect(await decisionRows(stack(), transaction)).toEqual([])
      const again = await bulk(wim, sent)
      expect(again.map(({ answer }) => answer)).toEqual(sent.map(() => 'made'))
    })
  },
  // Allow every call enough time, on a busy machine too.
  { PAYDESK_SERVICE_DEADLINE_MS: '60000' },
  { workers: false },
)
