import { endpoints } from '@paydesk/shared/endpoints'
import { beforeAll, describe, expect, it } from 'vitest'
import {
  answerApproval,
  claimAndDecideCase,
  claimAndOpenCase,
  createCaseInReview,
  decideCase,
  loadDecision,
  moveTransactionState,
  openCase,
  withdrawDecision,
} from '../../support/contract/decisions.ts'
import { startSessionOf } from '../../support/contract/review-cases.ts'
import { controlSandbox, onOneDatabase, problemIn, rowsOf } from '../../support/contract/support.ts'
import type { Visitor } from '../../support/stack/start.ts'

const env = 'stage'

onOneDatabase(
  'decision edge cases',
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

    it('a decision outside the scope of compliance is not disclosed if compliance decides again', async () => {
      const transaction = await createCaseInReview(stack(), { concerns: '' })
      await claimAndDecideCase(people().farid, transaction)
      await stack()
        .deps.store.db.updateTable('review_cases')
        .set({ concerns: 'kyc' })
        .where('transaction_id', '=', transaction)
        .execute()
      const { recordHash, decisions } = await openCase(people().clara, transaction)
      expect(decisions).toEqual([])
      expect(await decideCase(people().clara, transaction, recordHash)).toEqual({ answer: 'not_yours' })
      await claimAndOpenCase(people().clara, transaction)
      // Only people who may see the existing decision learn of it.
      expect(await decideCase(people().clara, transaction, recordHash)).toEqual({ answer: 'not_yours' })
      expect(await decideCase(people().fiona, transaction, recordHash)).toMatchObject({ answer: 'decided' })
    })

    it.each(['Twin.Person', 'twin.person ', 'twin.\u200bperson', '\uff54win.person'])(
      'the account "%s" counts as the same person as twin.person',
      async (subject) => {
        const { decision } = await claimAndDecideCase(
          await startSessionOf(stack(), 'twin.person'),
          await createCaseInReview(stack()),
        )
        const twin = await startSessionOf(stack(), subject)
        const { recordHash, decision: seen } = await loadDecision(twin, decision)
        expect(seen).toMatchObject({ mayAnswer: false, disabledReason: 'own_decision' })
        const confirming = { params: { env, decision }, body: { answer: 'confirm', recordHash } }
        problemIn(await twin.call(endpoints.decideApproval, confirming), 'not_allowed')
        expect((await answerApproval(await startSessionOf(stack(), 'twin.person2'), decision)).answer).toBe(
          'done',
        )
      },
    )

    it('a decision cannot be withdrawn once the payment service has ended the transaction, noticed or not', async () => {
      for (const confirmed of [false, true]) {
        const transaction = await createCaseInReview(stack())
        const { decision } = await claimAndDecideCase(people().farid, transaction)
        if (confirmed) await answerApproval(people().fiona, decision)
        await moveTransactionState(stack(), transaction, 'DECLINED')
        const { value, rows } = await rowsOf(stack(), () => withdrawDecision(people().farid, decision))
        expect(value).toMatchObject({
          status: confirmed ? 'confirmed' : 'overtaken',
          followUp: confirmed ? 'opposite' : null,
          withdrawnAt: null,
          outcome: { state: { raw: 'DECLINED' } },
        })
        expect(rows).toMatchObject([{ action: 'decision.stopped', subject_id: decision }])
      }
    })

    it('a decision can be withdrawn while the payment service does not answer', async () => {
      const transaction = await createCaseInReview(stack())
      const { decision } = await claimAndDecideCase(people().farid, transaction)
      const fault = { account: env, operation: 'state', id: transaction, fault: '503', times: 9 }
      await controlSandbox(stack(), 'POST', 'faults', fault)
      expect((await withdrawDecision(people().farid, decision)).status).toBe('withdrawn')
    })

    describe('the audit log', () => {
      it('records no approval if the transaction moved or the approver was too late', async () => {
        const transaction = await createCaseInReview(stack())
        const { decision } = await claimAndDecideCase(people().farid, transaction)
        const { recordHash } = await loadDecision(people().fiona, decision)
        await moveTransactionState(stack(), transaction, 'PENDING', 'processing')
        const params = { env, decision }
        const body = { answer: 'confirm', recordHash }
        const answering = () => people().fiona.get(endpoints.decideApproval, { params, body })
        const about = { subject_kind: 'decision', subject_id: decision, merchant: 'demo-merchant' }
        const moved = await rowsOf(stack(), answering)
        expect(moved.value.answer).toBe('moved')
        expect(moved.rows).toMatchObject([{ action: 'decision.stopped', ...about }])
        expect((await answerApproval(people().fiona, decision)).answer).toBe('done')
        const late = await rowsOf(stack(), answering)
        expect(late.value.answer).toBe('too_late')
        expect(late.rows).toMatchObject([{ action: 'decision.stopped', ...about }])
      })

      it('records no withdrawal of a decision that had ended before', async () => {
        const transaction = await createCaseInReview(stack())
        const { decision } = await claimAndDecideCase(people().farid, transaction)
        const once = await rowsOf(stack(), () => withdrawDecision(people().farid, decision))
        expect(once.rows).toMatchObject([{ action: 'decision.withdrawn', subject_id: decision }])
        const twice = await rowsOf(stack(), () => withdrawDecision(people().farid, decision))
        expect(twice.value.status).toBe('withdrawn')
        expect(twice.rows).toMatchObject([{ action: 'decision.stopped', subject_id: decision }])
      })
    })
  },
  {},
  { workers: false },
)
