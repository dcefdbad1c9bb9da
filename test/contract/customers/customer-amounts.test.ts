import type { CustomerHandle, TransactionId } from '@paydesk/shared/core/ids'
import { endpoints } from '@paydesk/shared/endpoints'
import type { CustomerTransaction } from '@paydesk/shared/payments/customers'
import { beforeAll, expect, it } from 'vitest'
import { createPaymentRequest, env } from '../../support/contract/payment-requests.ts'
import { noteTransaction } from '../../support/contract/seed-transaction.ts'
import { customerHandleOf, customerOf, onOneDatabase } from '../../support/contract/support.ts'
import type { Person, Visitor } from '../../support/stack/start.ts'

const inFull = {
  amount: { visibility: 'clear', text: '12550' },
  currency: { visibility: 'clear', text: 'EUR' },
  amountFrom: 'create',
}

onOneDatabase(
  'the amount in a customer’s transaction list',
  (stack) => {
    let support: Visitor
    let own: CustomerHandle
    let ids: (index: number) => TransactionId

    beforeAll(async () => {
      support = await stack().as('support')
      own = await customerHandleOf(stack(), 'cust-forty')
      ids = (await customerOf(stack(), 'cust-forty')).transaction
    })

    async function entriesOf(visitor: Visitor, customer: CustomerHandle): Promise<CustomerTransaction[]> {
      const list = await visitor.get(endpoints.listCustomerTransactions, { params: { env, customer } })
      return list.entries
    }
    async function amountsOf(customer: CustomerHandle, visitor = support) {
      const entries = await entriesOf(visitor, customer)
      return new Map<string, CustomerTransaction['amount']>(
        entries.map(({ transaction, amount }) => [transaction, amount]),
      )
    }
    const noted = (index: number, more: Readonly<Record<string, string | number | null>>) =>
      noteTransaction(stack(), {
        id: ids(index),
        ...{ amount_minor: 4_711, currency: 'GBP', amount_source: 'notification' },
        ...more,
      })

    it.each(['support', 'finance', 'compliance'] as const)(
      'is shown to %s in full for a payment that Paydesk created',
      async (person) => {
        const { customer, transaction } = await createPaymentRequest(support)
        expect([...(await amountsOf(customer, await stack().as(person)))]).toEqual([[transaction, inFull]])
      },
    )

    it('is shown to the auditor as a range without a currency', async () => {
      const { customer } = await createPaymentRequest(support)
      const [entry] = await entriesOf(await stack().as('auditor'), customer)
      expect(entry?.amount).toMatchObject({
        amount: { visibility: 'masked', mask: 'band' },
        currency: { visibility: 'masked', mask: 'dots' },
        amountFrom: 'create',
      })
      expect(JSON.stringify(entry)).not.toMatch(/\b12550\b|\bEUR\b/)
    })

    it('is refused to roles without access to customers', async () => {
      const { customer } = await createPaymentRequest(support)
      const admin = await stack().as('admin')
      const answer = await admin.call(endpoints.listCustomerTransactions, { params: { env, customer } })
      expect(answer.status).toBe(403)
      expect(answer.text).not.toMatch(/\b12550\b/)
    })

    it('is null if our records have none, and shown if a notification named it', async () => {
      const id = await noted(0, { customer: own })
      const amounts = await amountsOf(own)
      expect(amounts.size).toBe(40)
      expect([...amounts].filter(([, amount]) => amount !== null)).toEqual([
        [
          id,
          {
            amount: { visibility: 'clear', text: '4711' },
            currency: { visibility: 'clear', text: 'GBP' },
            amountFrom: 'notification',
          },
        ],
      ])
    })

    it.each([
      ['another customer’s', async () => ({ customer: await customerHandleOf(stack(), 'cust-one') })],
      ['another merchant’s', async () => ({ customer: own, merchant: 'demo-outlet' })],
      ['another environment’s', async () => ({ customer: own, environment: 'production' })],
    ] as const)('is not taken from a transaction recorded as %s', async (_, whose) => {
      const { id, ...more } = { id: ids(7), ...(await whose()) }
      const { db } = stack().deps.store
      await db.deleteFrom('transactions').where('id', '=', id).execute()
      await noted(7, more)
      expect((await amountsOf(own)).get(id)).toBeNull()
    })

    it('equals the amount in the list of all transactions, for roles that see both lists', async () => {
      const { customer, transaction } = await createPaymentRequest(support)
      for (const person of ['finance', 'compliance', 'auditor'] satisfies Person[]) {
        const visitor = await stack().as(person)
        const { rows } = await visitor.get(endpoints.listTransactions, { params: { env } })
        const row = rows.find((one) => one.transaction === transaction)
        const [entry] = await entriesOf(visitor, customer)
        expect(entry?.amount).toEqual({
          amount: row?.amount,
          currency: row?.currency,
          amountFrom: row?.amountFrom,
        })
      }
    })
  },
  {},
  // Disable the workers, because a sync would fill in the unknown amounts.
  { workers: false },
)
