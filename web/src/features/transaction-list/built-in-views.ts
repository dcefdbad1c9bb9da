import type { EnvironmentView } from '@paydesk/shared/administration/sign-in'
import type { TransactionListFilter } from '@paydesk/shared/payments/transaction-list'

export interface TransactionListView {
  readonly name: string
  readonly filter: TransactionListFilter
}

const commonViews: readonly TransactionListView[] = [
  { name: 'All', filter: {} },
  { name: 'In review', filter: { review: '1' } },
  { name: 'Ending within 24 h', filter: { open: '1', expiresIn: '24h' } },
  { name: 'Open longer than 24 h', filter: { open: '1', olderThan: '24h' } },
  { name: 'Final, not proved', filter: { finality: 'unproved' } },
]

/** Lists the named filters that every user has. */
export function listBuiltInViews(kind: EnvironmentView['kind']): readonly TransactionListView[] {
  return kind === 'production'
    ? [...commonViews, { name: 'Test cards in production', filter: { test: '1' } }]
    : commonViews
}
