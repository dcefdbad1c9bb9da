import type { BreakGlassFigures } from '@paydesk/shared/compliance/break-glass'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useApiClient } from '../../lib/api/api-client-context.tsx'
import { DayChart, formatShortDay } from '../../ui/charts/day-chart.tsx'
import { ChartDataTable } from '../../ui/charts/key-figures.tsx'
import { Section } from '../../ui/page/section.tsx'
import { formatCount, formatCountOf } from '../../ui/text/format-count.ts'
import styles from './break-glass-page.module.css'
import { breakGlassQueries } from './queries.ts'

/** Shows how often break-glass was activated: this week, in earlier weeks, and by person. */
export function BreakGlassFiguresSection(): ReactNode {
  const { data, isError } = useQuery(breakGlassQueries(useApiClient()).figures())
  return (
    <div className={styles.count}>
      <Section title="Break-glass" note={data ? describeTotals(data) : isError ? 'could not be read' : '…'}>
        {data && data.people.length > 0 ? <WeeklyPlot figures={data} /> : null}
      </Section>
    </div>
  )
}

/** Formats the totals, for example `this week 2, last 12 weeks 5; 1 not acknowledged`. */
function describeTotals({ thisWeek, weeks, waiting, missing }: BreakGlassFigures): string {
  const all = weeks.reduce((sum, { count }) => sum + count, 0)
  const open = [
    ...(waiting > 0 ? [`${formatCount(waiting)} not acknowledged`] : []),
    ...(missing > 0 ? [`${formatCountOf(missing, 'report')} missing`] : []),
  ]
  const words = `this week ${formatCount(thisWeek)}, last ${weeks.length} weeks ${formatCount(all)}`
  return open.length === 0 ? words : `${words}; ${open.join(', ')}`
}

function WeeklyPlot({ figures }: { readonly figures: BreakGlassFigures }): ReactNode {
  const { weeks, people } = figures
  const says = weeks.map(({ week, count }) => `${formatShortDay(week)}: ${count}`).join(', ')
  return (
    <>
      <DayChart
        label={`How often the glass was broken, by week: ${says}`}
        series={[{ words: 'a week', look: 'strong' }]}
        bars="above"
        days={weeks.map(({ week, count }) => ({
          day: week,
          title: `week of ${formatShortDay(week)}: ${formatCount(count)}`,
          counts: [count],
        }))}
      />
      <ChartDataTable
        label="Break-glass by week"
        heads={['Week of', 'Times']}
        rows={weeks.map(({ week, count }) => [formatShortDay(week), formatCount(count)])}
      />
      <table className={styles.people}>
        <caption className="unseen">Break-glass by person</caption>
        <thead>
          <tr>
            <th scope="col">Person</th>
            <th scope="col">This week</th>
            <th scope="col">12 weeks</th>
          </tr>
        </thead>
        <tbody>
          {people.map(({ name, thisWeek, count }, nth) => (
            <tr key={`${name} ${nth}`}>
              <th scope="row">{name}</th>
              <td>{formatCount(thisWeek)}</td>
              <td>{formatCount(count)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}
