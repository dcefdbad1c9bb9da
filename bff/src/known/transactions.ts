import {
  type IdentityId,
  identityId,
  type MerchantId,
  merchantId,
  type TransactionId,
} from '@paydesk/shared/ids'
import type { Reading } from '@paydesk/shared/reading'
import { type Guarded, openForHandle, sameValue } from '../access/guarded.ts'
import { found } from '../http/found.ts'
import { ProblemError } from '../http/problem.ts'
import type { Actor, Scope } from '../http/route.ts'
import type { PaymentService } from '../upstream/payment-service.ts'
import type { StateRecord } from '../upstream/wire.ts'

export interface OwnTransaction {
  readonly record: StateRecord
  readonly reading: Reading
  /** The merchant of the record, or the only one in scope where the record names none. */
  readonly merchant: MerchantId
}

/**
 * Reads a transaction's state (interface, endpoint 2) for a person whose scope has its merchant. A
 * record of a merchant outside the scope gets the same answer as an id that nobody knows.
 */
export async function readOwnTransaction(
  transaction: TransactionId,
  { scope, actor, fresh = false }: { scope: Scope; actor: Actor; fresh?: boolean },
  service: PaymentService,
): Promise<OwnTransaction> {
  const { value: record, reading } = found(
    await service.readState(transaction, { reference: actor.reference, fresh }),
  )
  const [only, another] = scope.merchants
  const named = merchantId.safeParse(openForHandle(record.original_message.merchant_id)).data
  const merchant = named ?? (another === undefined ? only : undefined)
  if (merchant === undefined || !scope.merchants.includes(merchant)) throw new ProblemError('not_found')
  return { record, reading, merchant }
}

/** True where the value names this RID, or names none: a record of another customer is not shown in this one's place. */
export function belongsTo(identifier: Guarded<'rid' | 'profile.remote_user_id'>, rid: string): boolean {
  return openForHandle(identifier) === null || sameValue(identifier, rid)
}

/** The identity id of a record, where it has one of the right form. */
export function identityIdOf(identifier: Guarded<'identity.id'>): IdentityId | null {
  return identityId.safeParse(openForHandle(identifier)).data ?? null
}
