import type { DecisionId } from '@paydesk/shared/cases/decision'
import { type TransactionId, transactionId } from '@paydesk/shared/core/ids'
import { endpoints } from '@paydesk/shared/endpoints'
import type { Stack } from '../support/stack/start.ts'
import { expect } from './fixtures.ts'

const env = 'stage'

async function control(stack: Stack, path: string, body: object): Promise<unknown> {
  const response = await fetch(`${stack.sandbox.controlUrl}/_sandbox/${path}`, {
    method: 'POST',
    body: JSON.stringify(body),
  })
  expect(response.status).toBe(200)
  return response.json()
}

/** The RID of a customer of its own, with one transaction. */
export async function grownCustomer(stack: Stack): Promise<string> {
  const asked = { account: env, count: 1, customers: 1, rows: ['manual-review'] }
  const { firstRid } = Object(await control(stack, 'grow', asked))
  // Each tenth customer is of a merchant that not everybody sees.
  return String(firstRid).endsWith('0') ? grownCustomer(stack) : String(firstRid)
}

/** Support has asked for a payment, without a browser, and the service has made it; gives its own page. */
export async function paymentAddress(stack: Stack): Promise<string> {
  const support = await stack.as('support')
  const random = crypto.randomUUID().replaceAll('-', '')
  const body = {
    form: random.slice(0, 24),
    merchant: 'demo-merchant',
    customer: { kind: 'typed', rid: `cust-${random.slice(0, 8)}` },
    workflow: 'DEMO_OPEN_BANKING',
    amount: '125.50',
    currency: 'EUR',
    reference: '',
    client: { first_name: 'Mara', last_name: 'Lindqvist', email: 'mara.lindqvist@example.test' },
    accountHolder: null,
  }
  const drafted = await support.get(endpoints.draftPaymentRequest, { params: { env }, body })
  if (drafted.answer !== 'draft') throw new Error('the form was sent before')
  const { request, reviewed } = drafted.draft
  const params = { env, request: request.request }
  await support.get(endpoints.sendPaymentRequest, { params, body: { reviewed } })
  return `/stage/requests/${request.request}`
}

/** A transaction of a customer of its own, of which the service has told: it waits in the queue. */
export async function inReview(stack: Stack, row = 'manual-review'): Promise<TransactionId> {
  const asked = { account: env, count: 1, customers: 1, rows: [row] }
  const { firstId, firstRid } = Object(await control(stack, 'grow', asked))
  // Each tenth customer is of a merchant that not all of finance sees.
  if (String(firstRid).endsWith('0')) return inReview(stack, row)
  const transaction = transactionId.parse(firstId)
  await control(stack, `transactions/${transaction}/notify`, {})
  await expect.poll(() => isInQueue(stack, transaction), { timeout: 20_000 }).toBe(true)
  return transaction
}

/** Whether this office's queue lists it. */
export async function isInQueue(stack: Stack, transaction: TransactionId): Promise<boolean> {
  const visitor = await stack.as('finance')
  return (await visitor.get(endpoints.showCaseQueuePosition, { params: { env, transaction } })).inQueue
}

/** The service moves it; it tells of that where an event is named. */
export async function moved(stack: Stack, transaction: TransactionId, to: object): Promise<void> {
  await control(stack, `transactions/${transaction}/move`, to)
}

/** The service brings it to a good end and tells of it. */
export function accepted(stack: Stack, transaction: TransactionId): Promise<void> {
  return moved(stack, transaction, { state: 'SUCCESS', compound_state: 'OK', event: 'transaction_accepted' })
}

/** Finance has decided it, without a browser; a second person is asked for. */
export async function decided(stack: Stack, transaction: TransactionId): Promise<DecisionId> {
  const finance = await stack.as('finance')
  const params = { env, transaction }
  await finance.get(endpoints.claimCase, { params, body: {} })
  const { print, reasons } = await finance.get(endpoints.showCase, { params })
  const reason = reasons.find(({ verdict }) => verdict === 'accept')?.code
  const body = { verdict: 'accept', reason, text: 'The bank confirmed the holder of the account', print }
  const made = await finance.get(endpoints.decideCase, { params, body })
  if (made.answer !== 'made') throw new Error(`deciding answered ${made.answer}`)
  return made.decision.decision
}
