import type { GlassFigures } from '@paydesk/shared/compliance/glass'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useClient } from '../../lib/api/client-context.tsx'
import { DayPlot, dayWords } from '../../ui/charts/data-days.tsx'
import { TableBehind } from '../../ui/charts/data-figures.tsx'
import { Section } from '../../ui/page/section.tsx'
import { counted, countOf } from '../../ui/text/counted.ts'
import styles from './glass-page.module.css'
import { glassQueries } from './queries.ts'

/** How often the glass was broken: this week, the weeks before, and by whom. */
export function GlassCount(): ReactNode {
  const { data, isError } = useQuery(glassQueries(useClient()).figures())
  return (
    <div className={styles.count}>
      <Section title="Break-glass" note={data ? sumWords(data) : isError ? 'could not be read' : '…'}>
        {data && data.people.length > 0 ? <Plot figures={data} /> : null}
      </Section>
    </div>
  )
}

/** `this week 2, last 12 weeks 5; 1 not acknowledged`. */
function sumWords({ thisWeek, weeks, waiting, missing }: GlassFigures): string {
  const all = weeks.reduce((sum, { count }) => sum + count, 0)
  const open = [
    ...(waiting > 0 ? [`${counted(waiting)} not acknowledged`] : []),
    ...(missing > 0 ? [`${countOf(missing, 'report')} missing`] : []),
  ]
  const words = `this week ${counted(thisWeek)}, last ${weeks.length} weeks ${counted(all)}`
  return open.length === 0 ? words : `${words}; ${open.join(', ')}`
}

function Plot({ figures }: { readonly figures: GlassFigures }): ReactNode {
  const { weeks, people } = figures
  const says = weeks.map(({ week, count }) => `${dayWords(week)}: ${count}`).join(', ')
  return (
    <>
      <DayPlot
        label={`How often the glass was broken, by week: ${says}`}
        series={[{ words: 'a week', look: 'strong' }]}
        bars="above"
        days={weeks.map(({ week, count }) => ({
          day: week,
          title: `week of ${dayWords(week)}: ${counted(count)}`,
          counts: [count],
        }))}
      />
      <TableBehind
        label="Break-glass by week"
        heads={['Week of', 'Times']}
        rows={weeks.map(({ week, count }) => [dayWords(week), counted(count)])}
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
              <td>{counted(thisWeek)}</td>
              <td>{counted(count)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}
