import { type EnvironmentName, type MerchantId, rid as ridSchema } from '@paydesk/shared/core/ids'
import type { PaymentService } from '../../payment-service/payment-service.ts'
import type { Store } from '../../platform/database/database.ts'
import { generateReference } from '../../platform/runtime/reference.ts'
import {
  type ListedTransactionsDeps,
  recordListedTransactions,
} from '../../records/confirmation/record-listed-transactions.ts'
import { readPriority } from '../../records/read-queue.ts'
import { isOutage } from '../../sync/service-health.ts'
import { sleep } from '../../sync/wake-signal.ts'
import type { PacedServiceAccess } from '../../sync/workers.ts'
import type { RidListResult } from './steps.ts'

export interface RidListerDeps extends ListedTransactionsDeps, PacedServiceAccess {
  readonly store: Store
  readonly environment: EnvironmentName
  readonly merchants: readonly MerchantId[]
  readonly service: Pick<PaymentService, 'listTransactions'>
  /** Current time, ms since 1970. */
  now(): number
}

/** Attempts for a list that cannot be used. */
const maxAttempts = 3

/** Returns true while reads for notifications or staff are due: an import then requests nothing. */
async function hasUrgentReads({ db }: Store, environment: EnvironmentName, now: number): Promise<boolean> {
  const due = await db
    .selectFrom('due_reads')
    .select('transaction_id')
    .where('environment', '=', environment)
    .where('due_at', '<=', now)
    .where('priority', '<', readPriority.import)
    .limit(1)
    .executeTakeFirst()
  return due !== undefined
}

/** Reads lists of customers (interface, endpoint 3) in the background and records their transactions. */
export function createRidLister(deps: RidListerDeps) {
  const { store, environment, service, serviceHealth, now } = deps

  async function rest(signal: AbortSignal): Promise<void> {
    while (!signal.aborted && (await hasUrgentReads(store, environment, now()))) await sleep(250, signal)
  }

  return async (merchantName: string, text: string, signal: AbortSignal): Promise<RidListResult> => {
    const rid = ridSchema.safeParse(text).data
    const merchant = deps.merchants.find((one) => one === merchantName)
    // The configuration may have lost the merchant since the import began.
    if (rid === undefined || merchant === undefined) return { why: 'failed' }
    for (let tries = 1; tries <= maxAttempts; tries += 1) {
      await rest(signal)
      if (signal.aborted || serviceHealth.isDown()) return 'later'
      const options = { reference: generateReference(), lane: 'background', fresh: true } as const
      const outcome = await deps.runPaced(() => service.listTransactions(merchant, rid, options))
      if (outcome.outcome === 'not_found') return { why: 'not_found' }
      if (outcome.outcome === 'found') {
        const { entries, unreadable } = outcome.value
        if (entries.length + unreadable === 0) return { why: 'not_found' }
        return {
          added: await recordListedTransactions(
            deps,
            { environment, merchant, rid, entries, source: 'import' },
            now(),
          ),
        }
      }
      if (isOutage(outcome)) {
        serviceHealth.recordFailure('a list', outcome)
        return 'later'
      }
    }
    return { why: 'failed' }
  }
}
