import type { ReconciliationReport } from '@paydesk/shared/cases/reconciliation'
import type { ReactNode } from 'react'
import { useFormatter, useMessages } from '../../lib/messages/messages-context.tsx'
import { TimeChart } from '../../ui/charts/time-chart.tsx'
import { Section } from '../../ui/page/section.tsx'
import styles from './report.module.css'

interface ReconciliationTrendProps {
  readonly sheet: ReconciliationReport
  /** Selects the number of days drawn. */
  readonly children: ReactNode
}

/** Shows the trend: discrepancies opened and closed a day, and those still open, each on its own scale. */
export function ReconciliationTrend({
  sheet: { series, zone },
  children,
}: ReconciliationTrendProps): ReactNode {
  const texts = useMessages('reconciliation').report.trend
  const { columns } = useMessages('reconciliation').report
  const format = useFormatter()
  const sum = (of: 'opened' | 'closed') => series.reduce((all, day) => all + day[of], 0)
  const days = series.map(({ day }) => day)
  const mostMoved = Math.max(...series.flatMap(({ opened, closed }) => [opened, closed]))
  const mostOpen = Math.max(...series.map(({ atEnd }) => atEnd))
  const isEmpty = series.every(
    ({ opened, explained, closed, atEnd }) => opened + explained + closed + atEnd === 0,
  )
  return (
    <Section title={texts.title} note={format.text(texts.note, { zone })} aside={children}>
      {isEmpty ? (
        <p className={styles.words}>{texts.none}</p>
      ) : (
        <div className={styles.plots}>
          <TimeChart
            label={format.text(texts.moved, {
              opened: sum('opened'),
              closed: sum('closed'),
              days: series.length,
              most: mostMoved,
            })}
            {...{ days, dayHead: texts.day }}
            caption={texts.caption}
            unit={texts.unit}
            mark="bars"
            series={[
              { name: columns.opened, values: series.map(({ opened }) => opened) },
              { name: columns.closed, values: series.map(({ closed }) => closed) },
              { name: columns.explained, values: series.map(({ explained }) => explained), isDrawn: false },
            ]}
          />
          <TimeChart
            label={format.text(texts.open, { count: series.at(-1)?.atEnd ?? 0, most: mostOpen })}
            {...{ days, dayHead: texts.day }}
            caption={texts.openCaption}
            unit={texts.openUnit}
            mark="line"
            series={[{ name: columns.atEnd, values: series.map(({ atEnd }) => atEnd) }]}
          />
        </div>
      )}
    </Section>
  )
}
