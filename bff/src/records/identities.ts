import {
  type IdentityId,
  type MerchantId,
  type Rid,
  type TransactionId,
  transactionIdSchema,
} from '@paydesk/shared/core/ids'
import { parseTransactionState } from '@paydesk/shared/core/state'
import type { ParsedTransactionList } from '../payment-service/parsing/wire.ts'
import type { PaymentService } from '../payment-service/payment-service.ts'
import { unwrapOutcome } from '../payment-service/unwrap-outcome.ts'
import { unwrapGuardedForHandle, unwrapOperationalText } from '../platform/access/guarded.ts'
import type { Actor, Scope } from '../platform/http/route.ts'
import { canBelongToRid, parseIdentityId, readTransactionInScope } from './transactions.ts'

/** Limit of transactions read to find an identity: one that ended early may name none. */
const maxTransactionReads = 5

/** Selects the transactions to read for the customer's identity: open ones first, as on the customer page. */
export function selectTransactionsForIdentity(list: ParsedTransactionList): TransactionId[] {
  const known = list.entries.flatMap((entry) => {
    const id = transactionIdSchema.safeParse(unwrapGuardedForHandle(entry.transaction_uid))
    return id.success
      ? [{ id: id.data, final: parseTransactionState(unwrapOperationalText(entry.state) ?? '').final }]
      : []
  })
  return [...known.filter(({ final }) => !final), ...known.filter(({ final }) => final)]
    .slice(0, maxTransactionReads)
    .map(({ id }) => id)
}

export interface CustomerIdentityQuery {
  readonly rid: Rid
  readonly merchant: MerchantId
  readonly scope: Scope
  readonly actor: Actor
}

/**
 * Finds the identity that a customer's transactions name: the first, or `expectedId` if a transaction names
 * that id. Only a transaction ties an identity record to a merchant, because the record names none. Returns
 * null if no transaction names it. Throws the problem of a failed read.
 */
export async function findCustomerIdentity(
  { rid, merchant, scope, actor }: CustomerIdentityQuery,
  service: PaymentService,
  expectedId?: IdentityId,
): Promise<IdentityId | null> {
  const { value: list } = unwrapOutcome(
    await service.listTransactionsOfCustomer(merchant, rid, { reference: actor.reference }),
  )
  for (const transaction of selectTransactionsForIdentity(list)) {
    const own = await readTransactionInScope(transaction, { scope, actor }, service)
    const bound =
      own.merchant === merchant && canBelongToRid(own.record.original_message.account.identifier, rid)
    const id = bound ? parseIdentityId(own.record.identity.id) : null
    if (id !== null && (expectedId === undefined || id === expectedId)) return id
  }
  return null
}
