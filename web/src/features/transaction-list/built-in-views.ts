import type { EnvironmentView } from '@paydesk/shared/administration/sign-in'
import type { Messages } from '@paydesk/shared/messages/catalogue'
import type { TransactionListFilter } from '@paydesk/shared/payments/transaction-list'

export interface TransactionListView {
  readonly name: string
  readonly filter: TransactionListFilter
}

/** Lists the named filters that every user has. */
export function listBuiltInViews(
  kind: EnvironmentView['kind'],
  { views }: Messages['transactionList'],
): readonly TransactionListView[] {
  return [
    { name: views.all, filter: {} },
    { name: views.inReview, filter: { review: '1' } },
    { name: views.expiring, filter: { open: '1', expiresIn: '24h' } },
    { name: views.longOpen, filter: { open: '1', olderThan: '24h' } },
    { name: views.unconfirmed, filter: { finality: 'unconfirmed' } },
    ...(kind === 'production' ? [{ name: views.testInProduction, filter: { test: '1' } } as const] : []),
  ]
}
