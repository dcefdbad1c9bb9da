import { type TransactionId, transactionIdSchema } from '@paydesk/shared/core/ids'
import {
  type CompoundState,
  parseCompoundState,
  parseTransactionState,
  type StateValue,
} from '@paydesk/shared/core/state'
import type { ParsedTransactionList } from '../../payment-service/parsing/wire.ts'
import {
  type GuardedValue,
  unwrapGuardedForHandle,
  unwrapOperationalText,
} from '../../platform/access/guarded.ts'

export interface CustomerTransactionEntry {
  readonly transaction: TransactionId
  readonly state: StateValue
  readonly compound: CompoundState
  readonly workflow: GuardedValue<'workflow'>
}

export interface CustomerTransactionEntries {
  readonly entries: readonly CustomerTransactionEntry[]
  readonly unreadable: number
  readonly opened: TransactionId | null
}

/**
 * Parses the usable entries of a per-customer list: each id once, in the payment service's order. Entries
 * without a valid id are only counted, because nothing can be requested for them.
 */
export function parseCustomerTransactionEntries(list: ParsedTransactionList): CustomerTransactionEntries {
  const byId = new Map<TransactionId, CustomerTransactionEntry>()
  let unreadable = list.unreadable
  for (const entry of list.entries) {
    const id = transactionIdSchema.safeParse(unwrapGuardedForHandle(entry.transaction_uid))
    if (!id.success) unreadable += 1
    else if (!byId.has(id.data)) {
      byId.set(id.data, {
        transaction: id.data,
        state: parseTransactionState(unwrapOperationalText(entry.state) ?? ''),
        compound: parseCompoundState(unwrapOperationalText(entry.transaction_state) ?? ''),
        workflow: entry.workflow,
      })
    }
  }
  const entries = [...byId.values()]
  const opened = entries.find(({ state }) => !state.final) ?? entries[0]
  return { entries, unreadable, opened: opened?.transaction ?? null }
}
