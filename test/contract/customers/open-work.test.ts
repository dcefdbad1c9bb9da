import type { CustomerHandle } from '@paydesk/shared/core/ids'
import { endpoints } from '@paydesk/shared/endpoints'
import { beforeAll, expect, it } from 'vitest'
import { insertRequest } from '../../support/contract/payment-requests.ts'
import { insertDiscrepancy } from '../../support/contract/reconciliation.ts'
import { noteTransaction } from '../../support/contract/seed-transaction.ts'
import { customerHandleOf, onEachDatabase, rowsOf } from '../../support/contract/support.ts'
import type { Person } from '../../support/stack/start.ts'

const env = 'stage'

onEachDatabase('the open work about a customer', (stack) => {
  let customer: CustomerHandle
  let other: CustomerHandle

  beforeAll(async () => {
    customer = await customerHandleOf(stack(), 'cust-00417')
    other = await customerHandleOf(stack(), 'cust-00418')
    const of = { customer, merchant: 'demo-merchant' }
    const transaction = await noteTransaction(stack(), { customer })
    await insertDiscrepancy(stack(), of)
    await insertDiscrepancy(stack(), { ...of, kind: 'kyc_done_but_none' })
    await insertDiscrepancy(stack(), { ...of, explained: 1 })
    await insertDiscrepancy(stack(), { ...of, closed_at: Date.now() })
    await insertDiscrepancy(stack(), { ...of, customer: other })
    await insertRequest(stack(), of)
    const paid = await noteTransaction(stack(), { customer, state: 'SUCCESS', final: 1 })
    await insertRequest(stack(), of, { transaction_id: paid })
    await insertRequest(stack(), { ...of, customer: other })
    const support = await stack().as('support')
    for (const about of [
      { kind: 'customer', customer },
      { kind: 'transaction', transaction },
    ])
      await support.get(endpoints.askQuestion, {
        params: { env },
        body: { about, to: 'finance', question: 'Is the payment of this customer complete by now?' },
      })
  })

  it.each([
    ['support', { discrepancies: null, paymentRequests: 1, questions: 2 }],
    ['finance', { discrepancies: 2, paymentRequests: 1, questions: 2 }],
    // Compliance works on discrepancies about identity and documents alone, and was not asked.
    ['compliance', { discrepancies: 1, paymentRequests: 1, questions: 0 }],
    ['auditor', { discrepancies: 2, paymentRequests: 1, questions: null }],
  ] as const)('%s sees the figures of the lists that the role may open', async (person: Person, figures) => {
    const visitor = await stack().as(person)
    const { value, rows } = await rowsOf(stack(), () =>
      visitor.get(endpoints.showCustomer, { params: { env, customer } }),
    )
    expect(value.openWork).toEqual(figures)
    expect(rows).toMatchObject([{ action: 'customer.viewed', subject_id: customer }])
    const params = { env }
    const query = { customer }
    if (figures.discrepancies !== null) {
      const list = await visitor.get(endpoints.listDiscrepancies, { params, query })
      expect([list.count, list.rows.length]).toEqual([figures.discrepancies, figures.discrepancies])
      // The figures above the list are those of the customer, too.
      expect(list.figures.kinds.reduce((sum, { open }) => sum + open, 0)).toBe(figures.discrepancies)
    }
    const { requests } = await visitor.get(endpoints.listPaymentRequests, {
      params,
      query: { ...query, show: 'open' },
    })
    expect(requests).toHaveLength(figures.paymentRequests)
    if (figures.questions === null) return
    const { questions } = await visitor.get(endpoints.listQuestions, { params, query })
    expect(questions).toHaveLength(figures.questions)
  })

  it('has nothing for a customer without any', async () => {
    const visitor = await stack().as('finance')
    const quiet = await customerHandleOf(stack(), 'cust-quiet')
    const { openWork } = await visitor.get(endpoints.showCustomer, { params: { env, customer: quiet } })
    expect(openWork).toEqual({ discrepancies: 0, paymentRequests: 0, questions: 0 })
  })
})
