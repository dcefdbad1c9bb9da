import type { RequestRow } from '../known/payment-requests.ts'
import type { whyNoAddress } from './address.ts'

export const offSays =
  'Payments cannot be created in this environment: it is not set up for it. An administrator can configure its workflows.'

/** Why a request came to nothing, or that nobody knows yet; null where it was created, or was not sent. */
export function whyInWords({ status, why, http_status }: RequestRow): string | null {
  switch (status) {
    case 'refused': {
      const with_ = why === null ? `HTTP ${http_status ?? ''}` : `${why}, HTTP ${http_status ?? ''}`
      return `The service did not take it (${with_}). There is no payment: correct the form and send it again.`
    }
    case 'not_sent':
      return 'The service could not be reached. Nothing was sent and there is no payment: try again.'
    case 'unknown':
      return 'It may have been sent, and no answer came. Paydesk is finding out whether the payment exists, and never sends it again.'
    case 'absent':
      return 'No answer came, and the service does not list such a payment. There is none: create another one if it is still wanted.'
    default:
      return null
  }
}

/** Why there is no address, in words. */
export const noAddressSays: Readonly<Record<NonNullable<ReturnType<typeof whyNoAddress>>, string>> = {
  final: 'The payment has ended.',
  expired: 'The time for paying is over.',
  answer_lost:
    'The answer with the address was lost on its way. The payment exists, but the customer cannot be sent to it: create another one.',
  address_not_trusted:
    'The service gave an address that is not one of its configured hosts, so nobody is sent there. Tell an administrator.',
}
