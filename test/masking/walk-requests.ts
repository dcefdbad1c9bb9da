import { randomBytes } from 'node:crypto'
import type { Input, Subject } from './walk.ts'

const params = { env: 'stage' }
const unknown = { ...params, request: 'q_00000000000000000000' }

/** A form that nobody has sent, for this customer. */
const form = (customer: string) => ({
  form: randomBytes(12).toString('hex'),
  merchant: 'demo-merchant',
  customer: { kind: 'known', customer },
  ...{ workflow: 'DEMO_OPEN_BANKING', amount: '125.50', currency: 'EUR', reference: '' },
  client: { first_name: 'Typed', last_name: 'Here', email: 'typed@example.test' },
  accountHolder: null,
})

/** Well-formed calls about payment requests; without having proved anew who one is no address is shown. */
export const requestCalls = {
  showRequestChoices: ({ customer }: Subject): Input[] => [{ params }, { params, query: { customer } }],
  listPaymentRequests: ({ customer }: Subject): Input[] => [
    { params },
    { params, query: { show: 'own' } },
    { params, query: { show: 'open', customer } },
  ],
  draftPaymentRequest: ({ customer }: Subject): Input[] => [{ params, body: form(customer) }],
  sendPaymentRequest: (): Input[] => [{ params: unknown, body: { reviewed: '0' } }],
  showPaymentRequest: (): Input[] => [{ params: unknown }],
  showRequestAddress: (): Input[] => [{ params: unknown, body: { purpose: 'customer_call' } }],
  showTransactionRequest: ({ transactions }: Subject): Input[] =>
    transactions.map((transaction) => ({ params: { ...params, transaction } })),
} as const
