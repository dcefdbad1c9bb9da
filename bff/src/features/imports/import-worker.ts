import type { EnvironmentName, MerchantId } from '@paydesk/shared/core/ids'
import type { PaymentService } from '../../payment-service/payment-service.ts'
import type { Store } from '../../platform/database/database.ts'
import type { FieldCipher } from '../../platform/database/field-cipher.ts'
import { createLeaseStore, type Lease } from '../../platform/database/leases.ts'
import type { Logger } from '../../platform/runtime/log.ts'
import type { ReviewRules } from '../../records/confirmation/review-queue.ts'
import type { HandleStore } from '../../records/handles.ts'
import type { PacedServiceAccess } from '../../sync/workers.ts'
import { runImportLoop } from './import-loop.ts'
import { createRidLister } from './list-rid.ts'

export interface ImportWorkerDeps {
  readonly store: Store
  readonly seal: FieldCipher
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
export function createImportWorker(deps: ImportWorkerDeps) {
  const leases = createLeaseStore(deps.store)
  const now = () => Date.now()
  return (environment: EnvironmentName, way: PacedServiceAccess) => {
    const merchants = deps.environments.find(({ name }) => name === environment)?.merchantIds ?? []
    const of = { ...deps, ...way, environment, merchants, leases, now }
    const listRid = createRidLister({ ...of, service: deps.service(environment) })
    return (lease: Lease, signal: AbortSignal) => runImportLoop({ ...of, listRid }, lease, signal)
  }
}
