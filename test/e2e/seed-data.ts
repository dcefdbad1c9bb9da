import type { DecisionId } from '@paydesk/shared/cases/decisions'
import { type TransactionId, transactionIdSchema } from '@paydesk/shared/core/ids'
import { endpoints } from '@paydesk/shared/endpoints'
import type { Stack, Visitor } from '../support/stack/start.ts'
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

/** Creates a customer with one transaction in the sandbox. Returns the RID. */
export async function grownCustomer(stack: Stack): Promise<string> {
  const asked = { account: env, count: 1, customers: 1, rows: ['manual-review'] }
  const { firstRid } = Object(await control(stack, 'grow', asked))
  // Retry: every tenth customer belongs to a merchant that not every user sees.
  return String(firstRid).endsWith('0') ? grownCustomer(stack) : String(firstRid)
}

/** Creates a payment request as support, without a browser. Returns the path of the request's page. */
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
  return `/stage/payment-requests/${request.request}`
}

/** Creates a transaction with a new customer and notifies Paydesk. Resolves when the case is in the queue. */
export async function inReview(stack: Stack, row = 'manual-review'): Promise<TransactionId> {
  const asked = { account: env, count: 1, customers: 1, rows: [row] }
  const { firstId, firstRid } = Object(await control(stack, 'grow', asked))
  // Retry: every tenth customer belongs to a merchant that not every finance user sees.
  if (String(firstRid).endsWith('0')) return inReview(stack, row)
  const transaction = transactionIdSchema.parse(firstId)
  await control(stack, `transactions/${transaction}/notify`, {})
  const visitor = await stack.as('finance')
  await expect.poll(() => isInQueue(visitor, transaction), { timeout: 20_000 }).toBe(true)
  return transaction
}

/** True if the review queue lists the transaction. */
export async function isInQueue(visitor: Visitor, transaction: TransactionId): Promise<boolean> {
  return (await visitor.get(endpoints.showCaseQueuePosition, { params: { env, transaction } })).inQueue
}

/** Counts the decisions about a transaction, as finance sees them. */
export async function countDecisions(stack: Stack, transaction: TransactionId): Promise<number> {
  const visitor = await stack.as('finance')
  return (await visitor.get(endpoints.showCase, { params: { env, transaction } })).decisions.length
}

/** Changes the state at the payment service, which sends a notification only if `to` names an event. */
export async function moveTransactionState(
  stack: Stack,
  transaction: TransactionId,
  to: object,
): Promise<void> {
  await control(stack, `transactions/${transaction}/move`, to)
}

/** Accepts the transaction at the payment service, which sends a notification. */
export function acceptTransaction(stack: Stack, transaction: TransactionId): Promise<void> {
  return moveTransactionState(stack, transaction, {
    state: 'SUCCESS',
    compound_state: 'OK',
    event: 'transaction_accepted',
  })
}

/** Decides a case as finance, without a browser. The decision needs an approval. */
export async function decideCase(stack: Stack, transaction: TransactionId): Promise<DecisionId> {
  const finance = await stack.as('finance')
  const params = { env, transaction }
  await finance.get(endpoints.claimCase, { params, body: {} })
  const { recordHash, reasons } = await finance.get(endpoints.showCase, { params })
  const reason = reasons.find(({ verdict }) => verdict === 'accept')?.code
  const body = { verdict: 'accept', reason, text: 'The bank confirmed the holder of the account', recordHash }
  const made = await finance.get(endpoints.decideCase, { params, body })
  if (made.answer !== 'made') throw new Error(`deciding answered ${made.answer}`)
  return made.decision.decision
}
