import type {
  CustomerTransactionsFilter,
  TransactionListRow,
} from '@paydesk/shared/payments/transaction-list'
import type { ListExportCall } from '../../platform/approvals/define-list-export.ts'
import type { Store } from '../../platform/database/database.ts'
import type { ScopedActor } from '../../platform/http/route.ts'
import { countRows, readBatchesNewestFirst } from '../../platform/list-query/page.ts'
import { attachCustomerRids } from '../../records/attach-rids.ts'
import type { TransactionExportDeps } from './export.ts'
import { presentListedTransaction } from './present.ts'

/** Selects the transactions of a customer in our records; none without a customer. */
function selectOfCustomer(
  { customer = '' }: { readonly customer?: string | undefined },
  { scope }: ScopedActor,
  { db }: Pick<Store, 'db'>,
) {
  return db
    .selectFrom('transactions')
    .where('environment', '=', scope.environment)
    .where('customer', '=', customer)
    .where('merchant', 'in', scope.merchants)
}

/** Counts the rows of an export, up to `max`. */
export function countCustomerTransactions(
  filter: CustomerTransactionsFilter,
  caller: ScopedActor,
  max: number,
  { store }: { readonly store: Store },
): Promise<number> {
  return countRows(selectOfCustomer(filter, caller, store).select('id').limit(max), store)
}

/** Opens the transactions of a customer in our records, the newest first, in batches. */
export async function openCustomerTransactionExportBatches(
  filter: CustomerTransactionsFilter,
  { gone, ...caller }: ListExportCall,
  { store, handles }: Pick<TransactionExportDeps, 'store' | 'handles'>,
): Promise<AsyncIterable<readonly TransactionListRow[]>> {
  const { actor, scope } = caller
  async function* presentBatches(): AsyncGenerator<readonly TransactionListRow[]> {
    const rows = selectOfCustomer(filter, caller, store).selectAll()
    for await (const batch of readBatchesNewestFirst(rows, 'first_seen', (row) => row.first_seen, gone)) {
      const lines = await attachCustomerRids(batch, scope.environment, handles)
      yield lines.map((line) => presentListedTransaction(line, actor.fieldAccess))
    }
  }
  return presentBatches()
}
