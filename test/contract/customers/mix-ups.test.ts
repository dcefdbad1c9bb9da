import { environmentName } from '@paydesk/shared/core/ids'
import { endpoints } from '@paydesk/shared/endpoints'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  customerHandleOf,
  customerOf,
  identityHandleOf,
  problemIn,
  startOn,
} from '../../support/contract/support.ts'
import type { Stack, Visitor } from '../../support/stack/start.ts'

const env = 'stage'

describe('records that do not belong together', () => {
  let stack: Stack
  let visitor: Visitor

  beforeAll(async () => {
    stack = await startOn('embedded')
    visitor = await stack.as('compliance')
  })
  afterAll(() => stack.stop())

  // First, while nobody has come across the other customer.
  it('an identity that no transaction of its customer names is nobody’s to look up', async () => {
    const { identity } = await customerOf(stack, 'cust-mixed-identity')
    const before = await stack.deps.handles.hasCustomerHandle(
      environmentName.parse(env),
      'demo-merchant',
      'cust-somebody-else',
    )
    const { hits, tried } = await visitor.get(endpoints.searchRecords, {
      params: { env },
      body: { text: identity },
    })
    expect([before, hits]).toEqual([false, []])
    expect(tried[0]).toMatchObject({ as: 'identity', outcome: 'not_found' })
    // What a record merely names does not become known.
    expect(
      await stack.deps.handles.hasCustomerHandle(
        environmentName.parse(env),
        'demo-merchant',
        'cust-somebody-else',
      ),
    ).toBe(false)
  })

  it.each(['cust-wrong-id', 'cust-wrong-merchant'])(
    '%s: no part of the record is shown anywhere',
    async (rid) => {
      const { transaction } = await customerOf(stack, rid)
      const customer = await customerHandleOf(stack, rid)
      const params = { env, transaction: transaction(0) }
      for (const endpoint of [
        endpoints.showTransaction,
        endpoints.showTransactionRecord,
        endpoints.listSentNotifications,
      ]) {
        const answer = await visitor.call(endpoint, { params })
        problemIn(answer, 'upstream_mismatch')
        expect(answer.text).not.toContain(transaction(0))
      }
      const { hits, tried } = await visitor.get(endpoints.searchRecords, {
        params: { env },
        body: { text: transaction(0) },
      })
      expect(hits).toEqual([])
      expect(tried[0]).toMatchObject({ as: 'transaction', outcome: 'unavailable' })
      // Last: it reads the customer's list, and from then on this office knows the id by it.
      problemIn(
        await visitor.call(endpoints.showCustomerIdentity, { params: { env, customer } }),
        'upstream_mismatch',
      )
    },
  )

  const ofTransaction = [
    ['page', endpoints.showTransaction],
    ['record', endpoints.showTransactionRecord],
    ['notifications', endpoints.listSentNotifications],
  ] as const

  it.each(ofTransaction)(
    'the %s of another customer’s transaction: not on this customer’s page',
    async (_, endpoint) => {
      const { transaction } = await customerOf(stack, 'cust-mixed-rid')
      const query = { customer: await customerHandleOf(stack, 'cust-mixed-rid') }
      const own = await visitor.call(endpoint, { params: { env, transaction: transaction(0) }, query })
      expect(own.status).toBe(200)
      const answer = await visitor.call(endpoint, { params: { env, transaction: transaction(1) }, query })
      problemIn(answer, 'upstream_mismatch')
      expect(answer.text).not.toContain('somebody')
    },
  )

  it('on a page of its own it is shown for what it is: another customer’s', async () => {
    const { transaction } = await customerOf(stack, 'cust-mixed-rid')
    const customer = await customerHandleOf(stack, 'cust-mixed-rid')
    const params = { env, transaction: transaction(1) }
    const alone = await visitor.get(endpoints.showTransaction, { params })
    expect(alone.customer?.customer).not.toBe(customer)
  })

  it.each(
    ofTransaction.flatMap(([part, endpoint]) => [
      [part, 'another customer', 'cust-one', 'demo-merchant', endpoint] as const,
      [part, 'the same customer at another merchant', 'cust-shared', 'demo-outlet', endpoint] as const,
    ]),
  )(
    'the %s of a transaction, asked for in the name of %s',
    async (_part, _words, rid, merchant, endpoint) => {
      const { transaction } = await customerOf(stack, 'cust-shared')
      const query = { customer: await customerHandleOf(stack, rid, merchant) }
      problemIn(
        await visitor.call(endpoint, { params: { env, transaction: transaction(0) }, query }),
        'upstream_mismatch',
      )
      const nobody = { customer: 'c_00000000000000000000' }
      const unknown = { params: { env, transaction: transaction(0) }, query: nobody }
      problemIn(await visitor.call(endpoint, unknown), 'not_found')
    },
  )

  it.each([endpoints.showIdentity, endpoints.showIdentityRecord])(
    'an identity that was found as one customer’s is not shown once it names another',
    async (endpoint) => {
      const { identity } = await customerOf(stack, 'cust-mixed-identity')
      const handle = await identityHandleOf(stack, 'cust-mixed-identity', identity)
      const answer = await visitor.call(endpoint, { params: { env, identity: handle } })
      problemIn(answer, 'upstream_mismatch')
      expect(answer.text).not.toContain('somebody')
    },
  )

  it('an identity of another customer is not shown in this one’s place', async () => {
    const customer = await customerHandleOf(stack, 'cust-mixed-identity')
    const answer = await visitor.call(endpoints.showCustomerIdentity, { params: { env, customer } })
    problemIn(answer, 'upstream_mismatch')
  })

  it('an identity named by another customer’s transaction is not taken for this one’s', async () => {
    const customer = await customerHandleOf(stack, 'cust-mixed-rid')
    const { identity } = await visitor.get(endpoints.showCustomerIdentity, { params: { env, customer } })
    expect(identity?.customer?.customer).toBe(customer)
  })

  it('a customer whose transactions name no identity has none', async () => {
    const customer = await customerHandleOf(stack, 'cust-no-identity')
    expect(await visitor.get(endpoints.showCustomerIdentity, { params: { env, customer } })).toEqual({
      identity: null,
    })
  })
})
