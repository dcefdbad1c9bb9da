import {
  type IdentityId,
  identityId,
  type MerchantId,
  merchantId,
  type TransactionId,
} from '@paydesk/shared/core/ids'
import type { Reading } from '@paydesk/shared/core/reading'
import { found } from '../payment-service/found.ts'
import type { StateRecord } from '../payment-service/parsing/wire.ts'
import type { PaymentService } from '../payment-service/payment-service.ts'
import { type Guarded, openForHandle, sameValue } from '../platform/access/guarded.ts'
import type { Actor, Scope } from '../platform/http/route.ts'
import { ProblemError } from '../platform/problem/problem.ts'

export interface OwnTransaction {
  readonly record: StateRecord
  readonly reading: Reading
  /** The merchant of the record, or the environment's only one where the record names none. */
  readonly merchant: MerchantId
  /** Of a read that was kept: ids of the rules that fired then. Left out of one that is of now. */
  readonly fired?: readonly string[]
}

export interface OwnReading {
  readonly scope: Scope
  readonly actor: Actor
  readonly fresh?: boolean
  /** By a request of its own that begins now: what somebody decides on is what the service says now. */
  readonly alone?: boolean
  /** On a customer's page: only this customer's transactions are shown there. */
  readonly customer?: { readonly rid: string; readonly merchant: MerchantId } | null
}

/**
 * Reads a transaction's state (interface, endpoint 2) for a person whose scope has its merchant. A
 * record of a merchant outside the scope gets the same answer as an id that nobody knows; one of
 * another customer than the one named ends as `upstream_mismatch`.
 */
export async function readOwnTransaction(
  transaction: TransactionId,
  { scope, actor, fresh = false, alone = false, customer = null }: OwnReading,
  service: PaymentService,
): Promise<OwnTransaction> {
  const { value: record, reading } = found(
    await service.readState(transaction, { reference: actor.reference, fresh, alone }),
  )
  const merchant = ownMerchantOf(record, scope)
  if (merchant === null) {
    // An answer from memory comes at once: asked anyway, so that the time does not tell that it exists.
    if (reading.from === 'memory')
      await service.readState(transaction, { reference: actor.reference, fresh: true })
    throw new ProblemError('not_found')
  }
  const { identifier } = record.original_message.account
  const foreign =
    customer !== null && (customer.merchant !== merchant || !belongsTo(identifier, customer.rid))
  if (foreign) throw new ProblemError('upstream_mismatch')
  return { record, reading, merchant }
}

/** The merchant a record belongs to where the scope has it, else null: not shown, as if nobody knew it. */
export function ownMerchantOf(record: StateRecord, scope: Scope): MerchantId | null {
  const given = openForHandle(record.original_message.merchant_id)
  const merchant = given === null ? scope.only : merchantId.safeParse(given).data
  return scope.merchants.find((one) => one === merchant) ?? null
}

/** True where the value names this RID, or names none: a record of another customer is not shown in this one's place. */
export function belongsTo(identifier: Guarded<'rid' | 'profile.remote_user_id'>, rid: string): boolean {
  return openForHandle(identifier) === null || sameValue(identifier, rid)
}

/** The identity id of a record, where it has one of the right form. */
export function identityIdOf(identifier: Guarded<'identity.id'>): IdentityId | null {
  return identityId.safeParse(openForHandle(identifier)).data ?? null
}
