import type { EnvironmentName, IdentityHandle, Rid } from '@paydesk/shared/core/ids'
import type { PaymentService } from '../../payment-service/payment-service.ts'
import { unwrapOutcome } from '../../payment-service/unwrap-outcome.ts'
import type { ScopedActor } from '../../platform/http/route.ts'
import { ProblemError } from '../../platform/problem/problem.ts'
import { resolveIdentityHandle } from '../../records/customers.ts'
import type { HandleStore } from '../../records/handles.ts'
import { canBelongToRid } from '../../records/transactions.ts'
import {
  type IdentityObservationDeps,
  recordIdentityKycState,
  recordIdentityLink,
} from './identity-observations.ts'
import type { LoadedIdentity } from './present.ts'

export interface IdentityDeps extends IdentityObservationDeps {
  readonly handles: HandleStore
  /** IANA name of Paydesk's time zone. */
  readonly zone: string
  service(environment: EnvironmentName): PaymentService
}

/** Returns the date in Paydesk's time zone, `2026-01-31`, for computing an age. */
export function getLocalDate(zone: string): string {
  return new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short' }).format(Date.now())
}

/**
 * Reads the identity behind a handle (interface, endpoint 5) within the caller's scope, and records its KYC
 * state and its customer. Throws `not_found`, or `upstream_mismatch` if the record names another customer.
 */
export async function readIdentity(
  handle: IdentityHandle,
  { scope, actor }: ScopedActor,
  deps: IdentityDeps,
): Promise<LoadedIdentity & { readonly rid: Rid }> {
  const { environment } = scope
  const { rid, id, merchant } = await resolveIdentityHandle(handle, scope, deps.handles)
  const customer = await deps.handles.getOrCreateCustomerHandle(environment, merchant, rid)
  await recordIdentityLink(deps, environment, { identity: handle, merchant, customer, id })
  const { value: record, reading } = unwrapOutcome(
    await deps.service(environment).readIdentity(id, { reference: actor.reference }),
  )
  // Reject a record of another customer: the handle was made for this customer's identity.
  if (!canBelongToRid(record.profile.remote_user_id, rid)) throw new ProblemError('upstream_mismatch')
  const read = { identity: handle, customer, merchant, record, reading, today: getLocalDate(deps.zone) }
  await recordIdentityKycState(deps, environment, read)
  return { ...read, rid }
}
