import { randomBytes } from 'node:crypto'
import { generateId } from '@paydesk/bff/platform/runtime/generate-id'
import { buildPaymentRequestCipherContext } from '@paydesk/bff/records/payment-requests'
import { staffTextCipherContext } from '@paydesk/bff/records/review-cases'
import { endpoints } from '@paydesk/shared/endpoints'
import {
  type PaymentRequest,
  type PaymentRequestDraft,
  type PaymentRequestId,
  paymentRequestIdSchema,
} from '@paydesk/shared/payments/payment-requests'
import { expect, vi } from 'vitest'
import { z } from 'zod'
import { people, type Stack, type Visitor } from '../stack/start.ts'
import { controlSandbox, pollOptions } from './support.ts'

export const env = 'stage'

let nth = 0

/** Creates a form id as a page does, a different one each time. */
export function createFormId(): string {
  nth += 1
  return `${nth.toString(36).padStart(8, '0')}${randomBytes(8).toString('hex')}`
}

/** Creates a RID that no other test uses. */
export const createRid = () => `cust-pr-${randomBytes(6).toString('hex')}`

/** Client from the example of the interface. */
export const exampleClient = {
  first_name: 'Mara',
  last_name: 'Lindqvist',
  email: 'mara.lindqvist@example.test',
  mobile: '+46700000417',
  dob: '1988-04-17',
  gender: 'F',
  citizen_country: 'SE',
  birth_country: 'SE',
  billing_address_street: 'Storgatan',
  billing_address_street_number: '12',
  billing_address_city: 'Uppsala',
  billing_address_postal_code: '75310',
  billing_address_country: 'SE',
} as const

export const accountHolder = {
  name: 'Mara Lindqvist',
  type: 'INDIVIDUAL',
  iban: 'SE45 5000 0000 0583 9825 7466',
  bic: 'ESSESESS',
} as const

/** Filled-in payment form; `more` replaces fields. */
export function buildPaymentForm(more: Readonly<Record<string, unknown>> = {}) {
  return {
    form: createFormId(),
    merchant: 'demo-merchant',
    customer: { kind: 'typed', rid: createRid() },
    workflow: 'DEMO_OPEN_BANKING',
    amount: '125.50',
    currency: 'EUR',
    reference: '',
    client: exampleClient,
    accountHolder,
    ...more,
  }
}
export type PaymentForm = ReturnType<typeof buildPaymentForm>

/** Drafts a payment request from a form. Throws if the form was sent before. */
export async function draftRequest(
  visitor: Visitor,
  body: PaymentForm = buildPaymentForm(),
): Promise<PaymentRequestDraft> {
  const drafted = await visitor.get(endpoints.draftPaymentRequest, { params: { env }, body })
  if (drafted.answer !== 'draft') throw new Error('the form was sent before')
  return drafted.draft
}

export const sendDraft = (visitor: Visitor, { request, reviewed }: PaymentRequestDraft) =>
  visitor.get(endpoints.sendPaymentRequest, {
    params: { env, request: request.request },
    body: { reviewed },
  })

/** Drafts and sends a payment request, which the payment service must create. */
export async function createPaymentRequest(
  visitor: Visitor,
  body: PaymentForm = buildPaymentForm(),
): Promise<PaymentRequest> {
  const { answer, request } = await sendDraft(visitor, await draftRequest(visitor, body))
  expect([answer, request.status]).toEqual(['sent', 'created'])
  return request
}

export const loadPaymentRequest = (visitor: Visitor, request: string) =>
  visitor.get(endpoints.showPaymentRequest, { params: { env, request } })

/** Row of a payment request. Rejects if there is none. */
export const loadRequestRow = ({ deps }: Stack, request: string) =>
  deps.store.db.selectFrom('payment_requests').selectAll().where('id', '=', request).executeTakeFirstOrThrow()

/** Waits until the request has this status. Returns the row. */
export const waitForRequestStatus = (stack: Stack, request: string, status: string) =>
  vi.waitFor(async () => {
    const row = await loadRequestRow(stack, request)
    expect(row.status).toBe(status)
    return row
  }, pollOptions)

