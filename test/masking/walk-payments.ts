import { randomUUID } from 'node:crypto'
import { endpoints } from '@paydesk/shared/endpoints'
import { z } from 'zod'
import { askedPayment, callApi, insertSystem } from '../support/contract/api-keys.ts'
import type { Person, Stack } from '../support/stack/start.ts'
import type { Exit } from './haystack.ts'
import { askService, callSandbox, env } from './service.ts'
import { exitOf, type VisitedCall, type WalkSubject } from './walk.ts'
import { createRecordingCaller, signInReauthenticated } from './walk-proved.ts'
import { formFor, requestFields } from './walk-requests.ts'

/** Payment request that support has sent. */
export interface AskedPayment {
  readonly request: string
  readonly transaction: string
  /** Payment link, as the payment service builds it. */
  readonly address: string
}

/** Drafts and sends a payment request. Throws if the form was sent before. */
export async function askPayment(
  stack: Stack,
  call: ReturnType<typeof createRecordingCaller>,
  subject: WalkSubject,
): Promise<AskedPayment> {
  const body = formFor(subject.customer)
  const drafted = endpoints.draftPaymentRequest.response.parse(
    await call('draftPaymentRequest', { params: { env }, body }),
  )
  if (drafted.answer !== 'draft') throw new Error('a form was sent before')
  const { reviewed, request } = drafted.draft
  const params = { env, request: request.request }
  const { request: sent } = endpoints.sendPaymentRequest.response.parse(
    await call('sendPaymentRequest', { params, body: { reviewed } }),
  )
  const transaction = sent.transaction ?? ''
  const address = `${stack.sandbox.serviceUrl}/${env}/landing/${transaction}`
  return { request: request.request, transaction, address }
}

/** Sends a payment request as support, reads it and reveals its payment link. */
async function walkRequest(
  stack: Stack,
  subject: WalkSubject,
  visited: VisitedCall[],
): Promise<AskedPayment> {
  const ana = await signInReauthenticated(stack, 'support')
  const call = createRecordingCaller(ana, visited)
  const payment = await askPayment(stack, call, subject)
  const { request, transaction } = payment
  const params = { env, request }
  await call('showPaymentRequest', { params })
  await call('listPaymentRequests', { params: { env }, query: { customer: subject.customer } })
  await call('showTransactionPaymentRequest', { params: { env, transaction } })
  const shown = await ana.call(endpoints.showPaymentLink, { params, body: { purpose: 'customer_call' } })
  const { url } = endpoints.showPaymentLink.response.parse(shown.json)
  return { ...payment, address: url }
}

/** Returns the answers to another person about the payment request of support. */
async function lookAtRequest(
  stack: Stack,
  person: Person,
  of: AskedPayment,
  customer: string,
): Promise<VisitedCall[]> {
  const visited: VisitedCall[] = []
  const call = createRecordingCaller(await stack.as(person), visited)
  await call('showPaymentRequest', { params: { env, request: of.request } })
  await call('listPaymentRequests', { params: { env }, query: { customer } })
  await call('showTransactionPaymentRequest', { params: { env, transaction: of.transaction } })
  return visited
}

/** Requests and reads a payment through an API key of the merchant. Throws unless the payment is created. */
async function walkSystem(stack: Stack, subject: WalkSubject): Promise<{ key: string; exits: Exit[] }> {
  const { key } = await insertSystem(stack)
  const { client, accountHolder } = formFor(subject.customer)
  const body = askedPayment({
    workflow: requestFields.workflow,
    transaction: { amount: '12550', currency: requestFields.currency },
    client,
    account: { identifier: 'cust-walk' },
    account_holder: accountHolder,
  })
  const made = await callApi(stack.origin, 'POST', '/v1/payments', { key, idempotency: randomUUID(), body })
  if (made.status !== 201) throw new Error(`a payment of a system was answered ${made.status}: ${made.text}`)
  const id = /"id":"(q_[0-9a-z]{20})"/.exec(made.text)?.[1] ?? ''
  const read = await callApi(stack.origin, 'GET', `/v1/payments/${id}`, { key })
  return { key, exits: [exitOf('POST /v1/payments', made), exitOf('GET /v1/payments/:payment', read)] }
}

/** Returns the answers to a customer who comes back with the token from the return URL. */
async function walkReturn(stack: Stack, { transaction }: AskedPayment): Promise<Exit[]> {
  const creates = z
    .array(z.object({ body: z.string() }))
    .parse(await callSandbox(stack, 'GET', 'creates'))
    .map(({ body }) => z.object({ merchant: z.object({ return_url: z.string() }) }).parse(JSON.parse(body)))
  const path = new URL(creates.at(-1)?.merchant.return_url ?? '', stack.origin).pathname
  const customer = stack.visitor()
  const exits: Exit[] = []
  for (const [what, end] of [
    ['GET /return/:token', ''],
    ['GET /return/:token/state', '/state'],
  ] as const) {
    const answer = await customer.send('GET', `${path}${end}?transaction_id=${transaction}`, {})
    if (answer.status !== 200) throw new Error(`${what} answered ${answer.status}`)
    exits.push(exitOf(what, answer))
  }
  return exits
}

export interface PaymentsWalk {
  readonly support: readonly VisitedCall[]
  readonly finance: readonly VisitedCall[]
  readonly compliance: readonly VisitedCall[]
  readonly auditor: readonly VisitedCall[]
  /** Answers to the systems of the merchant and to the customer. */
  readonly outside: readonly Exit[]
  readonly address: string
  /** Secrets that must not be stored as they are. */
  readonly secrets: readonly (readonly [name: string, value: string])[]
}

/**
 * Walks all payment requests: of support, of a system of the merchant, and the answers about them to other
 * people.
 */
export async function walkPayments(stack: Stack, subject: WalkSubject): Promise<PaymentsWalk> {
  const support: VisitedCall[] = []
  const made = await walkRequest(stack, subject, support)
  const returned = await walkReturn(stack, made)
  const { key, exits } = await walkSystem(stack, subject)
  const look = (person: Person) => lookAtRequest(stack, person, made, subject.customer)
  const [finance, compliance, auditor] = [
    await look('finance'),
    await look('compliance'),
    await look('auditor'),
  ]
  const { address } = made
  const { secret } = await askService(stack, `/v1/authorization/${made.transaction}`)
  const secrets = [
    ['the hosted address', address],
    ['the key of a system', key],
    ['the secret of a payment', String(secret)],
  ] as const
  return { support, finance, compliance, auditor, outside: [...returned, ...exits], address, secrets }
}
