import { type TransactionId, transactionId } from '@paydesk/shared/core/ids'
import {
  type CompoundState,
  parseCompoundState,
  parseState,
  type StateValue,
} from '@paydesk/shared/core/state'
import type { WireTransactionList } from '../../payment-service/parsing/wire.ts'
import { type GuardedValue, openForHandle, openOperationalText } from '../../platform/access/guarded.ts'

export interface CustomerEntry {
  readonly transaction: TransactionId
  readonly state: StateValue
  readonly compound: CompoundState
  readonly workflow: GuardedValue<'workflow'>
}

export interface CustomerEntries {
  readonly entries: readonly CustomerEntry[]
  readonly unreadable: number
  readonly opened: TransactionId | null
}

/**
 * Parses the usable entries of a per-customer list: each id once, in the payment service's order. Entries
 * without a valid id are only counted, because nothing can be requested for them.
 */
export function parseCustomerEntries(list: WireTransactionList): CustomerEntries {
  const byId = new Map<TransactionId, CustomerEntry>()
  let unreadable = list.unreadable
  for (const entry of list.entries) {
    const id = transactionId.safeParse(openForHandle(entry.transaction_uid))
    if (!id.success) unreadable += 1
    else if (!byId.has(id.data)) {
      byId.set(id.data, {
        transaction: id.data,
        state: parseState(openOperationalText(entry.state) ?? ''),
        compound: parseCompoundState(openOperationalText(entry.transaction_state) ?? ''),
        workflow: entry.workflow,
      })
    }
  }
  const entries = [...byId.values()]
  const opened = entries.find(({ state }) => !state.final) ?? entries[0]
  return { entries, unreadable, opened: opened?.transaction ?? null }
}
