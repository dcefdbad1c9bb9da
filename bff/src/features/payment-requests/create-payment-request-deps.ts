import { createPersonRateLimit } from '../../platform/http/rate-limiter.ts'
import type { EnvironmentJob } from '../../sync/workers.ts'
import { savePaymentDraft } from './draft.ts'
import { decryptPaymentLink } from './payment-link.ts'
import {
  createUnansweredPaymentResolver,
  type ResolveUnansweredPaymentDeps,
} from './resolve-unanswered-payments.ts'
import type { PaymentRequestRouteDeps } from './routes.ts'
import type { PaymentRequestDeps } from './rows.ts'
import { sendPaymentDraft } from './send.ts'

/** Creates payments at the payment service, for staff and for the merchant's systems. */
export function createPaymentRequestDeps(
  deps: PaymentRequestDeps & Omit<ResolveUnansweredPaymentDeps, 'environments' | 'absentMs'>,
  {
    requestsPerMinute,
    requestAbsentMs,
  }: { readonly requestsPerMinute: number; readonly requestAbsentMs: number },
): Pick<PaymentRequestRouteDeps, 'paymentRequests' | 'paymentRequestLimits'> & {
  readonly resolveUnanswered: EnvironmentJob
} {
  const opening = { db: deps.store.db, cipher: deps.cipher }
  const { environments } = deps.config
  return {
    paymentRequests: {
      draft: (paymentRequestDetails, requestContext) =>
        savePaymentDraft(paymentRequestDetails, requestContext, deps),
      send: (request, reviewed, requestContext) => sendPaymentDraft(request, reviewed, requestContext, deps),
      address: (row) => decryptPaymentLink(row, opening),
    },
    paymentRequestLimits: {
      drafts: createPersonRateLimit(requestsPerMinute, 30),
      sends: createPersonRateLimit(requestsPerMinute, 30),
    },
    resolveUnanswered: createUnansweredPaymentResolver({ ...deps, environments, absentMs: requestAbsentMs }),
  }
}
