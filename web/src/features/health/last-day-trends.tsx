import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useApiClient } from '../../lib/api/api-client-context.tsx'
import { useFormatter, useMessages } from '../../lib/messages/messages-context.tsx'
import { useEnvironment } from '../../lib/session-context.tsx'
import { AsyncView } from '../../ui/page/async-view.tsx'
import { Section } from '../../ui/page/section.tsx'
import { Skeleton } from '../../ui/page/skeleton.tsx'
import { isChartShown, LastDayChart, lastDayCharts } from './last-day-chart.tsx'
import { healthQueries } from './queries.ts'

/** Charts of calls, which one instance counts since its start; the others come from our records. */
const callCharts: ReadonlySet<(typeof lastDayCharts)[number]> = new Set(['latency', 'failures'])

/** Home page charts of the last 24 hours, for the role that runs Paydesk. */
export function LastDayTrends(): ReactNode {
  const { name: env } = useEnvironment()
  const texts = useMessages('healthLastDay')
  const query = useQuery(healthQueries(useApiClient()).lastDay())
  const format = useFormatter()
  const figures = query.data?.environments.find(({ environment }) => environment === env)
  return lastDayCharts
    .filter((chart) => figures === undefined || isChartShown(chart, figures))
    .map((chart) => (
      <Section
        key={chart}
        title={texts[chart].title}
        note={
          figures && callCharts.has(chart)
            ? format.text(texts.ofInstance, { time: format.shortTime(Date.parse(figures.since), Date.now()) })
            : texts.title
        }
        aside={
          <Link to="/health" search={{ from: env }}>
            {texts.health}
          </Link>
        }
      >
        <AsyncView
          query={query}
          retry={() => void query.refetch()}
          missing={texts.notLoaded}
          skeleton={<Skeleton height={230} />}
        >
          {({ slots }) => (figures ? <LastDayChart chart={chart} slots={slots} figures={figures} /> : null)}
        </AsyncView>
      </Section>
    ))
}
