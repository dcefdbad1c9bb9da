import type { DataFreshness } from '@paydesk/shared/core/data-freshness'
import {
  type IdentityId,
  identityId,
  type MerchantId,
  merchantId,
  type TransactionId,
} from '@paydesk/shared/core/ids'
import type { StateRecord } from '../payment-service/parsing/wire.ts'
import type { PaymentService } from '../payment-service/payment-service.ts'
import { unwrapOutcome } from '../payment-service/unwrap-outcome.ts'
import { type GuardedValue, isSameValue, openForHandle } from '../platform/access/guarded.ts'
import type { Actor, Scope } from '../platform/http/route.ts'
import { ProblemError } from '../platform/problem/problem.ts'

export interface ScopedTransaction {
  readonly record: StateRecord
  readonly reading: DataFreshness
  /** The merchant of the record, or the environment's only one where the record names none. */
  readonly merchant: MerchantId
  /** Of a read that was kept: ids of the rules that fired then. Left out of one that is of now. */
  readonly fired?: readonly string[]
}

export interface ScopedReadOptions {
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
export async function readTransactionInScope(
  transaction: TransactionId,
  { scope, actor, fresh = false, alone = false, customer = null }: ScopedReadOptions,
  service: PaymentService,
): Promise<ScopedTransaction> {
  const { value: record, reading } = unwrapOutcome(
    await service.readState(transaction, { reference: actor.reference, fresh, alone }),
  )
  const merchant = resolveMerchantInScope(record, scope)
  if (merchant === null) {
    // An answer from memory comes at once: asked anyway, so that the time does not tell that it exists.
    if (reading.from === 'memory')
      await service.readState(transaction, { reference: actor.reference, fresh: true })
    throw new ProblemError('not_found')
  }
  const { identifier } = record.original_message.account
  const foreign =
    customer !== null && (customer.merchant !== merchant || !canBelongToRid(identifier, customer.rid))
  if (foreign) throw new ProblemError('upstream_mismatch')
  return { record, reading, merchant }
}

/** The merchant a record belongs to where the scope has it, else null: not shown, as if nobody knew it. */
export function resolveMerchantInScope(record: StateRecord, scope: Scope): MerchantId | null {
  const given = openForHandle(record.original_message.merchant_id)
  const merchant = given === null ? scope.onlyMerchant : merchantId.safeParse(given).data
  return scope.merchants.find((one) => one === merchant) ?? null
}

/** True where the value names this RID, or names none: a record of another customer is not shown in this one's place. */
export function canBelongToRid(
  identifier: GuardedValue<'rid' | 'profile.remote_user_id'>,
  rid: string,
): boolean {
  return openForHandle(identifier) === null || isSameValue(identifier, rid)
}

/** The identity id of a record, where it has one of the right form. */
export function parseIdentityId(identifier: GuardedValue<'identity.id'>): IdentityId | null {
  return identityId.safeParse(openForHandle(identifier)).data ?? null
}
