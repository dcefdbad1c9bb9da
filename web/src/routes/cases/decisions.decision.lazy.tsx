import type { ReactNode } from 'react'
import { DecisionDetailPage } from '../../features/review/decisions/decision-page.tsx'
import { TransactionExplanation } from '../../features/transactions/explanation.tsx'

/** Shows one decision with the explanation of its transaction, as seen then and as it is now. */
export function DecisionRoute(): ReactNode {
  return <DecisionDetailPage explained={(view) => <TransactionExplanation view={view} seal={null} />} />
}
