import { databaseNames, isFullRun, pickByRunLength } from '@paydesk/bff/platform/runtime/run-length.test-kit'
import { endpoints } from '@paydesk/shared/endpoints'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { claimAndDecideCase, loadDecision } from '../../support/contract/decisions.ts'
import {
  actionRow,
  countActionRequestsTo,
  createTransactionInReview,
  env,
  failNextAction,
  loadTaskId,
  operatorActionVariables,
  waitForActionEnd,
} from '../../support/contract/operator-actions.ts'
import { startSessionOf } from '../../support/contract/review-cases.ts'
import { startAnother } from '../../support/contract/second-instance.ts'
import { startOn } from '../../support/contract/support.ts'
import type { Stack, Visitor } from '../../support/stack/start.ts'

describe.each(databaseNames)('concurrent approvals with operator actions (%s)', (backing) => {
  let stack: Stack
  let other: Awaited<ReturnType<typeof startAnother>> | null = null
  let people: Visitor[] = []
  beforeAll(async () => {
    // Allow time to answer all concurrent calls, on slow machines too.
    const deadlineMs = isFullRun ? '8000' : '30000'
    stack = await startOn(backing, {
      config: { ...operatorActionVariables, PAYDESK_SERVICE_DEADLINE_MS: deadlineMs },
    })
    // A second instance on the embedded database refuses to start.
    other = backing === 'postgres' ? await startAnother(stack) : null
    other?.deps.startWorkers()
    const origins = [stack.origin, other?.origin ?? stack.origin]
    people = await Promise.all(
      Array.from({ length: pickByRunLength(13, 51) }, (_, nth) =>
        startSessionOf(stack, `p-${nth}`, ['finance'], origins[nth % 2]),
      ),
    )
  })
  afterAll(async () => {
    await other?.stop()
    await stack.stop()
  })

  it.each(isFullRun ? [null, 'hang'] : [null])('send one request (fault: %s)', async (fault) => {
    const [first, ...seconds] = people
    if (first === undefined) throw new Error('nobody is there')
    const transaction = await createTransactionInReview(stack)
    const task = await loadTaskId(stack, transaction)
    if (fault !== null) await failNextAction(stack, task, fault, false)
    const { decision } = await claimAndDecideCase(first, transaction)
    const { recordHash } = await loadDecision(first, decision)
    const body = { answer: 'confirm', recordHash }
    const answers = await Promise.all(
      seconds.map((one) => one.call(endpoints.decideApproval, { params: { env, decision }, body })),
    )
    const done = answers.filter(
      ({ status, json }) => status === 200 && JSON.stringify(json).includes('"done"'),
    )
    expect(done).toHaveLength(1)
    const row = await waitForActionEnd(stack, decision)
    expect(row).toMatchObject({ status: fault === null ? 'answered' : 'unknown' })
    expect(await countActionRequestsTo(stack, task)).toEqual({ asked: 1, carriedOut: fault === null ? 1 : 0 })
    expect(await actionRow(stack, decision)).toMatchObject({ tries: 0 })
  })
})
