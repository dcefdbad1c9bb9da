import type { ReviewFigures } from '@paydesk/shared/cases/review-figures'
import type { ReactNode } from 'react'
import { useFormat, useMessages } from '../../../lib/messages/messages-context.tsx'
import { BarChart, formatShare } from '../../../ui/charts/bar-chart.tsx'
import { KeyFigure, KeyFigureList } from '../../../ui/charts/key-figures.tsx'
import { Section } from '../../../ui/page/section.tsx'
import { formatCount, formatCountOf } from '../../../ui/text/format-count.ts'
import { formatDuration } from '../../../ui/text/notification-labels.ts'
import { formatAgeBand, formatWholeDuration } from '../age-band.ts'
import styles from './figures.module.css'

interface SectionProps {
  readonly figures: ReviewFigures
}

/** Share of decisions within the SLA, which starts when a case is first seen. */
export function SlaSection({ figures: { left, queue, days } }: SectionProps): ReactNode {
  const texts = useMessages('review')
  const format = useFormat()
  const decided = left.kept + left.late
  const all = decided + left.undecided
  return (
    <Section
      title="Agreed time"
      note={`${formatWholeDuration(queue.levelMs, texts, format)} from first sight to a decision`}
    >
      {decided === 0 ? (
        <p className={styles.quiet}>
          {all === 0
            ? `Nothing left the queue in these ${days} days, so nothing can be said of the agreed time.`
            : `${formatCountOf(all, 'item')} left the queue in these ${days} days, none with a decision made here: nothing can be said of the agreed time.`}
        </p>
      ) : (
        <>
          <KeyFigureList>
            <KeyFigure
              term="kept"
              value={formatShare(left.kept, decided)}
              of={`of ${formatCount(decided)} decided`}
            />
            <KeyFigure term="waiting beyond it now" value={formatCount(queue.level.over)} />
          </KeyFigureList>
          <BarChart
            label="Items that left the queue"
            heads={['Agreed time', 'Items']}
            bars={[
              { name: 'kept', count: left.kept, tone: 'good' },
              { name: 'late', count: left.late, tone: 'review' },
              { name: 'left undecided', count: left.undecided, tone: 'plain' },
            ]}
          />
        </>
      )}
    </Section>
  )
}

/** Ages of the waiting cases. */
export function CaseAgeSection({ figures: { queue } }: SectionProps): ReactNode {
  const texts = useMessages('review')
  const format = useFormat()
  return (
    <Section title="Age of what waits" note="now, since first sight">
      {queue.items === 0 ? (
        <p className={styles.quiet}>Nothing waits in review now.</p>
      ) : (
        <BarChart
          label="Items that wait, by age"
          heads={['Age', 'Items']}
          bars={queue.bands.map((band) => ({
            name: formatAgeBand(band, texts, format),
            count: band.items,
            tone: band.fromMs >= queue.levelMs ? 'review' : 'open',
          }))}
        />
      )}
    </Section>
  )
}

function countOutcomes({ followed, notFollowed, opposite }: ReviewFigures['outcomes']): number {
  return followed + notFollowed + opposite
}

/** Explains why there is no outcome yet. */
function NoOutcomeNote({ figures: { decisions, days } }: SectionProps): ReactNode {
  const { made, confirmed, waiting } = decisions
  const says =
    made === 0
      ? `No decision was made in these ${days} days, so nothing can be said of outcomes.`
      : confirmed === 0
        ? `${formatCountOf(made, 'decision')} made in these ${days} days, none confirmed (${formatCount(waiting)} for a second person): nothing can be said of outcomes.`
        : `${formatCountOf(confirmed, 'decision')} confirmed in these ${days} days, and no outcome seen yet: nothing can be said of it.`
  return <p className={styles.quiet}>{says}</p>
}

/** Time that the payment service took after a decision was final. */
export function OutcomeDelaySection({ figures }: SectionProps): ReactNode {
  const texts = useMessages('review')
  const format = useFormat()
  const { halfMs, mostMs, spans } = figures.outcomes
  return (
    <Section title="From decision to outcome" note="by the time it was seen at the latest">
      {halfMs === null || mostMs === null ? (
        <NoOutcomeNote figures={figures} />
      ) : (
        <>
          <KeyFigureList>
            <KeyFigure term="half of them within" value={formatDuration(halfMs)} />
            <KeyFigure term="nine of ten within" value={formatDuration(mostMs)} />
          </KeyFigureList>
          <BarChart
            label="Outcomes by time taken"
            heads={['Time', 'Decisions']}
            bars={spans.map((span) => ({
              name: formatAgeBand(span, texts, format),
              count: span.decisions,
              tone: 'open',
            }))}
          />
        </>
      )}
    </Section>
  )
}

/** Outcomes of confirmed decisions at the payment service. */
export function DecisionOutcomeSection({ figures }: SectionProps): ReactNode {
  const { followUps: followUpLabels } = useMessages('review')
  const { outcomes } = figures
  const { followed, notFollowed, opposite, waiting } = outcomes
  const seen = countOutcomes(outcomes)
  return (
    <Section title="What the service did" note="of decisions that were confirmed">
      {seen === 0 ? (
        <NoOutcomeNote figures={figures} />
      ) : (
        <>
          <KeyFigureList>
            <KeyFigure
              term="not followed"
              value={formatShare(notFollowed + opposite, seen)}
              of={`of ${formatCountOf(seen, 'outcome')}`}
            />
            <KeyFigure term="no outcome yet" value={formatCount(waiting)} />
          </KeyFigureList>
          <BarChart
            label="Outcomes"
            heads={['Outcome', 'Decisions']}
            bars={[
              { name: followUpLabels.followed, count: followed, tone: 'good' },
              { name: followUpLabels.not_followed, count: notFollowed, tone: 'review' },
              { name: followUpLabels.opposite, count: opposite, tone: 'bad' },
            ]}
          />
          <p className={styles.quiet}>That it followed does not say that the decision was its cause.</p>
        </>
      )}
    </Section>
  )
}
