import type { EnvironmentName } from '@paydesk/shared/core/ids'
import type { FigureDays } from '@paydesk/shared/work/review-figures'
import { figureDays } from '@paydesk/shared/work/review-figures'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useClient } from '../../../lib/api/client-context.tsx'
import { Segment, Segments } from '../../../ui/forms/segments.tsx'
import { AsyncView } from '../../../ui/page/async-view.tsx'
import { PageHead, Reread } from '../../../ui/page/page-head.tsx'
import { Skeleton } from '../../../ui/page/skeleton.tsx'
import { useKey } from '../../../ui/state/shortcuts.tsx'
import { countOf } from '../../../ui/text/counted.ts'
import { Kbd } from '../../../ui/text/kbd.tsx'
import { RowTime } from '../../../ui/text/row-time.tsx'
import { daysOf, type FiguresAddress } from '../address.ts'
import { reviewQueries } from '../queries.ts'
import styles from './figures.module.css'
import { DaysSection } from './figures-days.tsx'
import { AgesSection, FollowedSection, LevelSection, TimesSection } from './figures-sections.tsx'

interface FiguresPageProps {
  readonly env: EnvironmentName
  /** The environment's name, for the window's title. */
  readonly place: string
  readonly address: FiguresAddress
  /** Whether everything in review is counted, or only what concerns identity and documents. */
  readonly seesEvery: boolean
  readonly onDays: (days: FigureDays) => void
  readonly links: ReactNode
}

/** How the review is going over some days: plots, each with the table behind it. */
export function FiguresPage({ env, place, address, seesEvery, onDays, links }: FiguresPageProps): ReactNode {
  const days = daysOf(address)
  const query = useQuery(reviewQueries(useClient()).figures(env, days))
  return (
    <div className={styles.page}>
      <PageHead title="Review figures" place={place}>
        {links}
        <Reread
          words="Count again"
          help="Count the figures again"
          said="The figures were counted again"
          isBusy={query.isFetching}
          read={() => query.refetch()}
        />
      </PageHead>
      <div className={styles.actions}>
        <Segments legend="Days">
          {figureDays.options.map((each, at) => (
            <Period key={each} days={each} keys={String(at + 1)} isChosen={each === days} onDays={onDays} />
          ))}
        </Segments>
        {query.data ? (
          <span className={styles.quiet}>
            counted <RowTime at={query.data.countedAt} as="age" />
            {seesEvery ? '' : ', of what concerns identity and documents'}
          </span>
        ) : null}
      </div>
      <AsyncView
        query={query}
        retry={() => void query.refetch()}
        missing="The figures could not be counted"
        skeleton={<Skeleton lines={14} height={22} />}
      >
        {(figures) => (
          <div
            className={styles.sections}
            data-old={query.isPlaceholderData || undefined}
            aria-busy={query.isPlaceholderData || undefined}
          >
            <LevelSection figures={figures} />
            <AgesSection figures={figures} />
            <TimesSection figures={figures} />
            <FollowedSection figures={figures} />
            <DaysSection figures={figures} />
          </div>
        )}
      </AsyncView>
    </div>
  )
}

interface PeriodProps {
  readonly days: FigureDays
  readonly keys: string
  readonly isChosen: boolean
  readonly onDays: (days: FigureDays) => void
}

function Period({ days, keys, isChosen, onDays }: PeriodProps): ReactNode {
  const words = countOf(Number(days), 'day')
  useKey(keys, `The last ${words}`, () => onDays(days))
  return (
    <Segment isChosen={isChosen} onChoose={() => onDays(days)}>
      {words} <Kbd keys={keys} />
    </Segment>
  )
}
