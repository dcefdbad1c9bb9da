import { endpoints } from '@paydesk/shared/endpoints'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Stack, Visitor } from '../stack/start.ts'
import { customerHandleOf, customerOf, problemIn, startOn } from './support.ts'

const env = 'stage'

describe('records that do not belong together', () => {
  let stack: Stack
  let visitor: Visitor

  beforeAll(async () => {
    stack = await startOn('embedded')
    visitor = await stack.as('compliance')
  })
  afterAll(() => stack.stop())

  it.each(['cust-wrong-id', 'cust-wrong-merchant'])(
    '%s: no part of the record is shown anywhere',
    async (rid) => {
      const { transaction } = await customerOf(stack, rid)
      const customer = await customerHandleOf(stack, rid)
      const params = { env, transaction: transaction(0) }
      for (const endpoint of [
        endpoints.showTransaction,
        endpoints.showTransactionRecord,
        endpoints.listTransactionNotifications,
      ]) {
        const answer = await visitor.call(endpoint, { params })
        problemIn(answer, 'upstream_mismatch')
        expect(answer.text).not.toContain(transaction(0))
      }
      problemIn(
        await visitor.call(endpoints.showCustomerIdentity, { params: { env, customer } }),
        'upstream_mismatch',
      )
      const { hits, tried } = await visitor.get(endpoints.lookUp, {
        params: { env },
        body: { text: transaction(0) },
      })
      expect(hits).toEqual([])
      expect(tried[0]).toMatchObject({ as: 'transaction', outcome: 'unavailable' })
    },
  )

  it('a transaction of another customer is not shown on this customer’s page', async () => {
    const { transaction } = await customerOf(stack, 'cust-mixed-rid')
    const customer = await customerHandleOf(stack, 'cust-mixed-rid')
    const read = (index: number, query: Record<string, string>) =>
      visitor.call(endpoints.showTransaction, { params: { env, transaction: transaction(index) }, query })
    expect((await read(0, { customer })).status).toBe(200)
    const answer = await read(1, { customer })
    problemIn(answer, 'upstream_mismatch')
    expect(answer.text).not.toContain('somebody')
    // On a page of its own it is shown for what it is: another customer's.
    const alone = endpoints.showTransaction.response.parse((await read(1, {})).json)
    expect(alone.customer?.customer).not.toBe(customer)
  })

  it.each([
    ['another customer', 'cust-one', 'demo-merchant'],
    ['the same customer at another merchant', 'cust-shared', 'demo-outlet'],
  ])('a transaction asked for in the name of %s', async (_, rid, merchant) => {
    const { transaction } = await customerOf(stack, 'cust-shared')
    const customer = await customerHandleOf(stack, rid, merchant)
    const input = { params: { env, transaction: transaction(0) }, query: { customer } }
    problemIn(await visitor.call(endpoints.showTransaction, input), 'upstream_mismatch')
  })

  it('a transaction asked for in the name of a customer nobody knows', async () => {
    const { transaction } = await customerOf(stack, 'cust-shared')
    const query = { customer: 'c_00000000000000000000' }
    const input = { params: { env, transaction: transaction(0) }, query }
    problemIn(await visitor.call(endpoints.showTransaction, input), 'not_found')
  })

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
