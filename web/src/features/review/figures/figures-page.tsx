import type { ReviewFigureDays } from '@paydesk/shared/cases/review-figures'
import { reviewFigureDaysSchema } from '@paydesk/shared/cases/review-figures'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useApiClient } from '../../../lib/api/api-client-context.tsx'
import { useFormatter, useMessages } from '../../../lib/messages/messages-context.tsx'
import { useEnvironment, useMay } from '../../../lib/session-context.tsx'
import { SegmentButton, SegmentedControl } from '../../../ui/forms/segmented-control.tsx'
import { AsyncView } from '../../../ui/page/async-view.tsx'
import { PageHeader, RefreshButton } from '../../../ui/page/page-header.tsx'
import { Skeleton } from '../../../ui/page/skeleton.tsx'
import { useShortcut } from '../../../ui/state/shortcuts.tsx'
import { RowTime } from '../../../ui/text/row-time.tsx'
import { reviewQueries } from '../queries.ts'
import { getReviewFiguresPeriod } from '../search-params.ts'
import styles from './figures.module.css'
import { DailyReviewSection } from './figures-days.tsx'
import {
  CaseAgeSection,
  DecisionOutcomeSection,
  OutcomeDelaySection,
  SlaSection,
} from './figures-sections.tsx'

const route = getRouteApi('/inside/$env/review-figures')

/** Review figures over a period: charts, each with its data table. */
export function ReviewFiguresPage(): ReactNode {
  const texts = useMessages('reviewFigures')
  const format = useFormatter()
  const { name: env, label } = useEnvironment()
  const days = getReviewFiguresPeriod(route.useSearch())
  const seesEvery = useMay('review.every')
  const query = useQuery(reviewQueries(useApiClient()).figures(env, days))
  return (
    <div className={styles.page}>
      <PageHeader title={texts.title} place={label}>
        <RefreshButton
          help={texts.refresh}
          said={texts.refreshed}
          isBusy={query.isFetching}
          read={() => query.refetch()}
        />
      </PageHeader>
      <div className={styles.actions}>
        <SegmentedControl legend={texts.period}>
          {reviewFigureDaysSchema.options.map((each, at) => (
            <PeriodSegment key={each} days={each} keys={String(at + 1)} isChosen={each === days} />
          ))}
        </SegmentedControl>
        {query.data ? (
          <span className={styles.quiet}>
            {format.parts(seesEvery ? texts.updated : texts.updatedForSteps, {
              time: <RowTime key="time" at={query.data.countedAt} as="relative" />,
            })}
          </span>
        ) : null}
      </div>
      <AsyncView
        query={query}
        retry={() => void query.refetch()}
        missing={texts.failed}
        skeleton={<Skeleton lines={14} height={22} />}
      >
        {(figures) => (
          <div
            className={styles.sections}
            data-old={query.isPlaceholderData || undefined}
            aria-busy={query.isPlaceholderData || undefined}
          >
            <SlaSection figures={figures} />
            <CaseAgeSection figures={figures} />
            <OutcomeDelaySection figures={figures} />
            <DecisionOutcomeSection figures={figures} />
            <DailyReviewSection figures={figures} />
          </div>
        )}
      </AsyncView>
    </div>
  )
}

interface PeriodSegmentProps {
  readonly days: ReviewFigureDays
  readonly keys: string
  readonly isChosen: boolean
}

function PeriodSegment({ days, keys, isChosen }: PeriodSegmentProps): ReactNode {
  const texts = useMessages('reviewFigures')
  const format = useFormatter()
  const navigate = route.useNavigate()
  const count = Number(days)
  const choose = () => void navigate({ search: { days }, replace: true, resetScroll: false })
  useShortcut(keys, format.text(texts.lastDays, { count }), choose)
  return (
    <SegmentButton keys={keys} isChosen={isChosen} onChoose={choose}>
      {format.text(texts.days, { count })}
    </SegmentButton>
  )
}
