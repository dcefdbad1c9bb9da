import { isJsonObject, objectAt } from './json.ts'
import type { CustomerSketch, TransactionDetail } from './sketch.ts'
import { sketchStageCustomer } from './sketch.ts'
import { changeRecord, firstProvider } from './tweaks.ts'

const past = '2025-06-02T09:00:00.000Z'
const paid = { capture: 'SUCCESS', charge: 'SUCCESS', sca: 'SUCCESS' }

/** Gives each notification its own amount. */
function amounts(...told: readonly { amount: string; currency: string }[]) {
  return {
    tweak: (detail: TransactionDetail) => {
      for (const [index, notification] of detail.notifications.entries())
        if (isJsonObject(notification)) notification.payment_amount = { ...told[index % told.length] }
    },
  }
}

/** Customers with facts that contradict each other, one kind each; the README lists them. */
export const ruleSituations: readonly CustomerSketch[] = [
  sketchStageCustomer('cust-lapsed', 'Open although its validity ran out', {
    row: 'processing',
    expiresAt: past,
  }),
  sketchStageCustomer('cust-lapsed-sca', 'Waits for the customer although its validity ran out', {
    row: 'contacting-user',
    expiresAt: past,
  }),
  sketchStageCustomer('cust-open-step', 'Over, with a step that is still pending', {
    row: 'expired',
    steps: { sca: 'PENDING' },
  }),
  sketchStageCustomer('cust-provider-failed', 'Success after a provider operation that failed', {
    row: 'success',
    ...changeRecord((r) => {
      Object.assign(firstProvider(r), {
        operation_successful: false,
        status_code: 'ER051',
        status_description: 'Refused',
      })
    }),
  }),
  sketchStageCustomer(
    'cust-refunded',
    'What only looks odd: a success whose money is on its way back, a test, a lifetime total without both',
    {
      row: 'success',
      events: ['transaction_accepted', 'refund_pending'],
      steps: { ...paid, credit: 'PENDING' },
      ...changeRecord((r) => {
        const list = r.payment_provider_responses
        if (Array.isArray(list))
          list.push({ ...firstProvider(r), operation_type: 'refund', operation_successful: false })
        objectAt(r, 'identity').ledger_lifetime_amount = '0'
      }),
    },
    {
      row: 'success',
      test: true,
      ...changeRecord((r) => {
        objectAt(r, 'identity').ledger_lifetime_amount = '0'
      }),
    },
  ),
  sketchStageCustomer('cust-no-document-step', 'Documents are wanted, and no step is there for them', {
    row: 'processing-document',
    steps: { sca: 'SUCCESS' },
    events: ['manual_risk_review'],
  }),
  sketchStageCustomer('cust-no-kyc-step', 'An identity review was notified, and no step is there for it', {
    row: 'manual-review',
    steps: { sca: 'SUCCESS', piv: 'PENDING' },
  }),
  sketchStageCustomer(
    'cust-kyc-none',
    'An identity review that is done, and a customer without KYC state; the same with one',
    { row: 'success', steps: { ...paid, kyc: 'SUCCESS' } },
    {
      row: 'success',
      steps: { ...paid, kyc: 'ACCEPTED' },
      ...changeRecord((r) => {
        objectAt(r, 'identity').kyc_state = 'VERIFIED'
      }),
    },
  ),
  sketchStageCustomer('cust-end-announced', 'The end was notified, and the record is open', {
    row: 'processing',
    events: ['transaction_accepted'],
  }),
  sketchStageCustomer('cust-end-silent', 'For an end that nobody notifies', { row: 'processing' }),
  sketchStageCustomer('cust-end-changed', 'For an end that is taken back', { row: 'expired' }),
  sketchStageCustomer('cust-renamed', 'For a record that names another customer later', { row: 'success' }),
  sketchStageCustomer('cust-stuck', 'For a payment that is on hold for days', { row: 'processing' }),
  sketchStageCustomer('cust-other-currency', 'Notified in another currency than the provider was asked in', {
    row: 'processing',
    currency: 'EUR',
    ...amounts({ amount: '8450', currency: 'GBP' }),
  }),
  sketchStageCustomer('cust-two-amounts', 'Two notifications, two amounts', {
    row: 'success',
    currency: 'EUR',
    ...amounts({ amount: '8450', currency: 'EUR' }, { amount: '8400', currency: 'EUR' }),
  }),
  sketchStageCustomer('cust-low-lifetime', 'A lifetime total that is lower than a single payment', {
    row: 'success',
    currency: 'EUR',
    amount: '250000',
    ...changeRecord((r) => {
      objectAt(r, 'identity').ledger_lifetime_amount = '99'
    }),
  }),
  sketchStageCustomer('cust-major-lifetime', 'A lifetime total that is right in euros and wrong in cents', {
    row: 'success',
    currency: 'EUR',
    amount: '250000',
    ...changeRecord((r) => {
      objectAt(r, 'identity').ledger_lifetime_amount = '2500'
    }),
  }),
]
