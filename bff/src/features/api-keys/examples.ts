import { supportReference } from '@paydesk/shared/core/ids'
import type { MerchantPaymentInput, MerchantPaymentResponse } from '@paydesk/shared/payments/merchant-api'
import { merchantPaymentInput, merchantPaymentResponse } from '@paydesk/shared/payments/merchant-api'

/** Examples of the OpenAPI document, parsed by the contracts: an invalid example prevents the start. */
export const paymentCreateExample: MerchantPaymentInput = merchantPaymentInput.parse({
  workflow: 'bank_payment',
  transaction: { amount: '12550', currency: 'EUR', reference: 'ORDER-2026-000417' },
  client: { first_name: 'Maria', last_name: 'Example', email: 'maria@example.com' },
  account: { identifier: 'cust-00417' },
  account_holder: { iban: 'DE89370400440532013000' },
})

export const idempotencyKeyExample = 'order-2026-000417'
export const referenceExample = supportReference.parse('PD-0123456789')

export function buildPaymentExample(status: 'created' | 'unknown'): MerchantPaymentResponse {
  const isThere = status === 'created'
  return merchantPaymentResponse.parse({
    payment: {
      id: 'q_0123456789abcdefghij',
      status,
      transaction: {
        id: 'pd-0123456789abcdefghij',
        reference: 'ORDER-2026-000417',
        amount: '12550',
        currency: 'EUR',
      },
      service_transaction_id: isThere ? '3f6c1c1e-6a0b-4f0e-9a53-2f5c8d1b7a10' : null,
      state: isThere ? 'PENDING' : null,
      compound_state: isThere ? 'PENDING.VALIDATED_TRANSACTION' : null,
      final: false,
      finality: 'open',
      redirect_url: isThere ? 'https://pay.example.com/t/3f6c1c1e' : null,
      expires_at: isThere ? '2026-11-26T09:00:00.000Z' : null,
      created_at: '2026-11-23T09:00:00.000Z',
      refused_members: [],
    },
    next: isThere ? null : 'Read this payment until its status is another.',
  })
}
