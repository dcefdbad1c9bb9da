import type { CurrentSession } from '@paydesk/shared/administration/sign-in'
import { merchantIdSchema } from '@paydesk/shared/core/ids'
import type { StaffPermission } from '@paydesk/shared/core/permissions'
import { endpoints } from '@paydesk/shared/endpoints'
import {
  type paymentRequestFormOptionsSchema as choicesSchema,
  type PaymentLinkResponse,
  type PaymentRequest,
  type PaymentRequestDraft,
  type PaymentRequestField,
  type PaymentRequestList,
  paymentRequestFormIdSchema,
  paymentRequestIdSchema,
} from '@paydesk/shared/payments/payment-requests'
import type { HttpHandler } from 'msw'
import type { z } from 'zod'
import { fakeEndpoint } from './fake-endpoint.ts'
import { maraCustomer, waitingTransaction } from './ids.ts'
import { buildSupportAgent } from './staff.ts'
import { buildClearValue, buildCompoundState, buildMaskedValue, buildState, hoursFromNow } from './values.ts'

export const someRequestFormId = paymentRequestFormIdSchema.parse('0123456789abcdefghij0123')
const merchant = merchantIdSchema.parse('demo-merchant')
const reviewHash = 'r'.repeat(43)

/** Id of the n-th fake payment request. */
export function buildPaymentRequestId(n: number) {
  return paymentRequestIdSchema.parse(`q_${String(n).padStart(20, '0')}`)
}

/** User who creates payment requests and hands payment links to customers. */
export function buildPaymentAgent(...more: StaffPermission[]): CurrentSession {
  const makes: StaffPermission[] = ['payment_request.read', 'payment_request.create', 'payment_link.show']
  return buildSupportAgent({ permissions: [...buildSupportAgent().permissions, ...makes, ...more] })
}

type Choices = z.output<typeof choicesSchema>
const buildClientField = (name: string, kind: Choices['client'][number]['kind'], isRequired = false) => ({
  member: name,
  kind,
  isRequired,
})

/** Form options: EUR and GBP, an account holder for EUR, for a customer whose page is open. */
export function buildRequestFormOptions(change: Partial<Choices> = {}): Choices {
  return {
    isOn: true,
    merchants: [merchant],
    workflows: ['DEMO_OPEN_BANKING', 'DEMO_CARD'],
    currencies: [
      { currency: 'EUR', digits: 2, maximum: 10_000_000, holder: true },
      { currency: 'GBP', digits: 2, maximum: 5_000_000, holder: false },
    ],
    client: [
      buildClientField('first_name', 'text', true),
      buildClientField('last_name', 'text', true),
      buildClientField('email', 'email', true),
      buildClientField('title', 'text'),
      buildClientField('dob', 'date'),
      buildClientField('citizen_country', 'country'),
      buildClientField('mobile', 'phone'),
      buildClientField('billing_address_street', 'text'),
      buildClientField('billing_address_city', 'text'),
      buildClientField('billing_address_postal_code', 'text'),
      buildClientField('billing_address_country', 'country'),
    ],
    holderTypes: ['INDIVIDUAL', 'BUSINESS'],
    customer: { customer: maraCustomer, merchant, rid: buildMaskedValue('m•••••@•••••.test', 'email') },
    ...change,
  }
}

/** Draft of EUR 125.50 by this user. */
export function buildPaymentRequest(n: number, change: Partial<PaymentRequest> = {}): PaymentRequest {
  return {
    request: buildPaymentRequestId(n),
    status: 'draft',
    version: 1,
    merchant: buildClearValue(merchant),
    customer: maraCustomer,
    rid: buildMaskedValue('m•••••@•••••.test', 'email'),
    workflow: buildClearValue('DEMO_OPEN_BANKING'),
    amount: buildClearValue('12550'),
    currency: buildClearValue('EUR'),
    reference: buildClearValue(`INV-${String(n).padStart(5, '0')}`),
    merchantTransactionId: buildClearValue(`pd-${String(n).padStart(20, '0')}`),
    by: { kind: 'person', person: { name: 'Sam Okafor', me: true } },
    createdAt: hoursFromNow(-0.05),
    sentAt: null,
    endedAt: null,
    transaction: null,
    current: null,
    rejection: null,
    link: null,
    isLinkHeldByOthers: false,
    noLinkReason: null,
    ...change,
  }
}

