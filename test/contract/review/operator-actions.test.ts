import { chooseOperatorActionTarget } from '@paydesk/bff/features/review/operator-actions/action-plan'
import { parseStateRecord } from '@paydesk/bff/payment-service/parsing/wire'
import { isFullRun, pickByRunLength } from '@paydesk/bff/platform/runtime/run-length.test-kit'
import { reviewTaskIdSchema } from '@paydesk/shared/core/ids'
import { endpoints } from '@paydesk/shared/endpoints'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import type { Json } from '../../sandbox/json.ts'
import {
  answerApproval,
  claimAndDecideCase,
  completeIdentityReview,
  createCaseInReview,
  decisionRows,
  loadDecision,
  moveTransactionState,
  openCase,
  withdrawDecision,
} from '../../support/contract/decisions.ts'
import {
  actionRow,
  countActionRequests,
  countActionRequestsTo,
  createTransactionInReview,
  decideAndApprove,
  env,
  failNextAction,
  loadNewestNotification,
  loadTaskId,
  notifyAndAwaitRead,
  operatorActionVariables,
  operatorVerdicts,
  waitForActionEnd,
  withHeldLease,
} from '../../support/contract/operator-actions.ts'
import {
  askedPaths,
  auditRows,
  controlSandbox,
  forgetRequests,
  onOneDatabase,
  pollOptions,
} from '../../support/contract/support.ts'
import type { Stack, Visitor } from '../../support/stack/start.ts'

/** Signs in a maker and an approver before the tests. */
function pairOf(stack: () => Stack): () => readonly [Visitor, Visitor] {
  let pair: readonly [Visitor, Visitor] | undefined
  beforeAll(async () => {
    pair = [await stack().as('finance'), await stack().as('finance2')]
  })
  return () => {
    if (pair === undefined) throw new Error('nobody has signed in')
    return pair
  }
}

/** Waits for the outcome: all requests to the payment service are sent before the outcome. */
const followed = (stack: Stack, transaction: string, followUp: string) =>
  vi.waitFor(async () => {
    const rows = await decisionRows(stack, transaction)
    expect(rows.at(-1)).toMatchObject({ follow_up: followUp })
  }, pollOptions)

onOneDatabase('with operator actions off (the default)', (stack) => {
  const pair = pairOf(stack)

  it('nothing is ever sent, and every page says so', async () => {
    const transaction = await createTransactionInReview(stack())
    const item = await openCase(pair()[0], transaction)
    for (const availability of Object.values(item.actionAvailability))
      expect(availability).toEqual({ isOn: false, reason: null })
    const { decision, actionAvailability, action } = await decideAndApprove(pair(), transaction)
    expect([actionAvailability, action]).toEqual([{ isOn: false, reason: null }, null])
    // Carry the decision out at the operator console instead.
    await moveTransactionState(stack(), transaction, 'SUCCESS', 'transaction_accepted')
    await followed(stack(), transaction, 'followed')
    expect(await actionRow(stack(), decision)).toBeUndefined()
    expect(await countActionRequests(stack())).toEqual({})
    const admin = await stack().as('admin')
    const { environments } = await admin.get(endpoints.showHealth)
    expect(environments?.map(({ operatorActions }) => operatorActions.facts[0]?.code)).toEqual([
      'actions_off',
      'actions_off',
    ])
  })
})

/** Texts in place of a task ID that could lead to another URL. */
const oddTaskIds = [
  ...['..', '.', '../../x', 'a/b', 'a%2fb', '%2e%2e', 'a b', 'a\r\nb', 'ä', 'a?b=1', '', ' ', 'a'.repeat(65)],
]

