import type { EnvironmentLastDay, HealthLastDay } from '@paydesk/shared/administration/health-last-day'
import type { EnvironmentName } from '@paydesk/shared/core/ids'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useApiClient } from '../../lib/api/api-client-context.tsx'
import { useFormatter, useMessages } from '../../lib/messages/messages-context.tsx'
import { AsyncView } from '../../ui/page/async-view.tsx'
import { Skeleton } from '../../ui/page/skeleton.tsx'
import styles from './last-day.module.css'
import { isChartShown, LastDayChart, lastDayCharts } from './last-day-chart.tsx'
import { healthQueries } from './queries.ts'

interface LastDayPartProps {
  readonly env: EnvironmentName
  /** Name of the environment, as the page shows it. */
  readonly label: string
}

/** Figures of the last 24 hours of one environment: totals by operation, and charts by quarter of an hour. */
export function EnvironmentLastDaySection({ env, label }: LastDayPartProps): ReactNode {
  const texts = useMessages('healthLastDay')
  const query = useQuery(healthQueries(useApiClient()).lastDay())
  return (
    <section aria-label={`${texts.title}, ${label}`} className={styles.part}>
      <h3 className={styles.head}>{texts.title}</h3>
      <AsyncView
        query={query}
        retry={() => void query.refetch()}
        missing={texts.notLoaded}
        skeleton={<Skeleton height={230} />}
      >
        {({ slots, environments }) => {
          const figures = environments.find(({ environment }) => environment === env)
          return figures ? <LastDayFigures slots={slots} figures={figures} label={label} /> : null
        }}
      </AsyncView>
    </section>
  )
}

interface LastDayFiguresProps {
  readonly slots: HealthLastDay['slots']
  readonly figures: EnvironmentLastDay
  readonly label: string
}

function LastDayFigures({ slots, figures, label }: LastDayFiguresProps): ReactNode {
  const texts = useMessages('healthLastDay')
  const format = useFormatter()
  return (
    <>
      <p className={styles.quiet}>
        {format.text(texts.explanation, {
          time: format.dayAndTime(Date.parse(figures.since)),
        })}
      </p>
      <OperationTotals figures={figures} label={label} />
      <div className={styles.charts}>
        {lastDayCharts
          .filter((chart) => isChartShown(chart, figures))
          .map((chart) => (
            <div key={chart} className={styles.chart}>
              <h4 className={styles.title}>{texts[chart].title}</h4>
              <LastDayChart chart={chart} slots={slots} figures={figures} />
            </div>
          ))}
      </div>
    </>
  )
}

const sum = (values: readonly number[]) => values.reduce((all, value) => all + value, 0)

function OperationTotals({ figures, label }: Omit<LastDayFiguresProps, 'slots'>): ReactNode {
  const { totals, operations, milliseconds } = useMessages('healthLastDay')
  const format = useFormatter()
  const formatMs = (ms: number | null) => (ms === null ? '–' : format.text(milliseconds, { ms }))
  const hasCounts = figures.service.some(({ calls }) => calls !== null)
  return (
    <table className={styles.totals}>
      <caption className="unseen">{format.text(totals.table, { environment: label })}</caption>
      <thead>
        <tr>
          <th scope="col">{totals.operation}</th>
          {hasCounts ? (
            <>
              <th scope="col">{totals.calls}</th>
              <th scope="col">{totals.failed}</th>
            </>
          ) : null}
          <th scope="col">{totals.median}</th>
          <th scope="col">{totals.p95}</th>
        </tr>
      </thead>
      <tbody>
        {figures.service.map(({ operation, calls, total }) => (
          <tr key={operation}>
            <th scope="row">{operations[operation]}</th>
            {calls === null ? null : (
              <>
                <td>{format.number(sum(calls.ended))}</td>
                <td>{format.number(sum(calls.failed))}</td>
              </>
            )}
            <td>{formatMs(total.p50Ms)}</td>
            <td>{formatMs(total.p95Ms)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
