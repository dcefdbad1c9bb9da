import { endpoints } from '@paydesk/shared/endpoints'
import { createRateLimiter, type RateLimiter } from '../../platform/http/rate-limiter.ts'
import { type AuditExemption, defineRoute } from '../../platform/http/route.ts'
import type { WarmReads } from '../../records/read-ahead/warm-reads.ts'
import { createReadAheadBinding } from '../../records/transactions.ts'

export interface WarmReadDeps {
  readonly warmReads: Pick<WarmReads, 'warm'>
  readonly warmLimiter: Pick<RateLimiter, 'take'>
}

/** Enough for a row a second; messages beyond the limit are ignored. */
const maxMessagesPerMinute = 60

export function createWarmReadDeps(): Pick<WarmReadDeps, 'warmLimiter'> {
  return { warmLimiter: createRateLimiter(maxMessagesPerMinute) }
}

const nobodyLooked: AuditExemption = { action: 'none', because: 'a read ahead shows nobody anything' }

export const warmTransactionsRoute = defineRoute(endpoints.warmTransactions, {
  permission: 'transaction.read',
  audit: () => nobodyLooked,
  async handle({ body, actor, scope }, { warmReads, warmLimiter }: WarmReadDeps): Promise<null> {
    const { issuer, subject } = actor.session
    if (!warmLimiter.take(JSON.stringify([issuer, subject]))) return null
    const reader = { scope, binding: createReadAheadBinding({ actor, scope }), reference: actor.reference }
    // Answer first: the time of the answer must not tell what the payment service knows.
    void warmReads.warm(body.transactions, reader)
    return null
  },
  present: (nothing) => nothing,
})
