import type { CustomerHandle, IdentityHandle, MerchantId, Rid } from '@paydesk/shared/core/ids'
import { type IdentityId, identityId, rid } from '@paydesk/shared/core/ids'
import type { Scope } from '../platform/http/route.ts'
import { ProblemError } from '../platform/problem/problem.ts'
import type { HandleStore } from './handles.ts'

function requireMerchantInScope(merchant: string, scope: Scope): MerchantId {
  const own = scope.merchants.find((one) => one === merchant)
  // The same answer as for a handle that does not exist: scope tells nothing about existence.
  if (own === undefined) throw new ProblemError('not_found')
  return own
}

/** The RID and merchant behind a handle, for a person whose scope has the merchant. Throws `not_found`. */
export async function resolveCustomerHandle(
  handle: CustomerHandle,
  scope: Scope,
  handles: HandleStore,
): Promise<{ rid: Rid; merchant: MerchantId }> {
  const known = await handles.resolve(scope.environment, handle)
  if (known === null) throw new ProblemError('not_found')
  return { rid: rid.parse(known.id), merchant: requireMerchantInScope(known.merchant, scope) }
}

/** The identity id behind a handle, likewise, with the RID of the customer as whose it was found. */
export async function resolveIdentityHandle(
  handle: IdentityHandle,
  scope: Scope,
  handles: HandleStore,
): Promise<{ rid: Rid; id: IdentityId; merchant: MerchantId }> {
  const known = await handles.resolve(scope.environment, handle)
  if (known === null) throw new ProblemError('not_found')
  const [named, id] = known.id.split('\n')
  return {
    rid: rid.parse(named),
    id: identityId.parse(id),
    merchant: requireMerchantInScope(known.merchant, scope),
  }
}

/** The customer that a read is bound to, where the caller names one: it is on that customer's page. */
export async function resolveOptionalCustomer(
  handle: CustomerHandle | undefined,
  scope: Scope,
  handles: HandleStore,
): Promise<{ rid: Rid; merchant: MerchantId } | null> {
  return handle === undefined ? null : resolveCustomerHandle(handle, scope, handles)
}
