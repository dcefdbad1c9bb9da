import { endpoints } from '@paydesk/shared/endpoints'
import type { TransactionId } from '@paydesk/shared/ids'
import type { ProblemId } from '@paydesk/shared/problem'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type FaultName, faultNames } from '../sandbox/fault-names.ts'
import { identityIdFrom } from '../sandbox/ids.ts'
import type { Answer, Stack, Visitor } from '../stack/start.ts'
import {
  askedPaths,
  auditRows,
  control,
  customerHandleOf,
  customerOf,
  forgetRequests,
  identityHandleOf,
  problemIn,
  startOn,
} from './support.ts'

const deadline = 1_200
const config = { PAYDESK_UPSTREAM_DEADLINE_MS: String(deadline) }

type Read = 'state' | 'list' | 'notifications' | 'identity'
type End = ProblemId | 'good'
const reads: readonly Read[] = ['state', 'list', 'notifications', 'identity']

/** How a fault ends for each read; one word where it is the same for all. */
const ends: Readonly<Record<FaultName, End | Readonly<Record<Read, End>>>> = {
  slow: 'upstream_timeout',
  hang: 'upstream_timeout',
  drip: 'upstream_timeout',
  reset: 'upstream_unreachable',
  'reset-body': 'upstream_unreachable',
  '500': 'upstream_unreachable',
  '502': 'upstream_unreachable',
  '503': 'upstream_unreachable',
  '503-empty': 'upstream_unreachable',
  '429': 'upstream_busy',
  '429-long': 'upstream_busy',
  '429-odd': 'upstream_busy',
  '401': 'upstream_auth',
  '403': 'upstream_auth',
  '400': 'upstream_refused',
  '404': 'not_found',
  html: 'upstream_bad_response',
  'no-type': 'good',
  empty: 'upstream_bad_response',
  '204': 'upstream_bad_response',
  null: 'upstream_bad_response',
  array: {
    state: 'upstream_bad_response',
    list: 'upstream_bad_response',
    // An empty array is one of the shapes that notifications may have.
    notifications: 'good',
    identity: 'upstream_bad_response',
  },
  string: 'upstream_bad_response',
  malformed: 'upstream_bad_response',
  truncated: 'upstream_bad_response',
  'short-length': 'upstream_bad_response',
  // What comes after the announced length is not read.
  'long-length': 'good',
  redirect: 'upstream_bad_response',
  'gzip-bomb': 'upstream_bad_response',
  large: 'upstream_bad_response',
  deep: 'upstream_bad_response',
  wide: 'upstream_bad_response',
  'long-string': 'upstream_bad_response',
  'huge-header': 'upstream_bad_response',
  // Entries of a list name no customer and no merchant: what they lead to is checked when it is read.
  'wrong-id': {
    state: 'upstream_mismatch',
    list: 'good',
    notifications: 'upstream_mismatch',
    identity: 'upstream_mismatch',
  },
  'wrong-merchant': {
    state: 'upstream_mismatch',
    list: 'good',
    notifications: 'upstream_mismatch',
    identity: 'good',
  },
  'wrong-rid': {
    state: 'upstream_mismatch',
    list: 'good',
    notifications: 'upstream_mismatch',
    identity: 'good',
  },
  'unknown-members': 'good',
  // The last of two values counts, on every screen.
  'duplicate-keys': 'good',
  slicer: 'good',
}

/** Texts of the faults' bodies, headers and odd values. */
const ofFaults =
  /Maintenance|Bad Gateway|Sandbox fault|VALIDATION_ERROR|INTERNAL_ERROR|FORBIDDEN|Mara|not a valid value|surprise|polluted|deeper|garbage|somebody-else|x{40}|p{40}|"m\d+"|somewhere-else/

function callsFor(stack: Stack, visitor: Visitor, fault: FaultName) {
  return async () => {
    const of = await customerOf(stack, `fault-${fault}`)
    const customer = await customerHandleOf(stack, `fault-${fault}`)
    const listless = await customerHandleOf(stack, `fault-list-${fault}`)
    const identity = await identityHandleOf(stack, identityIdFrom(`faulty|${fault}`))
    const env = 'stage'
    const state = (transaction: TransactionId) =>
      visitor.call(endpoints.showTransaction, { params: { env, transaction }, query: { customer } })
    return {
      faulty: {
        state: () => state(of.transaction(0)),
        list: () => visitor.call(endpoints.listCustomerTransactions, { params: { env, customer: listless } }),
        notifications: () =>
          visitor.call(endpoints.listTransactionNotifications, {
            params: { env, transaction: of.transaction(1) },
          }),
        identity: () => visitor.call(endpoints.showIdentity, { params: { env, identity } }),
      },
      healthy: [
        () => visitor.call(endpoints.showCustomer, { params: { env, customer: listless } }),
        () => visitor.call(endpoints.listCustomerTransactions, { params: { env, customer } }),
        () => state(of.transaction(1)),
        () =>
          visitor.call(endpoints.listTransactionNotifications, {
            params: { env, transaction: of.transaction(2) },
          }),
      ],
    }
  }
}

async function timed(work: () => Promise<Answer>): Promise<{ answer: Answer; ms: number }> {
  const begun = performance.now()
  return { answer: await work(), ms: performance.now() - begun }
}

function endOf(fault: FaultName, read: Read): End {
  const all = ends[fault]
  return typeof all === 'string' ? all : all[read]
}

