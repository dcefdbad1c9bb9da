import type { NoPaymentLinkReason, PaymentRequestRow } from '../../records/payment-requests.ts'

/** State of a created payment that is not final and whose payment link is not returned. */
export interface MissingLinkState {
  readonly inReview: boolean
  /** Reason for the missing link; null if a link exists but is not given to API clients. */
  readonly why: NoPaymentLinkReason | null
}

const untilFinal = 'Read this payment until `final` is true.'

function explainMissingLink(
  { maker }: PaymentRequestRow,
  { inReview, why }: MissingLinkState,
): string | null {
  // Never suggest a second payment here: a customer who paid at the last
  // moment, or is in review, would pay twice.
  if (why === 'expired')
    return `Its time for paying is over, so its address is not given any more. ${untilFinal}`
  if (inReview) return `An operator of the payment service decides on it. ${untilFinal}`
  const byStaff = 'A member of staff made this payment'
  switch (why) {
    case 'answer_lost':
      if (maker === 'person')
        return `${byStaff}, and no answer came from which its address could be taken: whether there is to be another one is for staff to say. ${untilFinal}`
      return 'No answer came from which its address could be taken. To have one that the customer can pay, ask again with a new Idempotency-Key and another `reference`; this one ends by itself.'
    case 'address_not_trusted':
      return 'The payment service gave an address that is not of a configured host, so it is not handed on. Tell whoever administers Paydesk.'
    case 'not_kept':
      return `Its address is not kept any more. ${untilFinal}`
    case 'final':
      return null
    case null:
      return maker === 'person' ? `${byStaff}: staff hand its address over, not this interface.` : null
  }
}

/**
 * Describes the merchant's next action if the payment alone does not show it. `open` is null for a payment
 * that has ended or is returned with its link.
 */
export function describeNextAction(row: PaymentRequestRow, open: MissingLinkState | null): string | null {
  switch (row.status) {
    case 'sending':
    case 'unknown':
      return 'Read this payment until its status is another. It is not sent a second time, whatever is asked.'
    case 'absent':
      return 'The service has no such payment. To have one, ask again with a new Idempotency-Key.'
    case 'created':
      return open === null ? null : explainMissingLink(row, open)
    case 'draft':
    case 'refused':
    case 'not_sent':
      return null
  }
}
