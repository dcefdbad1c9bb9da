import type { ReviewFigures } from '@paydesk/shared/cases/review-figures'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useApiClient } from '../../../lib/api/api-client-context.tsx'
import { useFormatter, useMessages } from '../../../lib/messages/messages-context.tsx'
import { useEnvironment } from '../../../lib/session-context.tsx'
import { TimeChart } from '../../../ui/charts/time-chart.tsx'
import { AsyncView } from '../../../ui/page/async-view.tsx'
import { Section } from '../../../ui/page/section.tsx'
import { Skeleton } from '../../../ui/page/skeleton.tsx'
import { reviewQueries } from '../queries.ts'
import styles from './figures.module.css'

const shownDays = 14

/** Home page chart: share of the cases decided within the SLA by day, against the target. */
export function SlaTrend(): ReactNode {
  const { name: env } = useEnvironment()
  const texts = useMessages('homeTrends').sla
  const query = useQuery(reviewQueries(useApiClient()).figures(env, '30'))
  return (
    <Section
      title={texts.title}
      note={texts.note}
      aside={
        <Link to="/$env/review-figures" params={{ env }}>
          {texts.more}
        </Link>
      }
    >
      <AsyncView
        query={query}
        retry={() => void query.refetch()}
        missing={texts.notLoaded}
        skeleton={<Skeleton height={230} />}
      >
        {(figures) => <SlaChart figures={figures} />}
      </AsyncView>
    </Section>
  )
}

function SlaChart({ figures: { perDay, slaTarget } }: { readonly figures: ReviewFigures }): ReactNode {
  const texts = useMessages('homeTrends').sla
  const format = useFormatter()
  const recent = perDay.slice(-shownDays)
  const sum = (of: 'onTime' | 'late') => recent.reduce((all, day) => all + day[of], 0)
  const [kept, decided] = [sum('onTime'), sum('onTime') + sum('late')]
  if (decided === 0) return <p className={styles.quiet}>{texts.none}</p>
  return (
    <TimeChart
      label={format.text(texts.chart, { kept, all: decided, days: recent.length, target: slaTarget })}
      caption={texts.table}
      days={recent.map(({ day }) => day)}
      dayHead={texts.day}
      unit={texts.unit}
      mark="line"
      top={100}
      target={{ name: format.text(texts.target, { target: slaTarget }), value: slaTarget }}
      formatValue={(value) => format.text(texts.percent, { share: Math.round(value) })}
      series={[
        {
          name: texts.rate,
          values: recent.map((day) =>
            day.onTime + day.late === 0 ? null : (100 * day.onTime) / (day.onTime + day.late),
          ),
        },
        { name: texts.kept, values: recent.map((day) => day.onTime), isDrawn: false, isCount: true },
        { name: texts.late, values: recent.map((day) => day.late), isDrawn: false, isCount: true },
      ]}
    />
  )
}