type RequestState = NonNullable<PaymentRequest['current']>

export function buildRequestState(raw: string, change: Partial<RequestState> = {}): RequestState {
  const state = buildState(raw)
  return {
    state,
    compound: null,
    isFinal: state.final,
    inReview: false,
    finality: state.final ? 'unconfirmed' : 'open',
    expiresAt: hoursFromNow(0.4),
    ...change,
  }
}

/** Payment request that the payment service has created and the customer has to pay. */
export function buildCreatedRequest(n: number, change: Partial<PaymentRequest> = {}): PaymentRequest {
  return buildPaymentRequest(n, {
    status: 'created',
    version: 3,
    sentAt: hoursFromNow(-0.045),
    endedAt: hoursFromNow(-0.0448),
    transaction: waitingTransaction,
    current: buildRequestState('PENDING', { compound: buildCompoundState('PENDING.VALIDATED_TRANSACTION') }),
    link: 'step_up',
    ...change,
  })
}

/** Payment request of which nobody knows whether the payment service has created it. */
export function buildUnknownRequest(n: number, change: Partial<PaymentRequest> = {}): PaymentRequest {
  return buildPaymentRequest(n, {
    status: 'unknown',
    version: 2,
    sentAt: hoursFromNow(-0.045),
    ...change,
  })
}

const buildRequestField = (name: string, text: string): PaymentRequestField => ({
  member: name,
  value: buildClearValue(text),
})

export function buildPaymentRequestDraft(change: Partial<PaymentRequestDraft> = {}): PaymentRequestDraft {
  return {
    request: buildPaymentRequest(1),
    fields: [
      buildRequestField('workflow', 'DEMO_OPEN_BANKING'),
      buildRequestField('merchant.id', merchant),
      buildRequestField('merchant.return_url', 'https://paydesk.test/return/'),
      buildRequestField('merchant.transaction_webhook_url', 'https://paydesk.test/notifications/stage'),
      buildRequestField('transaction.id', 'pd-00000000000000000001'),
      buildRequestField('transaction.datetime', '2026-11-23T03:10:30.512Z'),
      buildRequestField('transaction.amount', '12550'),
      buildRequestField('transaction.currency', 'EUR'),
      buildRequestField('transaction.reference', 'INV-00001'),
      buildRequestField('client.first_name', 'Mara'),
      buildRequestField('client.last_name', 'Lindqvist'),
      buildRequestField('client.email', 'mara.lindqvist@example.test'),
      buildRequestField('account.identifier', 'mara@example.test'),
    ],
    reviewed: reviewHash,
    similar: [],
    ...change,
  }
}

export function buildPaymentRequestList(
  requests: readonly PaymentRequest[] = [],
  change: Partial<PaymentRequestList> = {},
): PaymentRequestList {
  return { requests: [...requests], next: null, unknown: 0, ...change }
}

export const hostedPaymentLink =
  'https://pay.service.test/hosted/zqx7AbCdEf0123456789?session=longer-than-a-line'

export function buildPaymentLinkAnswer(change: Partial<PaymentLinkResponse> = {}): PaymentLinkResponse {
  return {
    url: hostedPaymentLink,
    messages: [
      { language: 'en', text: `Hello, here you can pay your order:\n${hostedPaymentLink}` },
      { language: 'de', text: `Guten Tag, hier können Sie Ihre Bestellung bezahlen:\n${hostedPaymentLink}` },
    ],
    until: hoursFromNow(1 / 60),
    durationMs: 60_000,
    ...change,
  }
}

/** Handlers for one request, after those for the form options, whose URL matches that of the request too. */
export function createRequestHandlers(give: () => PaymentRequest): HttpHandler[] {
  return [
    fakeEndpoint(endpoints.showPaymentRequestOptions)(() => buildRequestFormOptions()),
    fakeEndpoint(endpoints.showPaymentRequest)(give),
  ]
}
