import type { CustomerHandle, IdentityHandle, MerchantId, Rid } from '@paydesk/shared/core/ids'
import { type IdentityId, identityId, rid } from '@paydesk/shared/core/ids'
import type { Scope } from '../platform/http/route.ts'
import { ProblemError } from '../platform/problem/problem.ts'
import type { Handles } from './handles.ts'

function inScope(merchant: string, scope: Scope): MerchantId {
  const own = scope.merchants.find((one) => one === merchant)
  // The same answer as for a handle that does not exist: scope tells nothing about existence.
  if (own === undefined) throw new ProblemError('not_found')
  return own
}

/** The RID and merchant behind a handle, for a person whose scope has the merchant. Throws `not_found`. */
export async function customerBehind(
  handle: CustomerHandle,
  scope: Scope,
  handles: Handles,
): Promise<{ rid: Rid; merchant: MerchantId }> {
  const known = await handles.resolve(scope.environment, handle)
  if (known === null) throw new ProblemError('not_found')
  return { rid: rid.parse(known.id), merchant: inScope(known.merchant, scope) }
}

/** The identity id behind a handle, likewise, with the RID of the customer as whose it was found. */
export async function identityBehind(
  handle: IdentityHandle,
  scope: Scope,
  handles: Handles,
): Promise<{ rid: Rid; id: IdentityId; merchant: MerchantId }> {
  const known = await handles.resolve(scope.environment, handle)
  if (known === null) throw new ProblemError('not_found')
  const [named, id] = known.id.split('\n')
  return { rid: rid.parse(named), id: identityId.parse(id), merchant: inScope(known.merchant, scope) }
}

/** The customer that a read is bound to, where the caller names one: it is on that customer's page. */
export async function customerNamed(
  handle: CustomerHandle | undefined,
  scope: Scope,
  handles: Handles,
): Promise<{ rid: Rid; merchant: MerchantId } | null> {
  return handle === undefined ? null : customerBehind(handle, scope, handles)
}
