import type { ReactNode } from 'react'
import { CoverageLine } from '../../features/transaction-list/coverage-line.tsx'
import { UndocumentedValuesPage } from '../../features/undocumented-values/undocumented-values-page.tsx'

export function UndocumentedValuesRoute(): ReactNode {
  return <UndocumentedValuesPage coverage={<CoverageLine />} />
}
