import { isFullRun } from '@paydesk/bff/platform/runtime/run-length.test-kit'
import { endpoints } from '@paydesk/shared/endpoints'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { callsFor, measureCall, readKinds } from '../../support/contract/fault-outcomes.ts'
import {
  askedPaths,
  controlSandbox,
  customerHandleOf,
  customerOf,
  forgetRequests,
  identityHandleOf,
  problemIn,
  startOn,
} from '../../support/contract/support.ts'
import type { Stack } from '../../support/stack/start.ts'

describe.each(['429', '429-long', '429-odd'] as const)('the rate limit answer %s', (fault) => {
  let stack: Stack
  afterAll(() => stack.stop())

  it('is passed on with a retry time, and pauses requests to the payment service', async () => {
    stack = await startOn('embedded', { config: { PAYDESK_SERVICE_DEADLINE_MS: '6000' } })
    const visitor = await stack.as('compliance')
    await forgetRequests(stack)
    const { faulty } = await callsFor(stack, visitor, fault)
    for (const read of readKinds) {
      const answers = [await faulty[read](), await faulty[read](), await faulty[read]()]
      for (const answer of answers) {
        const { retryAfter } = problemIn(answer, 'upstream_busy')
        expect(answer.headers.get('retry-after')).toBe(String(retryAfter))
        expect(retryAfter).toBeGreaterThanOrEqual(1)
        expect(retryAfter).toBeLessThanOrEqual(60)
      }
    }
    const asked = await askedPaths(stack)
    const perRead = [/\/authorization\//, /\/states\//, /\/notifications$/, /\/identity\//].map(
      (pattern) => asked.filter((path) => pattern.test(path)).length,
    )
    // Allow for the state of the second transaction, which is read along with its notifications.
    expect(Math.max(...perRead)).toBeLessThanOrEqual(3)
  })
})

describe('slow reads that add up', () => {
  let stack: Stack
  beforeAll(async () => {
    stack = await startOn('embedded', { config: { PAYDESK_SERVICE_DEADLINE_MS: '2500' } })
  })
  afterAll(() => stack.stop())

  it('time out in total although each read is within its own time limit', async () => {
    const visitor = await stack.as('support')
    const customer = await customerHandleOf(stack, 'cust-one')
    await controlSandbox(stack, 'POST', 'faults', { account: 'stage', operation: 'any', fault: 'slow' })
    const { answer, ownMs } = await measureCall(() =>
      visitor.call(endpoints.showCustomerIdentity, { params: { env: 'stage', customer } }),
    )
    problemIn(answer, 'upstream_timeout')
    // All reads would take 6 s.
    if (isFullRun) expect(ownMs).toBeLessThan(5_700)
  })
})

describe('reads that hang', () => {
  let stack: Stack
  beforeAll(async () => {
    stack = await startOn('embedded')
  })
  afterAll(() => stack.stop())

  it('of identities do not block reads of transactions', async () => {
    const visitor = await stack.as('compliance')
    await controlSandbox(stack, 'POST', 'faults', { account: 'stage', operation: 'identity', fault: 'hang' })
    await forgetRequests(stack)
    const rids = [
      'cust-00417',
      'cust-forty',
      'cust-mixed-rid',
      'cust-card',
      'cust-tasks',
      'cust-events',
      'cust-steps',
    ]
    const hanging = rids.map(async (rid) => {
      const { identity } = await customerOf(stack, rid)
      const params = { env: 'stage', identity: await identityHandleOf(stack, rid, identity) }
      return visitor.call(endpoints.showIdentity, { params })
    })
    const { transaction } = await customerOf(stack, 'cust-00417')
    // Wait until all 4 slots of the identity lane are taken.
    await expect
      .poll(async () => (await askedPaths(stack)).filter((path) => path.includes('/identity/')).length)
      .toBeGreaterThanOrEqual(4)
    const { answer, ownMs } = await measureCall(() =>
      visitor.call(endpoints.showTransaction, { params: { env: 'stage', transaction: transaction(0) } }),
    )
    expect(answer.status).toBe(200)
    // Behind a hanging read the transaction would wait 3 s.
    if (isFullRun) expect(ownMs).toBeLessThan(2_800)
    for (const one of await Promise.all(hanging)) problemIn(one, 'upstream_timeout', 'upstream_busy')
  })
})
