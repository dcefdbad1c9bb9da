import type { ReviewFigures } from '@paydesk/shared/cases/review-figures'
import type { ReactNode } from 'react'
import { useFormatter, useMessages } from '../../../lib/messages/messages-context.tsx'
import { BarChart, formatShare } from '../../../ui/charts/bar-chart.tsx'
import { KeyFigure, KeyFigureList } from '../../../ui/charts/key-figures.tsx'
import { Section } from '../../../ui/page/section.tsx'
import { formatAgeBand, formatWholeDuration } from '../age-band.ts'
import styles from './figures.module.css'

interface SectionProps {
  readonly figures: ReviewFigures
}

/** Share of decisions within the SLA, which starts when a case is first seen. */
export function SlaSection({ figures: { left, queue } }: SectionProps): ReactNode {
  const review = useMessages('review')
  const { caseCount, sla } = useMessages('reviewFigures')
  const format = useFormatter()
  const decided = left.onTime + left.late
  const all = decided + left.undecided
  const duration = formatWholeDuration(queue.slaMs, review, format)
  return (
    <Section title={sla.title} note={format.text(sla.note, { duration })}>
      {decided === 0 ? (
        <p className={styles.quiet}>{all === 0 ? sla.none : format.text(sla.undecided, { count: all })}</p>
      ) : (
        <>
          <KeyFigureList>
            <KeyFigure
              term={sla.on_time}
              value={formatShare(left.onTime, decided)}
              of={format.text(sla.ofDecided, { count: decided })}
            />
            <KeyFigure
              term={sla.overdue}
              value={format.number(queue.sla.overdue)}
              isLoud={queue.sla.overdue > 0}
            />
          </KeyFigureList>
          <BarChart
            label={sla.chart}
            heads={[sla.title, caseCount]}
            bars={[
              { name: sla.on_time, count: left.onTime, tone: 'good' },
              { name: sla.late, count: left.late, tone: 'review' },
              { name: sla.undecidedCases, count: left.undecided, tone: 'plain' },
            ]}
          />
        </>
      )}
    </Section>
  )
}

/** Ages of the waiting cases. */
export function CaseAgeSection({ figures: { queue } }: SectionProps): ReactNode {
  const review = useMessages('review')
  const { ages, caseCount } = useMessages('reviewFigures')
  const format = useFormatter()
  return (
    <Section title={ages.title} note={ages.note}>
      {queue.cases === 0 ? (
        <p className={styles.quiet}>{ages.none}</p>
      ) : (
        <BarChart
          label={ages.title}
          heads={[ages.age, caseCount]}
          bars={queue.bands.map((band) => ({
            name: formatAgeBand(band, review, format),
            count: band.cases,
            tone: band.fromMs >= queue.slaMs ? 'review' : 'open',
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
function NoOutcomeNote({ figures: { decisions } }: SectionProps): ReactNode {
  const { noOutcome } = useMessages('reviewFigures')
  const format = useFormatter()
  const { made, confirmed, waiting } = decisions
  const says =
    made === 0
      ? noOutcome.noDecisions
      : confirmed === 0
        ? format.text(noOutcome.noneFinal, { count: made, waiting })
        : format.text(noOutcome.noneSeen, { count: confirmed })
  return <p className={styles.quiet}>{says}</p>
}

/** Time that the payment service took after a decision was final. */
export function OutcomeDelaySection({ figures }: SectionProps): ReactNode {
  const review = useMessages('review')
  const { decisionCount, delay } = useMessages('reviewFigures')
  const format = useFormatter()
  const { medianMs, p90Ms, spans } = figures.outcomes
  return (
    <Section title={delay.title} note={delay.note}>
      {medianMs === null || p90Ms === null ? (
        <NoOutcomeNote figures={figures} />
      ) : (
        <>
          <KeyFigureList>
            <KeyFigure term={delay.half} value={format.duration(medianMs)} />
            <KeyFigure term={delay.most} value={format.duration(p90Ms)} />
          </KeyFigureList>
          <BarChart
            label={delay.chart}
            heads={[delay.time, decisionCount]}
            bars={spans.map((span) => ({
              name: formatAgeBand(span, review, format),
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
  const { followUps } = useMessages('review')
  const { decisionCount, outcomes: texts } = useMessages('reviewFigures')
  const format = useFormatter()
  const { outcomes } = figures
  const { followed, notFollowed, opposite, waiting } = outcomes
  const seen = countOutcomes(outcomes)
  return (
    <Section title={texts.title} note={texts.note}>
      {seen === 0 ? (
        <NoOutcomeNote figures={figures} />
      ) : (
        <>
          <KeyFigureList>
            <KeyFigure
              term={texts.notMatched}
              value={formatShare(notFollowed + opposite, seen)}
              of={format.text(texts.ofOutcomes, { count: seen })}
            />
            <KeyFigure term={texts.open} value={format.number(waiting)} />
          </KeyFigureList>
          <BarChart
            label={texts.title}
            heads={[texts.outcome, decisionCount]}
            bars={[
              { name: followUps.followed, count: followed, tone: 'good' },
              { name: followUps.not_followed, count: notFollowed, tone: 'review' },
              { name: followUps.opposite, count: opposite, tone: 'bad' },
            ]}
          />
          <p className={styles.quiet}>{texts.caveat}</p>
        </>
      )}
    </Section>
  )
}
