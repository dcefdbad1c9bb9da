import type { CustomerHandle, IdentityHandle, MerchantId, Rid } from '@paydesk/shared/core/ids'
import { type IdentityId, identityIdSchema, ridSchema } from '@paydesk/shared/core/ids'
import type { Scope } from '../platform/http/route.ts'
import { ProblemError } from '../platform/problem/problem.ts'
import type { HandleStore } from './handles.ts'

function requireMerchantInScope(merchant: string, scope: Scope): MerchantId {
  const own = scope.merchants.find((one) => one === merchant)
  // Answer as for a handle that does not exist: scope must reveal nothing about existence.
  if (own === undefined) throw new ProblemError('not_found')
  return own
}

/** Returns RID and merchant of a handle if the scope has the merchant. Throws `not_found`. */
export async function resolveCustomerHandle(
  handle: CustomerHandle,
  scope: Scope,
  handles: HandleStore,
): Promise<{ rid: Rid; merchant: MerchantId }> {
  const handleTarget = await handles.resolve(scope.environment, handle)
  if (handleTarget === null) throw new ProblemError('not_found')
  return {
    rid: ridSchema.parse(handleTarget.plaintext),
    merchant: requireMerchantInScope(handleTarget.merchant, scope),
  }
}

/**
 * Returns the identity id of a handle, with the RID of the customer for which it was found, if the scope has
 * the merchant. Throws `not_found`.
 */
export async function resolveIdentityHandle(
  handle: IdentityHandle,
  scope: Scope,
  handles: HandleStore,
): Promise<{ rid: Rid; id: IdentityId; merchant: MerchantId }> {
  const handleTarget = await handles.resolve(scope.environment, handle)
  if (handleTarget === null) throw new ProblemError('not_found')
  const [named, id] = handleTarget.plaintext.split('\n')
  return {
    rid: ridSchema.parse(named),
    id: identityIdSchema.parse(id),
    merchant: requireMerchantInScope(handleTarget.merchant, scope),
  }
}

/**
 * Returns the customer to which a read is bound on a customer's page; null if the caller names none. Throws
 * `not_found`.
 */
export async function resolveOptionalCustomer(
  handle: CustomerHandle | undefined,
  scope: Scope,
  handles: HandleStore,
): Promise<{ rid: Rid; merchant: MerchantId } | null> {
  return handle === undefined ? null : resolveCustomerHandle(handle, scope, handles)
}
