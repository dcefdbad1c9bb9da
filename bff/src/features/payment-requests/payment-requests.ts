import type { PaymentRequests } from '../../records/payment-requests.ts'
import { addressOf } from './address.ts'
import { draft } from './draft.ts'
import type { RequestNeeds } from './rows.ts'
import { send } from './send.ts'

/** Payments that this office asks the service for, for staff and for the merchant's systems. */
export function makePaymentRequests(needs: RequestNeeds): PaymentRequests {
  const opening = { db: needs.store.db, seal: needs.seal }
  return {
    draft: (asked, asking) => draft(asked, asking, needs),
    send: (request, reviewed, asking) => send(request, reviewed, asking, needs),
    address: (row) => addressOf(row, opening),
  }
}
