import { lazy, type ReactNode } from 'react'
import { BreakGlassFiguresSection } from '../features/break-glass/break-glass-figures.tsx'
import { SlaTrend } from '../features/review/figures/sla-trend.tsx'
import { SuccessRateTrend, TransactionVolumeTrend } from '../features/transaction-list/transaction-trend.tsx'
import { useMessages } from '../lib/messages/messages-context.tsx'
import { useMay } from '../lib/session-context.tsx'

// Load apart: only administrators need it, who see none of the other charts.
const LastDayTrends = lazy(() =>
  import('../features/health/last-day-trends.tsx').then((part) => ({ default: part.LastDayTrends })),
)

interface HomeTrendsProps {
  /** True for users who run Paydesk. */
  readonly hasHealth: boolean
}

/**
 * Charts of the home page: the health of the last 24 hours for users who run Paydesk; volume and success rate by day, the
 * SLA, and emergency access.
 */
export function HomeTrends({ hasHealth }: HomeTrendsProps): ReactNode {
  const { title } = useMessages('breakGlass')
  const may = {
    records: useMay('records.read'),
    review: useMay('review.read'),
    count: useMay('break_glass.count'),
  }
  return (
    <>
      {hasHealth ? <LastDayTrends /> : null}
      {may.records ? <TransactionVolumeTrend /> : null}
      {may.records ? <SuccessRateTrend /> : null}
      {may.review ? <SlaTrend /> : null}
      {may.count ? <BreakGlassFiguresSection title={title} /> : null}
    </>
  )
}
