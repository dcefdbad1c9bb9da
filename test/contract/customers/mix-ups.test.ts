import { environmentNameSchema } from '@paydesk/shared/core/ids'
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

describe('protection against mixed-up records', () => {
  let stack: Stack
  let visitor: Visitor

  beforeAll(async () => {
    stack = await startOn('embedded')
    visitor = await stack.as('compliance')
  })
  afterAll(() => stack.stop())

  // Runs first, before another test creates a handle for the other customer.
  it('lets no search find an identity that no transaction of its customer names', async () => {
    const { identity } = await customerOf(stack, 'cust-mixed-identity')
    const before = await stack.deps.handles.hasCustomerHandle(
      environmentNameSchema.parse(env),
      'demo-merchant',
      'cust-somebody-else',
    )
    const { hits, attempts: tried } = await visitor.get(endpoints.searchRecords, {
      params: { env },
      body: { text: identity },
    })
    expect([before, hits]).toEqual([false, []])
    expect(tried[0]).toMatchObject({ readAs: 'identity', outcome: 'not_found' })
    // Expects no handle for a customer that is only named in a record.
    expect(
      await stack.deps.handles.hasCustomerHandle(
        environmentNameSchema.parse(env),
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
      const { hits, attempts: tried } = await visitor.get(endpoints.searchRecords, {
        params: { env },
        body: { text: transaction(0) },
      })
      expect(hits).toEqual([])
      expect(tried[0]).toMatchObject({ readAs: 'transaction', outcome: 'unavailable' })
      // Runs last: this call reads the customer's list, after which Paydesk knows the transaction.
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
    'hides the %s of another customer’s transaction on this customer’s page',
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

  it('shows another customer’s transaction on its own page under that customer', async () => {
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
    'hides the %s of a transaction that is requested for %s',
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
    'hides an identity that was found for one customer and now names another',
    async (endpoint) => {
      const { identity } = await customerOf(stack, 'cust-mixed-identity')
      const handle = await identityHandleOf(stack, 'cust-mixed-identity', identity)
      const answer = await visitor.call(endpoint, { params: { env, identity: handle } })
      problemIn(answer, 'upstream_mismatch')
      expect(answer.text).not.toContain('somebody')
    },
  )

  it('hides the identity of another customer on this customer’s page', async () => {
    const customer = await customerHandleOf(stack, 'cust-mixed-identity')
    const answer = await visitor.call(endpoints.showCustomerIdentity, { params: { env, customer } })
    problemIn(answer, 'upstream_mismatch')
  })

  it('ignores an identity that is named by another customer’s transaction', async () => {
    const customer = await customerHandleOf(stack, 'cust-mixed-rid')
    const { identity } = await visitor.get(endpoints.showCustomerIdentity, { params: { env, customer } })
    expect(identity?.customer?.customer).toBe(customer)
  })

  it('leaves a customer without an identity if no transaction names one', async () => {
    const customer = await customerHandleOf(stack, 'cust-no-identity')
    expect(await visitor.get(endpoints.showCustomerIdentity, { params: { env, customer } })).toEqual({
      identity: null,
    })
  })
})
