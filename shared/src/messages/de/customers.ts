import type { MessagesOf } from '../../core/message.ts'
import type { englishCustomers } from '../en/customers.ts'

export const germanCustomers: MessagesOf<typeof englishCustomers> = {
  newPayment: 'Neue Zahlung',
  paymentRequests: 'Zahlungsanforderungen',
}
