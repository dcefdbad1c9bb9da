import type { ReviewFigures } from '@paydesk/shared/work/review-figures'
import type { ReactNode } from 'react'
import { Bars, shareWords } from '../../../ui/charts/data-bars.tsx'
import { Figure, Figures } from '../../../ui/charts/data-figures.tsx'
import { Section } from '../../../ui/page/section.tsx'
import { counted, countOf } from '../../../ui/text/counted.ts'
import { duration } from '../../../ui/text/received-words.ts'
import { bandWords, followWords, spanWords } from '../words.ts'
import styles from './figures.module.css'

interface SectionProps {
  readonly figures: ReviewFigures
}

/** Whether decisions stood within the agreed time of first sight. */
export function LevelSection({ figures: { left, queue, days } }: SectionProps): ReactNode {
  const decided = left.kept + left.late
  const all = decided + left.undecided
  return (
    <Section title="Agreed time" note={`${spanWords(queue.levelMs)} from first sight to a decision`}>
      {decided === 0 ? (
        <p className={styles.quiet}>
          {all === 0
            ? `Nothing left the queue in these ${days} days, so nothing can be said of the agreed time.`
            : `${countOf(all, 'item')} left the queue in these ${days} days, none with a decision made here: nothing can be said of the agreed time.`}
        </p>
      ) : (
        <>
          <Figures>
            <Figure
              term="kept"
              value={shareWords(left.kept, decided)}
              of={`of ${counted(decided)} decided`}
            />
            <Figure term="waiting beyond it now" value={counted(queue.level.over)} />
          </Figures>
          <Bars
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

/** How old is what waits now. */
export function AgesSection({ figures: { queue } }: SectionProps): ReactNode {
  return (
    <Section title="Age of what waits" note="now, since first sight">
      {queue.items === 0 ? (
        <p className={styles.quiet}>Nothing waits in review now.</p>
      ) : (
        <Bars
          label="Items that wait, by age"
          heads={['Age', 'Items']}
          bars={queue.bands.map((band) => ({
            name: bandWords(band),
            count: band.items,
            tone: band.fromMs >= queue.levelMs ? 'review' : 'open',
          }))}
        />
      )}
    </Section>
  )
}

/** Outcomes that were seen, whatever they were. */
function seenOf({ followed, notFollowed, opposite }: ReviewFigures['outcomes']): number {
  return followed + notFollowed + opposite
}

/** Why there is no outcome to tell of. */
function NoOutcome({ figures: { decisions, days } }: SectionProps): ReactNode {
  const { made, confirmed, waiting } = decisions
  const says =
    made === 0
      ? `No decision was made in these ${days} days, so nothing can be said of outcomes.`
      : confirmed === 0
        ? `${countOf(made, 'decision')} made in these ${days} days, none confirmed (${counted(waiting)} for a second person): nothing can be said of outcomes.`
        : `${countOf(confirmed, 'decision')} confirmed in these ${days} days, and no outcome seen yet: nothing can be said of it.`
  return <p className={styles.quiet}>{says}</p>
}

/** How long the service took after a decision stood. */
export function TimesSection({ figures }: SectionProps): ReactNode {
  const { halfMs, mostMs, spans } = figures.outcomes
  return (
    <Section title="From decision to outcome" note="by the time it was seen at the latest">
      {halfMs === null || mostMs === null ? (
        <NoOutcome figures={figures} />
      ) : (
        <>
          <Figures>
            <Figure term="half of them within" value={duration(halfMs)} />
            <Figure term="nine of ten within" value={duration(mostMs)} />
          </Figures>
          <Bars
            label="Outcomes by time taken"
            heads={['Time', 'Decisions']}
            bars={spans.map((span) => ({ name: bandWords(span), count: span.decisions, tone: 'open' }))}
          />
        </>
      )}
    </Section>
  )
}

/** What the service did after confirmed decisions. */
export function FollowedSection({ figures }: SectionProps): ReactNode {
  const { outcomes } = figures
  const { followed, notFollowed, opposite, waiting } = outcomes
  const seen = seenOf(outcomes)
  return (
    <Section title="What the service did" note="of decisions that were confirmed">
      {seen === 0 ? (
        <NoOutcome figures={figures} />
      ) : (
        <>
          <Figures>
            <Figure
              term="not followed"
              value={shareWords(notFollowed + opposite, seen)}
              of={`of ${countOf(seen, 'outcome')}`}
            />
            <Figure term="no outcome yet" value={counted(waiting)} />
          </Figures>
          <Bars
            label="Outcomes"
            heads={['Outcome', 'Decisions']}
            bars={[
              { name: followWords.followed, count: followed, tone: 'good' },
              { name: followWords.not_followed, count: notFollowed, tone: 'review' },
              { name: followWords.opposite, count: opposite, tone: 'bad' },
            ]}
          />
          <p className={styles.quiet}>That it followed does not say that the decision was its cause.</p>
        </>
      )}
    </Section>
  )
}
