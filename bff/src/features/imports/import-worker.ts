import { type EnvironmentName, type MerchantId, ridSchema } from '@paydesk/shared/core/ids'
import type { PaymentService } from '../../payment-service/payment-service.ts'
import type { Store } from '../../platform/database/database.ts'
import type { FieldCipher } from '../../platform/database/field-cipher.ts'
import { createLeaseStore, type Lease } from '../../platform/database/leases.ts'
import { runJobLoop } from '../../platform/jobs/job-loop.ts'
import { sleep } from '../../platform/jobs/wake-signal.ts'
import type { Logger } from '../../platform/runtime/log.ts'
import { generateSupportReference } from '../../platform/runtime/reference.ts'
import {
  type ListedTransactionsDeps,
  recordListedTransactions,
} from '../../records/confirmation/record-listed-transactions.ts'
import type { ReviewRules } from '../../records/confirmation/review-queue.ts'
import type { HandleStore } from '../../records/handles.ts'
import { readQueuePriorities } from '../../records/read-queue.ts'
import { isServiceWideFailure } from '../../sync/service-health.ts'
import type { EnvironmentJob, PacedServiceAccess } from '../../sync/workers.ts'
import { findNextImport } from './lines.ts'
import { type ImportStepDeps, type RidImportResult, runImportStep } from './steps.ts'

interface RidListerDeps extends ListedTransactionsDeps, PacedServiceAccess {
  readonly store: Store
  readonly environment: EnvironmentName
  readonly merchants: readonly MerchantId[]
  readonly service: Pick<PaymentService, 'listTransactionsOfCustomer'>
  /** Current time, ms since 1970. */
  now(): number
}

/** Attempts for a list that cannot be used. */
const maxAttempts = 3

/** Returns true while reads for notifications or staff are due: an import then requests nothing. */
async function hasUrgentReads({ db }: Store, environment: EnvironmentName, now: number): Promise<boolean> {
  const due = await db
    .selectFrom('read_queue')
    .select('transaction_id')
    .where('environment', '=', environment)
    .where('due_at', '<=', now)
    .where('priority', '<', readQueuePriorities.import)
    .limit(1)
    .executeTakeFirst()
  return due !== undefined
}

/** Reads lists of customers (interface, endpoint 3) in the background and records their transactions. */
function createRidLister(deps: RidListerDeps) {
  const { store, environment, service, serviceHealth, now } = deps

  async function rest(signal: AbortSignal): Promise<void> {
    while (!signal.aborted && (await hasUrgentReads(store, environment, now()))) await sleep(250, signal)
  }

  return async (merchantName: string, text: string, signal: AbortSignal): Promise<RidImportResult> => {
    const rid = ridSchema.safeParse(text).data
    const merchant = deps.merchants.find((one) => one === merchantName)
    // The configuration may have lost the merchant since the import began.
    if (rid === undefined || merchant === undefined) return { why: 'failed' }
    for (let tries = 1; tries <= maxAttempts; tries += 1) {
      await rest(signal)
      if (signal.aborted || serviceHealth.isDown()) return 'later'
      const options = { reference: generateSupportReference(), lane: 'background', fresh: true } as const
      const outcome = await deps.runPaced(() => service.listTransactionsOfCustomer(merchant, rid, options))
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
      if (isServiceWideFailure(outcome)) {
        serviceHealth.recordFailure('a list', outcome)
        return 'later'
      }
    }
    return { why: 'failed' }
  }
}

interface ImportLoopDeps extends ImportStepDeps {
  readonly log: Logger
  readonly environment: EnvironmentName
}

/** Backoff (ms) while the payment service cannot answer; the last value repeats. */
const outageBackoffMs = [1_000, 2_000, 5_000, 15_000, 30_000] as const
/** Polling intervals (ms): for a step that waits for queued reads, and without an import. */
const pollMs = 250
const idleMs = 1_000

/**
 * Works on the imports of one environment, one after another, under the lease of its reader. A half-done
 * import goes on in another instance, or after the next start. Resolves after `signal` aborts.
 */
function runImportLoop(deps: ImportLoopDeps, lease: Lease, signal: AbortSignal): Promise<void> {
  const { store, environment, log } = deps
  let failures = 0
  return runJobLoop(signal, {
    async step() {
      const job = await findNextImport(store, environment)
      const stepped = job === undefined ? 'idle' : await runImportStep(deps, { job, lease, signal })
      failures = stepped === 'later' ? failures + 1 : 0
      if (stepped === 'idle') return idleMs
      if (stepped === 'wait') return pollMs
      return stepped === 'later' ? (outageBackoffMs[failures - 1] ?? 30_000) : 0
    },
    onError: (err) => log.error({ err, environment }, 'an import could not be continued'),
    errorPauseMs: idleMs,
  })
}

export interface ImportWorkerDeps {
  readonly store: Store
  readonly cipher: FieldCipher
  readonly log: Logger
  readonly handles: HandleStore
  readonly review: ReviewRules
  readonly environments: readonly {
    readonly name: EnvironmentName
    readonly merchantIds: readonly MerchantId[]
  }[]
  service(environment: EnvironmentName): PaymentService
}

/**
 * Creates the worker for imports of an environment, which takes turns with the reader at the payment service.
 */
export function createImportWorker(deps: ImportWorkerDeps): EnvironmentJob {
  const leases = createLeaseStore(deps.store)
  const now = () => Date.now()
  return (environment, pacedServiceAccess) => {
    const merchants = deps.environments.find(({ name }) => name === environment)?.merchantIds ?? []
    const of = { ...deps, ...pacedServiceAccess, environment, merchants, leases, now }
    const listRid = createRidLister({ ...of, service: deps.service(environment) })
    return (lease, signal) => runImportLoop({ ...of, listRid }, lease, signal)
  }
}
