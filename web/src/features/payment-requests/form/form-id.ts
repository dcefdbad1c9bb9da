import {
  type PaymentRequestFormId,
  paymentRequestFormIdSchema,
} from '@paydesk/shared/payments/payment-requests'

const letters = '0123456789abcdefghijklmnopqrstuvwxyz'
/** Largest multiple of 36 in a byte: higher bytes would make some letters likelier than others. */
const maxUnbiasedByte = 252

/** Creates a form ID: 24 characters of [0-9a-z] from the browser's cryptographic random generator. */
export function createPaymentRequestFormId(): PaymentRequestFormId {
  let name = ''
  while (name.length < 24) {
    const bytes = crypto.getRandomValues(new Uint8Array(32))
    name += [...bytes].map((byte) => (byte < maxUnbiasedByte ? letters[byte % 36] : '')).join('')
  }
  return paymentRequestFormIdSchema.parse(name.slice(0, 24))
}