describe('the task that a notification names', () => {
  const aim = (...tasks: unknown[]) => {
    const named = tasks.map((one) => reviewTaskIdSchema.safeParse(one).data ?? null)
    const record = parseStateRecord({ id: 'tx-one', state: 'PENDING', original_message: {} })
    if (!record.ok) throw new Error('the record cannot be read')
    return chooseOperatorActionTarget(
      'accept',
      'tx-one',
      { tasks: named, card: false, settled: true },
      record.value,
    )
  }

  it.each([...oddTaskIds, { id: 'ta' }, null, 7])('is not used if its ID is %j', (id) => {
    expect(aim(id)).toEqual({ target: null, why: 'odd_task' })
  })

  it('is used only if exactly one task is named', () => {
    expect(aim('ta1')).toEqual({ target: 'task/ta1', why: null })
    expect(aim()).toEqual({ target: null, why: 'no_task' })
    expect(aim('ta1', 'ta2')).toEqual({ target: null, why: 'several_tasks' })
    expect(aim('ta1', '..')).toEqual({ target: null, why: 'several_tasks' })
  })
})

const silences = [
  ['reset', true],
  ['reset', false],
  ['hang', true],
  ['hang', false],
  ['500', true],
  ['503', false],
  ['redirect', false],
  ['html', true],
  ['reset-body', true],
  ['gzip-bomb', true],
  ['large', false],
] as const
/** Selects the faults: short runs try lost answers and one other answer. */
const silencesTried = isFullRun ? silences : silences.filter(([fault], nth) => nth < 2 || fault === '503')

