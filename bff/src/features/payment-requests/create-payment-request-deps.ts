import { createPersonLimit } from '../../platform/http/rate-limiter.ts'
import type { EnvironmentJob } from '../../sync/workers.ts'
import { savePaymentDraft } from './draft.ts'
import { resolvePaymentLink } from './payment-link.ts'
import { createUnansweredResolver, type ResolveUnansweredDeps } from './resolve-unanswered.ts'
import type { PaymentRequestRouteDeps } from './routes.ts'
import type { PaymentRequestDeps } from './rows.ts'
import { sendPaymentDraft } from './send.ts'

/** Creates payments at the payment service, for staff and for the merchant's systems. */
export function createPaymentRequestDeps(
  needs: PaymentRequestDeps & Omit<ResolveUnansweredDeps, 'environments' | 'absentMs'>,
  {
    requestsPerMinute,
    requestAbsentMs,
  }: { readonly requestsPerMinute: number; readonly requestAbsentMs: number },
): Pick<PaymentRequestRouteDeps, 'paymentRequests' | 'paymentRequestLimits'> & {
  readonly resolveUnanswered: EnvironmentJob
} {
  const opening = { db: needs.store.db, seal: needs.seal }
  const { environments } = needs.config
  return {
    paymentRequests: {
      draft: (asked, asking) => savePaymentDraft(asked, asking, needs),
      send: (request, reviewed, asking) => sendPaymentDraft(request, reviewed, asking, needs),
      address: (row) => resolvePaymentLink(row, opening),
    },
    paymentRequestLimits: {
      drafts: createPersonLimit(requestsPerMinute, 30),
      sends: createPersonLimit(requestsPerMinute, 30),
    },
    resolveUnanswered: createUnansweredResolver({ ...needs, environments, absentMs: requestAbsentMs }),
  }
}
