import type { DecisionId } from '@paydesk/shared/cases/decisions'
import { endpoints } from '@paydesk/shared/endpoints'
import { beforeAll, expect, it } from 'vitest'
import {
  answerApproval,
  claimAndDecideCase,
  createCaseInReview,
  decisionRows,
  loadDecision,
} from '../../support/contract/decisions.ts'
import { itemRow, startSessionOf } from '../../support/contract/review-cases.ts'
import { auditRows, onEachDatabase, problemIn } from '../../support/contract/support.ts'
import type { Visitor } from '../../support/stack/start.ts'

const env = 'stage'
const day = 24 * 3_600_000
const why = 'Nobody at the service has taken it up, asked twice'

onEachDatabase(
  'a stale decision',
  (stack) => {
    let farid: Visitor
    let fiona: Visitor
    let mina: Visitor
    let clara: Visitor
    beforeAll(async () => {
      farid = await stack().as('finance')
      fiona = await stack().as('finance2')
      mina = await startSessionOf(stack(), 'mina')
      clara = await stack().as('compliance')
    })

    /** Makes a decision that Fiona approved `ago` ms before now. */
    async function left(ago: number, more: Parameters<typeof createCaseInReview>[1] = {}) {
      const transaction = await createCaseInReview(stack(), more)
      const { decision } = await claimAndDecideCase(farid, transaction)
      await answerApproval(fiona, decision)
      await stack()
        .deps.store.db.updateTable('decisions')
        .set({ approval_at: Date.now() - ago })
        .where('id', '=', decision)
        .execute()
      return { transaction, decision }
    }
    const close = (visitor: Visitor, decision: DecisionId, body: object = { text: why }) =>
      visitor.call(endpoints.withdrawDecision, { params: { env, decision }, body })
    const closed = async (visitor: Visitor, decision: DecisionId) =>
      endpoints.withdrawDecision.response.parse((await close(visitor, decision)).json)

    it('is closed by the approver with a comment, and stays on record as it was', async () => {
      const { transaction, decision } = await left(day + 1_000)
      const [before] = await decisionRows(stack(), transaction)
      expect((await loadDecision(fiona, decision)).decision).toMatchObject({
        mayClose: true,
        mayWithdraw: false,
        staleAt: new Date((before?.approval_at ?? 0) + day).toISOString(),
      })
      expect(await closed(fiona, decision)).toMatchObject({
        status: 'withdrawn',
        followUp: null,
        approval: { answer: 'confirm', by: { name: 'Fiona Brandt', me: true } },
        withdrawnAt: expect.any(String),
        withdrawnBy: { name: 'Fiona Brandt', me: true },
        withdrawnText: { visibility: 'clear', text: why },
        ...{ mayClose: false, staleAt: null },
      })
      const [row] = await decisionRows(stack(), transaction)
      const gone = { status: 'withdrawn', live: 0, follow_up: null, version: (before?.version ?? 0) + 1 }
      const by = Object.fromEntries(
        (
          [
            'withdrawn_at',
            'withdrawn_issuer',
            'withdrawn_subject',
            'withdrawn_name',
            'withdrawn_text',
          ] as const
        ).map((column) => [column, row?.[column]]),
      )
      expect(row).toEqual({ ...before, ...gone, ...by })
      expect(JSON.stringify(row)).not.toContain(why)
      expect(await itemRow(stack(), transaction)).toMatchObject({ decision: null, decision_status: null })
      // The case accepts a new decision, and the auditor sees who closed the old decision.
      expect((await claimAndDecideCase(farid, transaction)).status).toBe('waiting')
      const auditor = await stack().as('auditor')
      expect((await loadDecision(auditor, decision)).decision).toMatchObject({
        withdrawnBy: { name: 'Fiona Brandt', me: false },
        withdrawnText: { visibility: 'presence', present: true },
      })
      const auditEvents = (await auditRows(stack())).filter(({ subject_id }) => subject_id === decision)
      expect(auditEvents.map(({ action, result }) => [action, result])).toContainEqual([
        'decision.withdrawn',
        'allowed',
      ])
    })

    it('is not closed by others too early or without a comment', async () => {
      const early = await left(day - 60_000)
      problemIn(await close(fiona, early.decision), 'not_allowed')
      problemIn(await close(mina, early.decision), 'not_allowed')
      expect(await decisionRows(stack(), early.transaction)).toMatchObject([
        { status: 'confirmed', live: 1, withdrawn_at: null },
      ])
      const late = await left(day + 1_000)
      for (const body of [{}, { text: 'too short' }]) {
        const { fields } = problemIn(await close(fiona, late.decision, body), 'bad_request')
        expect(fields?.map(({ name }) => name)).toEqual(['text'])
      }
      expect(await decisionRows(stack(), late.transaction)).toMatchObject([{ status: 'confirmed', live: 1 }])
      // The maker of the decision needs neither the waiting time nor a comment.
      const own = await farid.get(endpoints.withdrawDecision, { params: { env, decision: early.decision } })
      expect(own).toMatchObject({
        status: 'withdrawn',
        withdrawnBy: { me: true },
        withdrawnText: null,
      })
    })

    it('is closed by a colleague, by compliance within its scope, and by no other role', async () => {
      const one = await left(2 * day)
      expect(await closed(mina, one.decision)).toMatchObject({
        status: 'withdrawn',
        withdrawnBy: { me: true },
      })
      const two = await left(2 * day)
      expect(await closed(clara, two.decision)).toMatchObject({ status: 'withdrawn' })
      const money = await left(2 * day, { concerns: '', second: 'amount' })
      problemIn(await close(clara, money.decision), 'not_found')
      for (const person of ['auditor', 'support', 'admin'] as const)
        problemIn(await close(await stack().as(person), money.decision), 'not_allowed')
      expect(await decisionRows(stack(), money.transaction)).toMatchObject([{ live: 1 }])
    })

    it('that still waits for approval is closed by its maker only, however old', async () => {
      const transaction = await createCaseInReview(stack())
      const { decision } = await claimAndDecideCase(farid, transaction)
      await stack()
        .deps.store.db.updateTable('decisions')
        .set({ at: Date.now() - 3 * day })
        .where('id', '=', decision)
        .execute()
      expect((await loadDecision(fiona, decision)).decision).toMatchObject({ mayClose: false, staleAt: null })
      problemIn(await close(fiona, decision), 'not_allowed')
    })

    it('is closed once by many calls at once', async () => {
      const { transaction, decision } = await left(2 * day)
      const people = [
        fiona,
        mina,
        clara,
        ...(await Promise.all(['ada', 'bo'].map((who) => startSessionOf(stack(), who)))),
      ]
      const answers = await Promise.all(people.map((one) => closed(one, decision)))
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set(['withdrawn']))
      const [row] = await decisionRows(stack(), transaction)
      expect(row).toMatchObject({ version: 3 })
      const auditEvents = (await auditRows(stack())).filter(
        ({ subject_id, action }) => subject_id === decision && action === 'decision.withdrawn',
      )
      expect(auditEvents.map(({ actor_subject }) => actor_subject)).toEqual([row?.withdrawn_subject])
    })
  },
  {},
  { workers: false },
)
