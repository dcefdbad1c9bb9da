import type { EnvironmentName, MerchantId } from '@paydesk/shared/core/ids'
import type { PaymentService } from '../../payment-service/payment-service.ts'
import type { Store } from '../../platform/database/database.ts'
import type { Seal } from '../../platform/database/field-cipher.ts'
import { type Lease, makeLeases } from '../../platform/database/leases.ts'
import type { Log } from '../../platform/runtime/log.ts'
import type { ReviewRules } from '../../records/confirmation/review-queue.ts'
import type { Handles } from '../../records/handles.ts'
import type { Beside } from '../../sync/workers.ts'
import { makeListRid } from './list-rid.ts'
import { workOnImports } from './work.ts'

export interface ImportWorkNeeds {
  readonly store: Store
  readonly seal: Seal
  readonly log: Log
  readonly handles: Handles
  readonly review: ReviewRules
  readonly environments: readonly {
    readonly name: EnvironmentName
    readonly merchantIds: readonly MerchantId[]
  }[]
  service(environment: EnvironmentName): PaymentService
}

/** Works on the imports of an environment beside its reader, with whom it takes turns at the service. */
export function makeImportWork(needs: ImportWorkNeeds) {
  const leases = makeLeases(needs.store)
  const now = () => Date.now()
  return (environment: EnvironmentName, way: Beside) => {
    const merchants = needs.environments.find(({ name }) => name === environment)?.merchantIds ?? []
    const of = { ...needs, ...way, environment, merchants, leases, now }
    const listRid = makeListRid({ ...of, service: needs.service(environment) })
    return (lease: Lease, signal: AbortSignal) => workOnImports({ ...of, listRid }, lease, signal)
  }
}
