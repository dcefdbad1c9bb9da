import type { NoPaymentLinkReason, PaymentRequestRow } from '../../records/payment-requests.ts'

export const requestsOffMessage =
  'Payments cannot be created in this environment: it is not set up for it. An administrator can configure its workflows.'

/**
 * Describes the next step if provably nothing exists. `own` is for the person who
 * filled in the form, which nobody else has.
 */
function describeRetry({ maker }: PaymentRequestRow, isOwn: boolean, own: string): string {
  if (isOwn) return `: ${own}`
  return `; ${maker === 'api_key' ? 'the system' : 'the person'} that asked for it can ask again.`
}

/**
 * Explains why a request failed, or that its outcome is not known yet; null if it was created or is not sent.
 * `isOwn`: the reader made the request in a form.
 */
export function explainRequestFailure(row: PaymentRequestRow, isOwn: boolean): string | null {
  const { status, why, http_status } = row
  switch (status) {
    case 'refused': {
      const with_ = why === null ? `HTTP ${http_status ?? ''}` : `${why}, HTTP ${http_status ?? ''}`
      return `The service did not take it (${with_}). There is no payment${describeRetry(row, isOwn, 'correct the form and send it again.')}`
    }
    case 'not_sent':
      return `The service could not be reached. Nothing was sent and there is no payment${describeRetry(row, isOwn, 'try again.')}`
    case 'unknown':
      return 'It may have been sent, and no answer came that says whether it was created. Paydesk is finding out whether the payment exists, and never sends it again.'
    case 'absent':
      return 'No answer came that says whether it was created, and the service does not list such a payment. There is none: create another one if it is still wanted.'
    default:
      return null
  }
}

/** Message for a role without access to the link; it says nothing that the status does not say. */
export const linkHiddenForRoleMessage =
  'The customer pays at a hosted address, which is not shown to your role: ask support or compliance to hand it over.'

/** Message for a role that would have access, but for a field permission that this deployment changed. */
export const linkHiddenHereMessage =
  'The customer pays at a hosted address, which this installation does not show to your role.'

/** Messages for a missing payment link, by reason. */
export const missingLinkMessages: Readonly<Record<NoPaymentLinkReason, string>> = {
  final: 'The payment has ended.',
  expired: 'The time for paying is over.',
  answer_lost:
    'No answer came from which the address could be taken. The payment exists, but the customer cannot be sent to it.',
  not_kept:
    'Its address is not kept here any more. The customer may have it still and pay: another payment could be paid as well.',
  address_not_trusted:
    'The service gave an address that is not one of its configured hosts, so nobody is sent there. Tell an administrator.',
}
