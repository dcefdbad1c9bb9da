import {
  type IdentityId,
  type MerchantId,
  type Rid,
  type TransactionId,
  transactionId,
} from '@paydesk/shared/core/ids'
import { readState } from '@paydesk/shared/core/state'
import { found } from '../payment-service/found.ts'
import type { CustomerList } from '../payment-service/parsing/wire.ts'
import type { PaymentService } from '../payment-service/payment-service.ts'
import { openForHandle, openOperational } from '../platform/access/guarded.ts'
import type { Actor, Scope } from '../platform/http/route.ts'
import { belongsTo, identityIdOf, readOwnTransaction } from './transactions.ts'

/** So many transactions at most are asked for an identity: one that ended early may name none. */
const mostAsked = 5

/** The transactions to ask for the customer's identity: open ones first, as the page opens them. */
export function askedFor(list: CustomerList): TransactionId[] {
  const known = list.entries.flatMap((entry) => {
    const id = transactionId.safeParse(openForHandle(entry.transaction_uid))
    return id.success ? [{ id: id.data, final: readState(openOperational(entry.state) ?? '').final }] : []
  })
  return [...known.filter(({ final }) => !final), ...known.filter(({ final }) => final)]
    .slice(0, mostAsked)
    .map(({ id }) => id)
}

export interface OfCustomer {
  readonly rid: Rid
  readonly merchant: MerchantId
  readonly scope: Scope
  readonly actor: Actor
}

/**
 * The identity that a customer's transactions name: the first, or `wanted` where one of them names just
 * that. Only a transaction ties an identity record to a merchant, because the record names none. Throws
 * the problem of a read that failed; null where no transaction names it.
 */
export async function identityNamedFor(
  { rid, merchant, scope, actor }: OfCustomer,
  service: PaymentService,
  wanted?: IdentityId,
): Promise<IdentityId | null> {
  const { value: list } = found(await service.listTransactions(merchant, rid, { reference: actor.reference }))
  for (const transaction of askedFor(list)) {
    const own = await readOwnTransaction(transaction, { scope, actor }, service)
    const bound = own.merchant === merchant && belongsTo(own.record.original_message.account.identifier, rid)
    const id = bound ? identityIdOf(own.record.identity.id) : null
    if (id !== null && (wanted === undefined || id === wanted)) return id
  }
  return null
}
