import { getRouteApi } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { TransactionListViewBar } from '../../features/saved-views/view-bar.tsx'
import { listBuiltInViews } from '../../features/transaction-list/built-in-views.ts'
import { readTransactionFilter } from '../../features/transaction-list/search-params.ts'
import { TransactionListPage } from '../../features/transaction-list/transaction-list-page.tsx'
import { useMessages } from '../../lib/messages/messages-context.tsx'
import { useEnvironment } from '../../lib/session-context.tsx'

const route = getRouteApi('/inside/$env/transactions')

export function TransactionListRoute(): ReactNode {
  const texts = useMessages('transactionList')
  const { kind } = useEnvironment()
  const filter = readTransactionFilter(route.useSearch())
  const isDefaultViewMissed = route.useRouteContext({ select: (context) => context.isDefaultViewMissed })
  return (
    <TransactionListPage
      views={
        <TransactionListViewBar
          filter={filter}
          builtIn={listBuiltInViews(kind, texts)}
          isDefaultViewMissed={isDefaultViewMissed}
        />
      }
    />
  )
}