onOneDatabase(
  'with operator actions on',
  (stack) => {
    const pair = pairOf(stack)
    const look1 = async (decision: Parameters<typeof loadDecision>[1]) =>
      (await loadDecision(pair()[0], decision)).decision

    it.each([
      ['accept', 'SUCCESS'],
      ['reject', 'REJECTED'],
    ] as const)('%s sends one request after the approval, and none before', async (verdict, state) => {
      const transaction = await createTransactionInReview(stack())
      const task = await loadTaskId(stack(), transaction)
      const { actionAvailability } = await openCase(pair()[0], transaction)
      expect(actionAvailability[verdict]).toEqual({ isOn: true, reason: null })
      const { decision } = await claimAndDecideCase(pair()[0], transaction, operatorVerdicts[verdict])
      expect(await actionRow(stack(), decision)).toBeUndefined()
      expect(await countActionRequestsTo(stack(), task)).toEqual({ asked: 0, carriedOut: 0 })
      await answerApproval(pair()[1], decision)
      expect(await waitForActionEnd(stack(), decision)).toMatchObject({
        status: 'answered',
        http_status: 200,
        target: `task/${task}`,
      })
      await followed(stack(), transaction, 'followed')
      expect(await countActionRequestsTo(stack(), task)).toEqual({ asked: 1, carriedOut: 1 })
      const seen = await look1(decision)
      expect(seen.outcome?.state.raw).toBe(state)
      expect(seen.action).toMatchObject({ kind: `${verdict}_task`, status: 'answered', httpStatus: 200 })
      const entries = (await auditRows(stack())).filter(({ subject_id }) => subject_id === decision)
      const own = entries.filter(({ action }) => action.startsWith('decision.action.'))
      expect(
        own.map(({ action, result, reason, actor_subject }) => [action, result, reason, actor_subject]),
      ).toEqual([
        ['decision.action.sent', 'allowed', null, null],
        ['decision.action.answered', 'allowed', 'answered', null],
      ])
      expect(own[0]?.time_ms).toBeLessThanOrEqual(own[1]?.time_ms ?? 0)
    })

    it('cancel works for card transactions by their own ID, and is reported as impossible for others', async () => {
      const card = { card_reference: { card_brand: 'VISA', masked_pan: '411111******1111' } }
      const [plain, carded] = [
        await createTransactionInReview(stack()),
        await createTransactionInReview(stack(), card),
      ]
      expect((await openCase(pair()[0], plain)).actionAvailability.cancel).toEqual({
        isOn: false,
        reason: 'no_card',
      })
      const waiting = await claimAndDecideCase(pair()[0], plain, operatorVerdicts.cancel)
      expect((await look1(waiting.decision)).actionAvailability).toEqual({ isOn: true, reason: null })
      await answerApproval(pair()[1], waiting.decision)
      const not = waiting.decision
      expect(await waitForActionEnd(stack(), not)).toMatchObject({
        status: 'not_sent',
        why: 'no_card',
        target: null,
      })
      const { decision } = await decideAndApprove(pair(), carded, 'cancel')
      expect(await waitForActionEnd(stack(), decision)).toMatchObject({ status: 'answered' })
      await followed(stack(), carded, 'followed')
      expect(await countActionRequestsTo(stack(), plain)).toEqual({ asked: 0, carriedOut: 0 })
      expect(await countActionRequestsTo(stack(), carded)).toEqual({ asked: 1, carriedOut: 1 })
    })

    it('an approval is needed even if the record requires none', async () => {
      // Hold the reads: a sync would update the case and apply rules of its own.
      const made = await withHeldLease(stack(), async () => {
        const transaction = await createCaseInReview(stack(), { second: '' })
        await completeIdentityReview(stack(), pair()[0], transaction)
        return claimAndDecideCase(pair()[0], transaction, operatorVerdicts.accept)
      })
      expect(made).toMatchObject({
        status: 'waiting',
        approvalReasons: ['carried_out'],
        action: null,
      })
      expect(await actionRow(stack(), made.decision)).toBeUndefined()
      // No notification has arrived, so there is a plan but no task to request.
      const answered = await answerApproval(pair()[1], made.decision)
      expect(answered).toMatchObject({
        answer: 'done',
        decision: { status: 'confirmed', action: { status: 'not_sent' } },
      })
      expect(await actionRow(stack(), made.decision)).toMatchObject({ why: 'no_task', sent_at: null })
      await controlSandbox(stack(), 'DELETE', 'overrides')
    })

    it('a decision that is rejected, returned or withdrawn sends nothing', async () => {
      const words = 'The statement is of another person, ask again'
      const all = [
        await createTransactionInReview(stack()),
        await createTransactionInReview(stack()),
        await createTransactionInReview(stack()),
      ]
      const [one, two, three] = await Promise.all(
        all.map((transaction) => claimAndDecideCase(pair()[0], transaction, operatorVerdicts.accept)),
      )
      if (!one || !two || !three) throw new Error('nothing was decided')
      await answerApproval(pair()[1], one.decision, { answer: 'refuse', text: words })
      await answerApproval(pair()[1], two.decision, { answer: 'send_back', text: words })
      await withdrawDecision(pair()[0], three.decision)
      // Send another decision after them: by then the others would have been sent, too.
      const sent = await createTransactionInReview(stack())
      await waitForActionEnd(stack(), (await decideAndApprove(pair(), sent)).decision)
      for (const transaction of all)
        expect(await countActionRequestsTo(stack(), await loadTaskId(stack(), transaction))).toEqual({
          asked: 0,
          carriedOut: 0,
        })
      for (const { decision } of [one, two, three]) expect(await actionRow(stack(), decision)).toBeUndefined()
    })

    describe('an inconclusive answer', () => {
      it.each(silencesTried)(
        '(%s, carried out: %s) leaves the action unknown, and the action is never sent again',
        async (fault, carries) => {
          const transaction = await createTransactionInReview(stack())
          const task = await loadTaskId(stack(), transaction)
          await failNextAction(stack(), task, fault, carries)
          const { decision } = await decideAndApprove(pair(), transaction)
          const row = await waitForActionEnd(stack(), decision)
          expect(row).toMatchObject({ status: 'unknown', why: null })
          expect(await countActionRequestsTo(stack(), task)).toEqual({
            asked: 1,
            carriedOut: carries ? 1 : 0,
          })
          if (carries) await followed(stack(), transaction, 'followed')
          else {
            const seen = await look1(decision)
            expect(seen).toMatchObject({ status: 'confirmed', followUp: 'waiting', outcome: null })
            // Another decision about the transaction finds its task already requested.
            await withdrawDecision(pair()[0], decision)
            const again = await decideAndApprove(pair(), transaction, 'reject')
            expect(await waitForActionEnd(stack(), again.decision)).toMatchObject({
              status: 'not_sent',
              why: 'sent_before',
            })
            await moveTransactionState(stack(), transaction, 'REJECTED', 'risk_manual_rejected')
            await followed(stack(), transaction, 'followed')
          }
          expect(await countActionRequestsTo(stack(), task)).toEqual({
            asked: 1,
            carriedOut: carries ? 1 : 0,
          })
          expect((await look1(decision)).action).toMatchObject({ status: 'unknown' })
        },
      )
    })

    it('a refusal is recorded with its status and code', async () => {
      const transaction = await createTransactionInReview(stack())
      const task = await loadTaskId(stack(), transaction)
      await failNextAction(stack(), task, '400', false)
      const { decision } = await decideAndApprove(pair(), transaction)
      await waitForActionEnd(stack(), decision)
      expect((await look1(decision)).action).toMatchObject({
        status: 'refused',
        httpStatus: 400,
        code: 'VALIDATION_ERROR',
      })
      expect(await countActionRequestsTo(stack(), task)).toEqual({ asked: 1, carriedOut: 0 })
    })

    it('missing, several or hostile tasks send nothing and build no URL', async () => {
      const odd = (id: unknown) => [[{ id }], 'odd_task'] as const
      const cases = [
        [[], 'no_task'],
        [[{ id: 'ta1' }, { id: 'ta2' }], 'several_tasks'],
        odd('../../x'),
        ...(isFullRun ? oddTaskIds : []).map(odd),
        odd({ id: 'ta' }),
        [['ta'], 'odd_task'],
        [[{ id: 'ta' }, 'x'], 'several_tasks'],
      ] as const
      await forgetRequests(stack())
      const before = await countActionRequests(stack())
      for (const [tasks, why] of cases) {
        const transaction = await createTransactionInReview(stack(), {
          outstanding_tasks: tasks.map((one) => one as Json),
        })
        expect((await openCase(pair()[0], transaction)).actionAvailability.accept).toEqual({
          isOn: false,
          reason: why,
        })
        const { decision, action } = await decideAndApprove(pair(), transaction)
        expect(action).toMatchObject({
          status: 'not_sent',
          at: null,
          reason: why,
        })
        expect(await actionRow(stack(), decision)).toMatchObject({ status: 'not_sent', why, target: null })
      }
      // Send another decision after them: by then the others would have been sent, too.
      const sent = await createTransactionInReview(stack())
      const task = await loadTaskId(stack(), sent)
      await waitForActionEnd(stack(), (await decideAndApprove(pair(), sent)).decision)
      const asked = (await askedPaths(stack())).filter((path) => /\/tasks\/|cancel/.test(path))
      expect(asked).toEqual([`/stage/v1/tasks/${task}/accept`])
      expect(Object.keys(await countActionRequests(stack()))).toHaveLength(Object.keys(before).length + 1)
    }, 120_000)

    it('a notification with another secret is not trusted and names no task', async () => {
      const transaction = await createTransactionInReview(stack())
      const task = await loadTaskId(stack(), transaction)
      await notifyAndAwaitRead(stack(), transaction, {
        secret: 'another',
        outstanding_tasks: [{ id: 'theirs' }],
      })
      const { decision } = await decideAndApprove(pair(), transaction)
      expect(await waitForActionEnd(stack(), decision)).toMatchObject({
        target: `task/${task}`,
        status: 'answered',
      })
      expect(await countActionRequestsTo(stack(), 'theirs')).toEqual({ asked: 0, carriedOut: 0 })
    })

    it('nothing is sent, with the reason, if the payment service ends the transaction first', async () => {
      const transaction = await createTransactionInReview(stack())
      const notification = await loadNewestNotification(stack(), transaction)
      expect(notification.state).toBe('PENDING')
      const { decision } = await withHeldLease(stack(), async () => {
        const made = await decideAndApprove(pair(), transaction)
        await moveTransactionState(stack(), transaction, 'SUCCESS')
        return made
      })
      expect(await waitForActionEnd(stack(), decision)).toMatchObject({
        status: 'not_sent',
        why: 'ended',
        sent_at: null,
      })
      await followed(stack(), transaction, 'followed')
      expect(await countActionRequestsTo(stack(), await loadTaskId(stack(), transaction))).toEqual({
        asked: 0,
        carriedOut: 0,
      })
    })

    it('a withdrawal while the action is planned stops the action at once, and nothing is sent', async () => {
      const transaction = await createTransactionInReview(stack())
      const task = await loadTaskId(stack(), transaction)
      const decision = await withHeldLease(stack(), async () => {
        const made = await decideAndApprove(pair(), transaction)
        expect(made.action).toMatchObject({ status: 'planned', at: null })
        const after = await withdrawDecision(pair()[0], made.decision)
        expect(after).toMatchObject({ status: 'withdrawn', action: { status: 'not_sent' } })
        expect(after.action?.reason).toBe('withdrawn')
        return made.decision
      })
      const sent = await createTransactionInReview(stack())
      await waitForActionEnd(stack(), (await decideAndApprove(pair(), sent)).decision)
      expect(await actionRow(stack(), decision)).toMatchObject({ status: 'not_sent', why: 'withdrawn' })
      expect(await countActionRequestsTo(stack(), task)).toEqual({ asked: 0, carriedOut: 0 })
    })

    it('a withdrawal while the action is in flight says that the action was sent', async () => {
      const transaction = await createTransactionInReview(stack())
      const task = await loadTaskId(stack(), transaction)
      await failNextAction(stack(), task, 'hang', false)
      const { decision } = await decideAndApprove(pair(), transaction)
      await vi.waitFor(async () => {
        expect(await countActionRequestsTo(stack(), task)).toEqual({ asked: 1, carriedOut: 0 })
      }, pollOptions)
      const after = await withdrawDecision(pair()[0], decision)
      expect(after).toMatchObject({ status: 'withdrawn', action: { status: 'sending' } })
      expect(after.action?.at).not.toBeNull()
      expect(await waitForActionEnd(stack(), decision)).toMatchObject({ status: 'unknown' })
      expect(await countActionRequestsTo(stack(), task)).toEqual({ asked: 1, carriedOut: 0 })
    })

    it('a withdrawal that races the request stops the action, or the action is reported as sent once', async () => {
      for (let round = 0; round < pickByRunLength(2, 8); round += 1) {
        const transaction = await createTransactionInReview(stack())
        const task = await loadTaskId(stack(), transaction)
        const { decision } = await decideAndApprove(pair(), transaction)
        const row = async () => (await actionRow(stack(), decision))?.status
        if (round % 2 === 1)
          await vi.waitFor(async () => expect(await row()).not.toBe('planned'), pollOptions)
        const after = await withdrawDecision(pair()[0], decision)
        const action = await waitForActionEnd(stack(), decision)
        const { asked } = await countActionRequestsTo(stack(), task)
        if (action?.why === 'withdrawn') expect([after.status, asked]).toEqual(['withdrawn', 0])
        else expect([action?.status, asked]).toEqual(['answered', 1])
      }
    })

    it('the database rejects a second request for one target, and any request while another is open', async () => {
      const { db } = stack().deps.store
      const row = (n: number, more: object) => ({
        id: `a_${String(n).padStart(20, 'x')}`,
        environment: env,
        transaction_id: 'tx-one',
        merchant: 'demo-merchant',
        decision_id: `d_${n}`,
        action: 'accept_task' as const,
        target: 'task/t1',
        status: 'answered' as const,
        planned_at: 1,
        due_at: 1,
        ...more,
      })
      const put = (n: number, more: object = {}) =>
        db.insertInto('operator_actions').values(row(n, more)).execute()
      await put(1)
      for (const status of ['sending', 'answered', 'unknown'])
        await expect(put(2, { status })).rejects.toThrow()
      await expect(put(2, { transaction_id: 'tx-two' })).rejects.toThrow()
      await put(2, { status: 'refused' })
      await put(3, { status: 'unknown', target: 'task/t3' })
      await expect(put(4, { status: 'sending', target: 'task/t4' })).rejects.toThrow()
      await expect(put(1, { target: 'task/t5' })).rejects.toThrow()
      await db.deleteFrom('operator_actions').where('transaction_id', 'like', 'tx-%').execute()
    })
  },
  operatorActionVariables,
)
