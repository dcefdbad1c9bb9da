import type { PaymentRequestFormId } from '@paydesk/shared/payments/payment-request'
import { paymentRequestFormId } from '@paydesk/shared/payments/payment-request'

const letters = '0123456789abcdefghijklmnopqrstuvwxyz'
/** The largest multiple of 36 in a byte: what is above would make some letters likelier than others. */
const maxUnbiasedByte = 252

/** The name of a form that is opened: 24 of [0-9a-z], from the browser's own randomness. */
export function createRequestFormId(): PaymentRequestFormId {
  let name = ''
  while (name.length < 24) {
    const bytes = crypto.getRandomValues(new Uint8Array(32))
    name += [...bytes].map((byte) => (byte < maxUnbiasedByte ? letters[byte % 36] : '')).join('')
  }
  return paymentRequestFormId.parse(name.slice(0, 24))
}
