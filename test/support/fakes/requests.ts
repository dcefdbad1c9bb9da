import type { WhoAmI } from '@paydesk/shared/administration/session'
import { merchantId } from '@paydesk/shared/core/ids'
import type { Permission } from '@paydesk/shared/core/permissions'
import { endpoints } from '@paydesk/shared/endpoints'
import type {
  AddressAnswer,
  requestChoices as choicesSchema,
  PaymentRequest,
  RequestDraft,
  RequestLine,
  RequestPage,
} from '@paydesk/shared/payments/payment-request'
import { requestForm, requestId } from '@paydesk/shared/payments/payment-request'
import type { HttpHandler } from 'msw'
import type { z } from 'zod'
import { fake } from './fake.ts'
import { mara, waiting } from './ids.ts'
import { supportAgent } from './people.ts'
import { clear, compoundOf, inHours, masked, stateOf } from './values.ts'

export const someForm = requestForm.parse('0123456789abcdefghij0123')
const merchant = merchantId.parse('demo-merchant')
const reviewed = 'r'.repeat(43)

/** The n-th of many invented requests. */
export function requestNumbered(n: number) {
  return requestId.parse(`q_${String(n).padStart(20, '0')}`)
}

/** A colleague who asks for payments and hands their addresses over. */
export function paymentAgent(...more: Permission[]): WhoAmI {
  const makes: Permission[] = ['request.read', 'request.make', 'request.address']
  return supportAgent({ permissions: [...supportAgent().permissions, ...makes, ...more] })
}

type Choices = z.output<typeof choicesSchema>
const member = (name: string, label: string, kind: Choices['client'][number]['kind'], required = false) => ({
  member: name,
  label,
  kind,
  required,
})

/** EUR and GBP, an account holder for EUR, for a customer whose page is open. */
export function requestChoices(change: Partial<Choices> = {}): Choices {
  return {
    isOn: true,
    why: null,
    merchants: [merchant],
    workflows: ['DEMO_OPEN_BANKING', 'DEMO_CARD'],
    currencies: [
      { currency: 'EUR', digits: 2, most: 10_000_000, holder: true },
      { currency: 'GBP', digits: 2, most: 5_000_000, holder: false },
    ],
    client: [
      member('first_name', 'First name', 'text', true),
      member('last_name', 'Last name', 'text', true),
      member('email', 'E-mail', 'email', true),
      member('title', 'Title', 'text'),
      member('dob', 'Date of birth', 'date'),
      member('citizen_country', 'Citizenship', 'country'),
      member('mobile', 'Mobile phone', 'phone'),
      member('billing_address_street', 'Street', 'text'),
      member('billing_address_city', 'City', 'text'),
      member('billing_address_postal_code', 'Postal code', 'text'),
      member('billing_address_country', 'Country', 'country'),
    ],
    holderTypes: ['INDIVIDUAL', 'BUSINESS'],
    customer: { customer: mara, merchant, rid: masked('m•••••@•••••.test', 'email') },
    ...change,
  }
}

/** A draft of EUR 125.50 by this person. */
export function paymentRequest(n: number, change: Partial<PaymentRequest> = {}): PaymentRequest {
  return {
    request: requestNumbered(n),
    status: 'draft',
    version: 1,
    merchant: clear(merchant),
    customer: mara,
    rid: masked('m•••••@•••••.test', 'email'),
    workflow: clear('DEMO_OPEN_BANKING'),
    amount: clear('12550'),
    currency: clear('EUR'),
    reference: clear(`INV-${String(n).padStart(5, '0')}`),
    merchantTransactionId: clear(`pd-${String(n).padStart(20, '0')}`),
    by: { kind: 'person', who: { name: 'Sam Okafor', me: true } },
    madeAt: inHours(-0.05),
    sentAt: null,
    endedAt: null,
    transaction: null,
    now: null,
    why: null,
    refusedMembers: [],
    address: null,
    addressWithOthers: false,
    noAddress: null,
    ...change,
  }
}

type Now = NonNullable<PaymentRequest['now']>

export function standsAt(raw: string, change: Partial<Now> = {}): Now {
  const state = stateOf(raw)
  return {
    state,
    compound: null,
    isFinal: state.final,
    inReview: false,
    finality: state.final ? 'unproved' : 'open',
    expiresAt: inHours(0.4),
    ...change,
  }
}

/** One that the service has made and the customer has to pay. */
export function createdRequest(n: number, change: Partial<PaymentRequest> = {}): PaymentRequest {
  return paymentRequest(n, {
    status: 'created',
    version: 3,
    sentAt: inHours(-0.045),
    endedAt: inHours(-0.0448),
    transaction: waiting,
    now: standsAt('PENDING', { compound: compoundOf('PENDING.VALIDATED_TRANSACTION') }),
    address: 'step_up',
    ...change,
  })
}

/** One of which nobody knows whether the service has it. */
export function unknownRequest(n: number, change: Partial<PaymentRequest> = {}): PaymentRequest {
  return paymentRequest(n, {
    status: 'unknown',
    version: 2,
    sentAt: inHours(-0.045),
    noAddress: 'It is not known yet whether there is one.',
    ...change,
  })
}

const line = (name: string, text: string): RequestLine => ({ member: name, value: clear(text) })

export function requestDraft(change: Partial<RequestDraft> = {}): RequestDraft {
  return {
    request: paymentRequest(1),
    lines: [
      line('workflow', 'DEMO_OPEN_BANKING'),
      line('merchant.id', merchant),
      line('merchant.return_url', 'https://paydesk.test/return/'),
      line('merchant.transaction_webhook_url', 'https://paydesk.test/notifications/stage'),
      line('transaction.id', 'pd-00000000000000000001'),
      line('transaction.datetime', '2026-11-23T03:10:30.512Z'),
      line('transaction.amount', '12550'),
      line('transaction.currency', 'EUR'),
      line('transaction.reference', 'INV-00001'),
      line('client.first_name', 'Mara'),
      line('client.last_name', 'Lindqvist'),
      line('client.email', 'mara.lindqvist@example.test'),
      line('account.identifier', 'mara@example.test'),
    ],
    reviewed,
    similar: [],
    ...change,
  }
}

export function requestPage(
  requests: readonly PaymentRequest[] = [],
  change: Partial<RequestPage> = {},
): RequestPage {
  return { requests: [...requests], next: null, unknown: 0, ...change }
}

export const hostedAddress = 'https://pay.service.test/hosted/zqx7AbCdEf0123456789?session=longer-than-a-line'

export function addressAnswer(change: Partial<AddressAnswer> = {}): AddressAnswer {
  return {
    address: hostedAddress,
    messages: [
      { language: 'en', text: `Hello, here you can pay your order:\n${hostedAddress}` },
      { language: 'de', text: `Guten Tag, hier können Sie Ihre Bestellung bezahlen:\n${hostedAddress}` },
    ],
    until: inHours(1 / 60),
    ms: 60_000,
    ...change,
  }
}

/** Answers for one request; the form's choices have an address that would match it too. */
export function showing(give: () => PaymentRequest): HttpHandler[] {
  return [
    fake(endpoints.showRequestChoices)(() => requestChoices()),
    fake(endpoints.showPaymentRequest)(give),
  ]
}
