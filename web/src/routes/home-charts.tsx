import { Fragment, lazy, type ReactNode } from 'react'
import { BreakGlassFiguresSection } from '../features/break-glass/break-glass-figures.tsx'
import { SlaTrend } from '../features/review/figures/sla-trend.tsx'
import { SuccessRateTrend, TransactionVolumeTrend } from '../features/transaction-list/transaction-trend.tsx'
import { useMessages } from '../lib/messages/messages-context.tsx'
import { useMay } from '../lib/session-context.tsx'

// Load apart: only administrators need it, who see none of the other charts.
const LastDayTrends = lazy(() =>
  import('../features/health/last-day-trends.tsx').then((part) => ({ default: part.LastDayTrends })),
)

/** Names of the charts of the home page; `health` stands for the four charts of the last 24 hours. */
export type HomeChart = 'health' | 'volume' | 'successRate' | 'sla' | 'emergencyAccess'

/** Charts of the home page, in their order, without those which this role does not see. */
export function HomeCharts({ charts }: { readonly charts: readonly HomeChart[] }): ReactNode {
  const { title } = useMessages('breakGlass')
  const may = {
    health: useMay('health.details'),
    records: useMay('records.read'),
    review: useMay('review.read'),
    count: useMay('break_glass.count'),
  }
  const shown: Readonly<Record<HomeChart, ReactNode>> = {
    health: may.health ? <LastDayTrends /> : null,
    volume: may.records ? <TransactionVolumeTrend /> : null,
    successRate: may.records ? <SuccessRateTrend /> : null,
    sla: may.review ? <SlaTrend /> : null,
    emergencyAccess: may.count ? <BreakGlassFiguresSection title={title} /> : null,
  }
  return charts.map((chart) => <Fragment key={chart}>{shown[chart]}</Fragment>)
}
