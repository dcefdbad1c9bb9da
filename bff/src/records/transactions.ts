import type { DataFreshness } from '@paydesk/shared/core/data-freshness'
import {
  type IdentityId,
  identityIdSchema,
  type MerchantId,
  merchantIdSchema,
  type TransactionId,
} from '@paydesk/shared/core/ids'
import type { StateRecord } from '../payment-service/parsing/wire.ts'
import type { PaymentService } from '../payment-service/payment-service.ts'
import type { ReadAheadBinding } from '../payment-service/transport/call.ts'
import { unwrapOutcome } from '../payment-service/unwrap-outcome.ts'
import { type GuardedValue, isSameGuardedValue, unwrapGuardedForHandle } from '../platform/access/guarded.ts'
import type { Actor, Scope, ScopedActor } from '../platform/http/route.ts'
import { ProblemError } from '../platform/problem/problem.ts'
import { computePrivilegeKey } from '../platform/session/session-fingerprint.ts'

export interface ScopedTransaction {
  readonly record: StateRecord
  readonly reading: DataFreshness
  /** Merchant of the record, or the only merchant of the environment if the record names none. */
  readonly merchant: MerchantId
  /** Ids of the rules that fired when a stored record was read; absent for a record that is current. */
  readonly fired?: readonly string[]
}

export interface ScopedReadOptions {
  readonly scope: Scope
  readonly actor: Actor
  readonly fresh?: boolean
  /** Sends a request of its own that begins now: a decision must rest on the current state. */
  readonly alone?: boolean
  /**
   * Set if a person opens the record: the answer may have been read ahead, up to 15 seconds ago. A page that
   * refreshes by itself never gets such an answer.
   */
  readonly opens?: boolean
  /** Customer of the page: only transactions of this customer are shown there. */
  readonly customer?: { readonly rid: string; readonly merchant: MerchantId } | null
}

/**
 * Binds a read to the session with its role, its confirmed rights, its last re-authentication and its merchants:
 * if any of these changes, an answer that was read ahead cannot be opened any more.
 */
export function createReadAheadBinding({ actor: { session }, scope }: ScopedActor): ReadAheadBinding {
  const rights = [computePrivilegeKey(session), session.authorityAt, session.reauthenticatedAt]
  return { key: JSON.stringify([session.hash, ...rights, scope.merchants]), session: session.handle }
}

/**
 * Reads a transaction's state (interface, endpoint 2) for a person whose scope has its merchant. A record of
 * a merchant outside the scope throws `not_found`, as an unknown id does; a record of another customer than
 * the given one throws `upstream_mismatch`.
 */
export async function readTransactionInScope(
  transaction: TransactionId,
  { scope, actor, fresh = false, alone = false, opens = false, customer = null }: ScopedReadOptions,
  service: PaymentService,
): Promise<ScopedTransaction> {
  const { value: record, reading } = unwrapOutcome(
    await service.readState(transaction, {
      reference: actor.reference,
      ...{ fresh, alone },
      ...(opens && !actor.isBackgroundRefresh && { binding: createReadAheadBinding({ actor, scope }) }),
    }),
  )
  const merchant = resolveMerchantInScope(record, scope)
  if (merchant === null) {
    // Read again if the answer came from the cache: a faster refusal would reveal that the transaction
    // exists.
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

/** Returns the merchant of a record if the scope has it, else null: the record is then treated as unknown. */
export function resolveMerchantInScope(record: StateRecord, scope: Scope): MerchantId | null {
  const given = unwrapGuardedForHandle(record.original_message.merchant_id)
  const merchant = given === null ? scope.onlyMerchant : merchantIdSchema.safeParse(given).data
  return scope.merchants.find((one) => one === merchant) ?? null
}

/**
 * Returns true if the value names this RID or none: a record of another customer must not be shown as this
 * customer's.
 */
export function canBelongToRid(
  identifier: GuardedValue<'rid' | 'profile.remote_user_id'>,
  rid: string,
): boolean {
  const named = unwrapGuardedForHandle(identifier)
  // Compare the normalized form too: RIDs are normalized, and the record may hold letters with separate marks.
  return named === null || isSameGuardedValue(identifier, rid) || named.normalize('NFC') === rid
}

/** Returns the identity id of a record; null if absent or malformed. */
export function parseIdentityId(identifier: GuardedValue<'identity.id'>): IdentityId | null {
  return identityIdSchema.safeParse(unwrapGuardedForHandle(identifier)).data ?? null
}
