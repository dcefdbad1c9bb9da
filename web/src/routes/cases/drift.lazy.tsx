import type { ReactNode } from 'react'
import { ReconciliationPage } from '../../features/reconciliation/reconciliation-page.tsx'
import { CoverageLine } from '../../features/transaction-list/coverage-line.tsx'

export function ReconciliationRoute(): ReactNode {
  return <ReconciliationPage coverage={<CoverageLine />} />
}
