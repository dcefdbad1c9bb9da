import type { ReactNode } from 'react'
import { BreakGlassFiguresSection } from '../features/break-glass/break-glass-figures.tsx'
import { SlaTrend } from '../features/review/figures/sla-trend.tsx'
import { SuccessRateTrend, TransactionVolumeTrend } from '../features/transaction-list/transaction-trend.tsx'
import { useMessages } from '../lib/messages/messages-context.tsx'
import { useMay } from '../lib/session-context.tsx'

/** Charts of the home page: volume and success rate by day, the SLA, and emergency access. */
export function HomeTrends(): ReactNode {
  const { title } = useMessages('breakGlass')
  const may = {
    records: useMay('records.read'),
    review: useMay('review.read'),
    count: useMay('break_glass.count'),
  }
  return (
    <>
      {may.records ? <TransactionVolumeTrend /> : null}
      {may.records ? <SuccessRateTrend /> : null}
      {may.review ? <SlaTrend /> : null}
      {may.count ? <BreakGlassFiguresSection title={title} /> : null}
    </>
  )
}
