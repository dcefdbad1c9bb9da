import { ProblemError } from '../http/problem.ts'
import type { PaymentRequests } from '../known/payment-requests.ts'

/** Payments that this office asks the service for; see `PaymentRequests`. */
export function makePaymentRequests(): PaymentRequests {
  const refuse = async () => {
    throw new ProblemError('requests_off')
  }
  return { draft: refuse, send: refuse, address: async () => null }
}
