import { randomBytes } from 'node:crypto'
import { env } from './service.ts'
import type { WalkInput, WalkSubject } from './walk.ts'

const params = { env }
const unknown = { env, request: `q_${'0'.repeat(20)}` }

/** Values of every form of the walk. */
export const requestFields = {
  merchant: 'demo-merchant',
  workflow: 'DEMO_OPEN_BANKING',
  currency: 'EUR',
} as const

/** Typed values of a person who does not exist, so that they may occur only in answers to their author. */
const client = {
  first_name: 'Qzxvwkj',
  last_name: 'Wpkzqxvjgd',
  email: 'kzqxwvjtp@vwqxkzbhn.example',
  mobile: '+999736284150',
  dob: '1911-02-13',
  billing_address_street: 'Vxqzkjwp hvzq',
} as const

const accountHolder = {
  name: 'Jxkvqzwpt Hbzqxv',
  type: 'INDIVIDUAL',
  iban: 'GB94BARC10201530093459',
  bic: 'QZXVGBKW',
} as const

/** Typed values by the fields of the body that is sent. */
export const typedLines: Readonly<Record<string, string>> = {
  ...Object.fromEntries(Object.entries(client).map(([member, text]) => [`client.${member}`, text])),
  'account_holder.name': accountHolder.name,
  'account_holder.type': accountHolder.type,
  'account_holder.iban': accountHolder.iban,
  'account_holder.bic': accountHolder.bic,
}

/** Typed values that identify a person. */
export const typedTexts: readonly string[] = [
  ...Object.values(client),
  accountHolder.name,
  accountHolder.iban,
]

/** Returns a new form for this customer. */
export const formFor = (customer: string) => ({
  ...requestFields,
  form: randomBytes(12).toString('hex'),
  customer: { kind: 'known', customer },
  ...{ amount: '125.50', reference: '' },
  client,
  accountHolder,
})

/**
 * Well-formed calls about payment requests; `walkPayments` covers sending, and the link after
 * re-authentication.
 */
export const requestWalkCalls = {
  showPaymentRequestOptions: ({ customer }: WalkSubject): WalkInput[] => [
    { params },
    { params, query: { customer } },
  ],
  listPaymentRequests: ({ customer }: WalkSubject): WalkInput[] => [
    { params },
    { params, query: { show: 'own' } },
    { params, query: { show: 'open', customer } },
  ],
  exportPaymentRequests: ({ customer }: WalkSubject): WalkInput[] => [
    { params },
    { params, query: { format: 'xlsx', customer } },
  ],
  draftPaymentRequest: ({ customer }: WalkSubject): WalkInput[] => [{ params, body: formFor(customer) }],
  sendPaymentRequest: (): WalkInput[] => [{ params: unknown, body: { reviewed: '0' } }],
  showPaymentRequest: (): WalkInput[] => [{ params: unknown }],
  showPaymentLink: (): WalkInput[] => [{ params: unknown, body: { purpose: 'customer_call' } }],
  showTransactionPaymentRequest: ({ transactions }: WalkSubject): WalkInput[] =>
    transactions.map((transaction) => ({ params: { ...params, transaction } })),
} as const
