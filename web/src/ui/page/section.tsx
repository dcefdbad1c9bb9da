import type { DataFreshness } from '@paydesk/shared/core/data-freshness'
import type { ReactNode } from 'react'
import { useId } from 'react'
import { useFormatter, useMessages } from '../../lib/messages/messages-context.tsx'
import type { AsyncQuery } from './async-view.tsx'
import { AsyncView } from './async-view.tsx'
import { FreshnessLine } from './freshness-line.tsx'
import styles from './section.module.css'

interface SectionProps {
  readonly title: string
  readonly id?: string
  readonly note?: ReactNode
  readonly aside?: ReactNode
  readonly children: ReactNode
}

/** Named region of a page with its heading. Shortcuts jump to its `id`. */
export function Section({ title, id, note, aside, children }: SectionProps): ReactNode {
  const heading = useId()
  return (
    <section id={id} tabIndex={id ? -1 : undefined} aria-labelledby={heading} className={styles.section}>
      <div className={styles.head}>
        <h2 id={heading} className={styles.title}>
          {title}
        </h2>
        {note ? <span className={styles.note}>{note}</span> : null}
        {aside ? <span className={styles.aside}>{aside}</span> : null}
      </div>
      {children}
    </section>
  )
}

interface QuerySectionProps<T> extends Omit<SectionProps, 'aside' | 'children' | 'note'> {
  readonly query: AsyncQuery<T>
  readonly reading: (data: T) => DataFreshness | undefined
  readonly refetch: () => void
  readonly skeleton: ReactNode
  readonly note?: (data: T) => ReactNode
  readonly children: (data: T) => ReactNode
}

/** Section that loads, fails and refreshes on its own. */
export function QuerySection<T>({
  query,
  reading,
  refetch,
  skeleton,
  note,
  children,
  ...section
}: QuerySectionProps<T>): ReactNode {
  const texts = useMessages('ui')
  const format = useFormatter()
  return (
    <Section
      {...section}
      note={query.data === undefined ? null : note?.(query.data)}
      aside={
        <FreshnessLine
          reading={query.data === undefined ? undefined : reading(query.data)}
          refetch={refetch}
          busy={query.isFetching}
          what={section.title}
        />
      }
    >
      <AsyncView
        query={query}
        retry={refetch}
        skeleton={skeleton}
        missing={format.text(texts.notLoaded, { noun: section.title })}
      >
        {children}
      </AsyncView>
    </Section>
  )
}

/** Focuses a section and scrolls to it. */
export function focusSection(id: string): void {
  const part = document.getElementById(id)
  part?.focus({ preventScroll: true })
  part?.scrollIntoView({ block: 'start' })
}
