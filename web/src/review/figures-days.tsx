import type { ReviewFigures } from '@paydesk/shared/review-figures'
import type { ReactNode } from 'react'
import { counted } from '../ui/counted.ts'
import { Section } from '../ui/part.tsx'
import styles from './figures.module.css'
import { Behind } from './figures-plots.tsx'

type Day = ReviewFigures['perDay'][number]

const height = 56
const step = 10

/** How much is done a day: one bar for what was decided, one for what left, by days of the office's zone. */
export function DaysSection({ figures }: { readonly figures: ReviewFigures }): ReactNode {
  const { perDay, zone } = figures
  const isEmpty = perDay.every(({ came, decided, left }) => came + decided + left === 0)
  return (
    <Section title="By day" note={zone}>
      {isEmpty ? (
        <p className={styles.quiet}>Nothing came, was decided or left in these days.</p>
      ) : (
        <>
          <Plot days={perDay} />
          <Behind
            label="Items and decisions by day"
            heads={['Day', 'Came', 'Decided', 'Left']}
            rows={perDay
              .toReversed()
              .map(({ day, came, decided, left }) => [
                dayWords(day),
                counted(came),
                counted(decided),
                counted(left),
              ])}
          />
        </>
      )}
    </Section>
  )
}

function Plot({ days }: { readonly days: readonly Day[] }): ReactNode {
  const most = Math.max(1, ...days.flatMap(({ decided, left }) => [decided, left]))
  const scale = (count: number) => (count / most) * height
  const sum = (of: 'decided' | 'left') => days.reduce((all, day) => all + day[of], 0)
  const [first, last] = [days[0], days.at(-1)]
  return (
    <figure className={styles.plot}>
      <svg
        viewBox={`0 0 ${days.length * step} ${height}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={`${counted(sum('decided'))} decided and ${counted(sum('left'))} left in ${days.length} days, at most ${counted(most)} a day`}
      >
        {days.map(({ day, came, decided, left }, index) => (
          <g key={day}>
            <title>{`${dayWords(day)}: ${counted(came)} came, ${counted(decided)} decided, ${counted(left)} left`}</title>
            {(['decided', 'left'] as const).map((of, at) => {
              const tall = scale(of === 'left' ? left : decided)
              const x = index * step + 1 + at * (step / 2 - 1)
              return (
                <rect
                  key={of}
                  className={styles.day}
                  data-of={of}
                  x={x}
                  width={step / 2 - 1}
                  y={height - tall}
                  height={tall}
                />
              )
            })}
          </g>
        ))}
      </svg>
      <figcaption className={styles.caption}>
        <span>{first ? dayWords(first.day) : null}</span>
        <span className={styles.legend}>
          <i className={styles.key} data-of="decided" aria-hidden /> decided
          <i className={styles.key} data-of="left" aria-hidden /> left the queue
        </span>
        <span>{last ? dayWords(last.day) : null}</span>
      </figcaption>
    </figure>
  )
}

// A day is named by the server already: its words are those of that date in no zone.
const format = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' })

function dayWords(day: string): string {
  return format.format(new Date(day))
}
