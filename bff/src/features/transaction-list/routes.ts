import { endpoints } from '@paydesk/shared/endpoints'
import type { RecordsCoverage } from '@paydesk/shared/payments/transaction-list'
import type { TransactionTrend } from '@paydesk/shared/payments/transaction-trend'
import { defineListExport } from '../../platform/approvals/define-list-export.ts'
import { defineRoute, type Scope } from '../../platform/http/route.ts'
import { openCustomerTransactionExportBatches } from './customer-export.ts'
import { openTransactionExportBatches, transactionExportColumns } from './export.ts'
import { loadTransactionPage, type TransactionPage, type TransactionPageDeps } from './list.ts'
import { presentListedTransaction } from './present.ts'
import { canSeeFieldInClear } from './resolve-filter.ts'

export interface TransactionListDeps extends TransactionPageDeps {
  coverage(scope: Scope): Promise<RecordsCoverage>
  trend(scope: Scope): Promise<TransactionTrend>
}

export const listTransactionsRoute = defineRoute(endpoints.listTransactions, {
  permission: 'records.read',
  audit: () => ({ action: 'records.listed' }),
  handle: ({ query, actor, scope }, deps: TransactionListDeps): Promise<TransactionPage> =>
    loadTransactionPage(query, { actor, scope }, deps),
  present({ lines, next, count, more, choices }, { actor: { fieldAccess }, scope }) {
    return {
      rows: lines.map((line) => presentListedTransaction(line, fieldAccess)),
      next,
      count,
      more,
      values: {
        states: [...choices.states],
        reasons: [...choices.reasons],
        workflows: [...choices.workflows],
        currencies: canSeeFieldInClear(fieldAccess, 'transaction.currency') ? [...choices.currencies] : [],
        merchants: canSeeFieldInClear(fieldAccess, 'original.merchant_id') ? [...scope.merchants] : [],
      },
      byAmount: canSeeFieldInClear(fieldAccess, 'transaction.amount'),
    }
  },
})

export const exportTransactionsRoute = defineListExport(endpoints.exportTransactions, {
  list: 'transactions',
  sheet: 'transactions',
  columns: transactionExportColumns,
  openBatches: openTransactionExportBatches,
})

export const exportCustomerTransactionsRoute = defineListExport(endpoints.exportCustomerTransactions, {
  list: 'customer_transactions',
  sheet: 'transactions',
  columns: transactionExportColumns,
  openBatches: openCustomerTransactionExportBatches,
  findSubject: ({ customer }) => (customer === undefined ? null : { kind: 'customer', id: customer }),
})

export const showTransactionTrendRoute = defineRoute(endpoints.showTransactionTrend, {
  permission: 'records.read',
  audit: () => ({ action: 'records.trend.viewed' }),
  handle: ({ scope }, { trend }: TransactionListDeps): Promise<TransactionTrend> => trend(scope),
  present: (counted) => counted,
})

export const showRecordsCoverageRoute = defineRoute(endpoints.showRecordsCoverage, {
  permission: 'records.read',
  audit: () => ({ action: 'coverage.viewed' }),
  handle: ({ scope }, { coverage }: TransactionListDeps): Promise<RecordsCoverage> => coverage(scope),
  present: (counted) => counted,
})
