import { randomBytes } from 'node:crypto'
import type { EnvironmentName, MerchantId } from '@paydesk/shared/ids'
import type { Log } from '../http/log.ts'
import type { Handles } from '../known/handles.ts'
import type { Store } from '../store/database.ts'
import { makeLeases } from '../store/leases.ts'
import type { Seal } from '../store/seal.ts'
import { systemClock } from '../upstream/limits.ts'
import type { PaymentService } from '../upstream/payment-service.ts'
import { makeListRid } from './list-rid.ts'
import { workOnImports } from './work.ts'

export interface ImportWorkerNeeds {
  readonly store: Store
  readonly seal: Seal
  readonly log: Log
  readonly handles: Handles
  readonly environments: readonly {
    readonly name: EnvironmentName
    readonly merchantIds: readonly MerchantId[]
  }[]
  readonly rates: { readonly perSecond: number; readonly catchUpPerSecond: number }
  service(environment: EnvironmentName): PaymentService
}

/** Works on the imports of every environment: each by one instance at a time. */
export function makeImportWorkers(needs: ImportWorkerNeeds) {
  const { store } = needs
  const { wall: now, monotonic } = systemClock
  const leases = makeLeases(store)
  const holder = randomBytes(8).toString('hex')
  const stopped = new AbortController()
  let working: Promise<unknown> = Promise.resolve()

  return {
    start(): void {
      working = Promise.all(
        needs.environments.map(({ name, merchantIds: merchants }) => {
          const of = { ...needs, environment: name, merchants, leases, holder, now, monotonic }
          const listRid = makeListRid({ ...of, service: needs.service(name) })
          return workOnImports({ ...of, listRid }, stopped.signal)
        }),
      )
    },
    /** Resolves once nothing is under way; what is left goes on after the next start. */
    async stop(): Promise<void> {
      stopped.abort()
      await working
    },
  }
}