async function expectEnd(stack: Stack, answer: Answer, end: End): Promise<void> {
  if (end === 'good') {
    expect(answer.status, answer.text.slice(0, 300)).toBe(200)
    return
  }
  const { reference } = problemIn(answer, end)
  const rows = await auditRows(stack)
  expect(rows.filter((row) => row.reference === reference)).toMatchObject([{ result: 'failed', reason: end }])
}

describe('every fault of the service', () => {
  let stack: Stack
  let visitor: Visitor

  beforeAll(async () => {
    stack = await startOn('embedded', { config })
    visitor = await stack.as('compliance')
  })
  afterAll(() => stack.stop())
  afterEach(async () => {
    expect((await visitor.call(endpoints.whoAmI)).status).toBe(200)
    expect(stack.logged.join('')).not.toMatch(ofFaults)
  })

  it.each(['hang', '500', 'html', '401', 'reset'] as const)(
    '%s in the middle of a look-up is told from not found',
    async (fault) => {
      const text = `fault-list-${fault}`
      const answer = await visitor.get(endpoints.lookUp, { params: { env: 'stage' }, body: { text } })
      expect(answer.hits).toEqual([])
      const [first] = answer.tried
      expect(first).toMatchObject({ as: 'rid', outcome: 'unavailable' })
      expect(first?.reference).toMatch(/^PD-/)
      expect(JSON.stringify(answer)).not.toMatch(ofFaults)
    },
  )

  it('a RID that the office knows is found while the service hangs', async () => {
    await customerHandleOf(stack, 'fault-list-hang')
    const { answer, ms } = await timed(() =>
      visitor.call(endpoints.lookUp, { params: { env: 'stage' }, body: { text: 'fault-list-hang' } }),
    )
    expect(answer.text).toContain('RID known to this office at demo-merchant')
    expect(ms).toBeLessThan(deadline + 1_000)
  })

  // Refusals for asking too much hold back every later read: they have stacks of their own below.
  it.each(faultNames.filter((name) => !name.startsWith('429')))('%s', async (fault) => {
    const { faulty, healthy } = await callsFor(stack, visitor, fault)()
    const under = Promise.all(reads.map(async (read) => [read, await timed(faulty[read])] as const))
    const meanwhile = await Promise.all(healthy.map(timed))
    for (const { answer, ms } of meanwhile) {
      expect(answer.status, answer.text).toBe(200)
      expect(ms).toBeLessThan(1_000)
    }
    for (const [read, { answer, ms }] of await under) {
      // The page of an identity shows whose record it is: it is nobody else's page.
      if (!(fault === 'wrong-rid' && read === 'identity')) expect(answer.text).not.toMatch(ofFaults)
      await expectEnd(stack, answer, endOf(fault, read))
      expect(ms, read).toBeLessThan(deadline + 1_000)
      if (endOf(fault, read) === 'upstream_timeout') expect(ms, read).toBeGreaterThan(deadline - 50)
    }
  })

  it('no redirect was followed and no object gained a member', async () => {
    expect(await control(stack, 'GET', 'sinkhole')).toEqual({ hits: 0 })
    expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false)
  })
})

describe.each(['429', '429-long', '429-odd'] as const)('%s', (fault) => {
  let stack: Stack
  afterAll(() => stack.stop())

  it('is waited for or passed on with a time, and the service is left alone', async () => {
    stack = await startOn('embedded', { config: { PAYDESK_UPSTREAM_DEADLINE_MS: '2000' } })
    const visitor = await stack.as('compliance')
    await forgetRequests(stack)
    const { faulty } = await callsFor(stack, visitor, fault)()
    for (const read of reads) {
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
    // The state of the second transaction is asked for along with its notifications.
    expect(Math.max(...perRead)).toBeLessThanOrEqual(3)
  })
})

describe('slow reads that add up', () => {
  let stack: Stack
  beforeAll(async () => {
    stack = await startOn('embedded', { config: { PAYDESK_UPSTREAM_DEADLINE_MS: '2500' } })
  })
  afterAll(() => stack.stop())

  it('end in time although each of them is within its own', async () => {
    const visitor = await stack.as('support')
    const customer = await customerHandleOf(stack, 'cust-one')
    await control(stack, 'POST', 'faults', { account: 'stage', operation: 'any', fault: 'slow' })
    const { answer, ms } = await timed(() =>
      visitor.call(endpoints.showCustomerIdentity, { params: { env: 'stage', customer } }),
    )
    await expectEnd(stack, answer, 'upstream_timeout')
    expect(ms).toBeLessThan(2_500 + 1_500 + 300)
  })

  it('identities that hang leave transactions their way', async () => {
    const visitor = await stack.as('compliance')
    await control(stack, 'DELETE', 'faults')
    await control(stack, 'POST', 'faults', { account: 'stage', operation: 'identity', fault: 'hang' })
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
      const params = { env: 'stage', identity: await identityHandleOf(stack, identity) }
      return visitor.call(endpoints.showIdentity, { params })
    })
    const { transaction } = await customerOf(stack, 'cust-00417')
    const { answer, ms } = await timed(() =>
      visitor.call(endpoints.showTransaction, { params: { env: 'stage', transaction: transaction(0) } }),
    )
    expect(answer.status).toBe(200)
    expect(ms).toBeLessThan(500)
    for (const one of await Promise.all(hanging)) problemIn(one, 'upstream_timeout', 'upstream_busy')
  })
})
