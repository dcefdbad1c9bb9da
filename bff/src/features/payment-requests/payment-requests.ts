import type { PaymentRequests } from '../../records/payment-requests.ts'
import { savePaymentDraft } from './draft.ts'
import { resolvePaymentLink } from './payment-link.ts'
import type { PaymentRequestDeps } from './rows.ts'
import { sendPaymentDraft } from './send.ts'

/** Creates payments at the payment service, for staff and for the merchant's systems. */
export function createPaymentRequestService(needs: PaymentRequestDeps): PaymentRequests {
  const opening = { db: needs.store.db, seal: needs.seal }
  return {
    draft: (asked, asking) => savePaymentDraft(asked, asking, needs),
    send: (request, reviewed, asking) => sendPaymentDraft(request, reviewed, asking, needs),
    address: (row) => resolvePaymentLink(row, opening),
  }
}