const zodArray = z.array(z.object({ account: z.string(), body: z.string() }))

/**
 * Bodies of the create requests that reached the payment service, for one merchant transaction ID or for all.
 */
export async function listCreateBodies(stack: Stack, merchantTransactionId?: string): Promise<unknown[]> {
  const all = zodArray
    .parse(await controlSandbox(stack, 'GET', 'creates'))
    .map(({ body }) => JSON.parse(body))
  return all.filter(
    (body) => merchantTransactionId === undefined || body.transaction.id === merchantTransactionId,
  )
}

/** Makes the next create request of this RID meet the fault, with (`carriesOut`) or without execution. */
export const failNextCreate = (stack: Stack, rid: string, fault: string, carriesOut: boolean) =>
  controlSandbox(stack, 'POST', 'faults', {
    ...{ account: env, operation: 'create', id: rid, fault, carriesOut, times: 1 },
  })

/** Inserts a created payment request of this customer; `more` replaces columns. */
export async function insertRequest(
  stack: Stack,
  { customer, merchant }: { readonly customer: string; readonly merchant: string },
  more: Readonly<Record<string, string | number | null>> = {},
): Promise<PaymentRequestId> {
  const { store, cipher } = stack.deps
  const id = generateId('q')
  const at = Date.now()
  const row = { environment: env, id }
  await store.db
    .insertInto('payment_requests')
    .values({
      ...row,
      ...{ merchant, customer, form: createFormId(), status: 'created' as const },
      ...{ merchant_transaction_id: `pd-${id.slice(2)}`, reference: `PAY-${id.slice(2)}` },
      ...{ workflow: 'DEMO_OPEN_BANKING', amount_minor: 12_550, currency: 'EUR', reviewed: '0'.repeat(43) },
      ...{ maker: 'person' as const, issuer: stack.sandbox.idpUrl, subject: people.support },
      ...{ name: cipher.seal(staffTextCipherContext, 'Ana Ruiz'), created_at: at, sent_at: at, ended_at: at },
      ...{ transaction_id: id.slice(2), http_status: 201, expires_at: at + 3_600_000 },
      sealed_link: cipher.seal(
        buildPaymentRequestCipherContext(row, 'link'),
        `${stack.sandbox.serviceUrl}/stage/landing/${id}`,
      ),
      return_lookup: id,
      ...more,
    })
    .execute()
  return paymentRequestIdSchema.parse(id)
}

/** Valid inputs of the payment request endpoints, about one customer. */
export async function buildRequestInputs(
  stack: Stack,
  of: { readonly customer: string; readonly transaction: string },
  merchant: string,
) {
  const support = await stack.as('support')
  const body = buildPaymentForm({ merchant, customer: { kind: 'known', customer: of.customer } })
  const { request, reviewed } = await draftRequest(support, body)
  const made = { env, request: await insertRequest(stack, { customer: of.customer, merchant }) }
  return {
    showPaymentRequestOptions: { params: { env }, query: { customer: of.customer } },
    exportPaymentRequests: { params: { env } },
    listPaymentRequests: { params: { env }, query: { show: 'open' } },
    draftPaymentRequest: { params: { env }, body: { ...body, form: createFormId() } },
    sendPaymentRequest: { params: { env, request: request.request }, body: { reviewed } },
    showPaymentRequest: { params: made },
    showPaymentLink: { params: made, body: { purpose: 'customer_call' } },
    showTransactionPaymentRequest: { params: { env, transaction: of.transaction } },
  }
}

/** Waits until no read of the transaction is due or running, so that no read overwrites rows of a test. */
export function waitUntilRead(stack: Stack, transaction: string | null): Promise<void> {
  return vi.waitFor(async () => {
    const due = await stack.deps.store.db
      .selectFrom('read_queue')
      .select('asked')
      .where('transaction_id', '=', transaction ?? '')
      .execute()
    expect(due).toEqual([])
  }, pollOptions)
}
