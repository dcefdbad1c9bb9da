import type { EnvironmentName, MerchantId, TransactionId } from '@paydesk/shared/core/ids'
import { ridSchema } from '@paydesk/shared/core/ids'
import type { StateRecord } from '../../payment-service/parsing/wire.ts'
import { unwrapGuardedForHandle } from '../../platform/access/guarded.ts'
import type { FieldCipher } from '../../platform/database/field-cipher.ts'
import type { HandleStore } from '../handles.ts'
import { resolveMerchantInScope } from '../transactions.ts'
import { extractRecordColumns } from './transaction-columns.ts'

interface IdentifyRecordDeps {
  readonly environment: { readonly name: EnvironmentName; readonly merchantIds: readonly MerchantId[] }
  readonly handles: Pick<HandleStore, 'getOrCreateCustomerHandle'>
  readonly cipher: FieldCipher
}

/**
 * Finds the merchant and the customer of a state record, and extracts its columns. Returns null if its
 * merchant is none of the environment.
 */
export async function resolveStateRecordOwner(
  record: StateRecord,
  transaction: TransactionId,
  { environment: { name, merchantIds }, handles, cipher }: IdentifyRecordDeps,
) {
  const onlyMerchant = merchantIds.length === 1 ? (merchantIds[0] ?? null) : null
  const scope = { environment: name, merchants: merchantIds, onlyMerchant }
  const merchant = resolveMerchantInScope(record, scope)
  if (merchant === null) return null
  const rid = ridSchema.safeParse(unwrapGuardedForHandle(record.original_message.account.identifier)).data
  const customer = rid === undefined ? null : await handles.getOrCreateCustomerHandle(name, merchant, rid)
  return { merchant, customer, ...extractRecordColumns(record, name, transaction, cipher) }
}
