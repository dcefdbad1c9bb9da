import { endpoints } from '@paydesk/shared/endpoints'
import { createRateLimiter, type RateLimiter } from '../../platform/http/rate-limiter.ts'
import { type AuditExemption, defineRoute } from '../../platform/http/route.ts'
import type { ReadAhead } from '../../records/read-ahead/read-ahead.ts'
import { createReadAheadBinding } from '../../records/transactions.ts'

export interface ReadAheadRouteDeps {
  readonly readAhead: Pick<ReadAhead, 'readRows'>
  readonly readAheadLimiter: Pick<RateLimiter, 'take'>
}

/** Enough for a row a second; messages beyond the limit are ignored. */
const maxMessagesPerMinute = 60

export function createReadAheadDeps(): Pick<ReadAheadRouteDeps, 'readAheadLimiter'> {
  return { readAheadLimiter: createRateLimiter(maxMessagesPerMinute) }
}

const nobodyLooked: AuditExemption = { action: 'none', because: 'a read ahead shows nobody anything' }

export const readTransactionsAheadRoute = defineRoute(endpoints.readTransactionsAhead, {
  permission: 'transaction.read',
  audit: () => nobodyLooked,
  async handle({ body, actor, scope }, { readAhead, readAheadLimiter }: ReadAheadRouteDeps): Promise<null> {
    const { issuer, subject } = actor.session
    if (!readAheadLimiter.take(JSON.stringify([issuer, subject]))) return null
    const reader = { scope, binding: createReadAheadBinding({ actor, scope }), reference: actor.reference }
    // Answer first: the time of the answer must not tell what the payment service knows.
    void readAhead.readRows(body.transactions, reader)
    return null
  },
  present: (nothing) => nothing,
})
