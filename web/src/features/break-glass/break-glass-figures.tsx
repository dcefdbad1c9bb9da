import type { BreakGlassFigures } from '@paydesk/shared/compliance/break-glass'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useApiClient } from '../../lib/api/api-client-context.tsx'
import { useFormatter, useMessages } from '../../lib/messages/messages-context.tsx'
import { useFormatColleagueName } from '../../lib/messages/use-format-colleague-name.ts'
import { TimeChart } from '../../ui/charts/time-chart.tsx'
import { Section } from '../../ui/page/section.tsx'
import styles from './break-glass-figures.module.css'
import { breakGlassQueries } from './queries.ts'

interface BreakGlassFiguresSectionProps {
  readonly title: string
  /** Leaves the section out while nobody used break-glass, on the page whose list says so. */
  readonly hidesNone?: boolean
}

/** Shows how often break-glass was activated: this week, in earlier weeks, and by person. */
export function BreakGlassFiguresSection({
  title,
  hidesNone = false,
}: BreakGlassFiguresSectionProps): ReactNode {
  const texts = useMessages('breakGlass')
  const describeTotals = useDescribeTotals()
  const { data, isError } = useQuery(breakGlassQueries(useApiClient()).figures())
  if (hidesNone && !isError && (data === undefined || data.people.length === 0)) return null
  return (
    <Section title={title} note={data ? describeTotals(data) : isError ? texts.figures.notLoaded : '…'}>
      {data && data.people.length > 0 ? <WeeklyPlot figures={data} /> : null}
    </Section>
  )
}

/** Returns the function for the totals, for example `this week 2, last 12 weeks 5; 1 not acknowledged`. */
function useDescribeTotals() {
  const texts = useMessages('breakGlass').figures
  const format = useFormatter()
  return ({ thisWeek, weeks, waiting, missing }: BreakGlassFigures): string => {
    const all = weeks.reduce((sum, { count }) => sum + count, 0)
    const open = [
      ...(waiting > 0 ? [format.text(texts.notAcknowledged, { count: waiting })] : []),
      ...(missing > 0 ? [format.text(texts.missing, { count: missing })] : []),
    ]
    const totals = format.text(texts.totals, { thisWeek, weeks: weeks.length, all })
    return open.length === 0 ? totals : `${totals}; ${open.join(', ')}`
  }
}

function WeeklyPlot({ figures }: { readonly figures: BreakGlassFigures }): ReactNode {
  const texts = useMessages('breakGlass').figures
  const format = useFormatter()
  const nameColleague = useFormatColleagueName()
  const { weeks, people } = figures
  const values = weeks.map(({ week, count }) => `${format.dateWithoutYear(week)}: ${count}`).join(', ')
  return (
    <>
      <TimeChart
        label={format.text(texts.chart, { values })}
        caption={texts.byWeek}
        days={weeks.map(({ week }) => week)}
        dayHead={texts.weekOf}
        unit={texts.perWeek}
        mark="bars"
        series={[{ name: texts.count, values: weeks.map(({ count }) => count) }]}
      />
      <table className={styles.people}>
        <caption className="unseen">{texts.byPerson}</caption>
        <thead>
          <tr>
            <th scope="col">{texts.person}</th>
            <th scope="col">{texts.thisWeek}</th>
            <th scope="col">{texts.weeks}</th>
          </tr>
        </thead>
        <tbody>
          {people.map(({ name, thisWeek, count }, nth) => (
            <tr key={`${name} ${nth}`}>
              <th scope="row">{nameColleague({ name, me: false }, 'subject')}</th>
              <td>{format.number(thisWeek)}</td>
              <td>{format.number(count)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}
