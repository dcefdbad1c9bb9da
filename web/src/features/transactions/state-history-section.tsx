import type { Observation, ObservationSource, TransactionHistory } from '@paydesk/shared/core/observations'
import type { ReactNode } from 'react'
import { type AsyncQuery, AsyncView } from '../../ui/page/async-view.tsx'
import { focusSection, Section } from '../../ui/page/section.tsx'
import { Skeleton } from '../../ui/page/skeleton.tsx'
import { useShortcut } from '../../ui/state/shortcuts.tsx'
import { useNowEveryHalfMinute } from '../../ui/state/use-now.ts'
import { formatRelativeTime } from '../../ui/text/format-time.ts'
import { RowInterval } from '../../ui/text/row-time.tsx'
import { ReasonLabel, StateLabel } from '../../ui/text/state-label.tsx'
import { Timestamp } from '../../ui/text/timestamp.tsx'
import styles from './state-history-section.module.css'
import { applyStateReading, type StateReading, StateTimeline } from './state-timeline.tsx'

const sourceLabels: Record<ObservationSource, string> = {
  read: 'we read it',
  list: 'a customer’s list',
  notification: 'a notification',
  create: 'created here',
  import: 'an import',
}

/** Limit of expanded entries, the newest ones; older entries are collapsed. */
const maxOpenEntries = 8

interface StateHistorySectionProps {
  readonly query: AsyncQuery<TransactionHistory>
  readonly look: StateReading
  readonly retry: () => void
}

/** Shows observed states of a transaction, with the two reads around each change and the source. */
export function StateHistorySection({ query, look, retry }: StateHistorySectionProps): ReactNode {
  useShortcut('o', 'Observed here', () => focusSection('observed'))
  return (
    <Section
      title="Observed here"
      id="observed"
      keys="o"
      note="the service gives no times of changes: each lies between two looks"
    >
      <AsyncView
        query={query}
        retry={retry}
        skeleton={<Skeleton lines={6} height={28} />}
        missing="What was observed could not be read"
      >
        {(history) => <StateHistory history={applyStateReading(history, look)} />}
      </AsyncView>
    </Section>
  )
}

function StateHistory({ history }: { readonly history: TransactionHistory }): ReactNode {
  const { observations, more, firstSeenAt } = history
  if (firstSeenAt === null) {
    return (
      <p className={styles.quiet}>
        This office has noted nothing of this transaction yet; it does so from this look on.
      </p>
    )
  }
  const early = observations.slice(0, -maxOpenEntries)
  return (
    <div className={styles.body}>
      <StateTimeline history={history} />
      {more ? (
        <p className={styles.quiet}>Older ones than these {observations.length} are not listed.</p>
      ) : null}
      {early.length > 0 ? (
        <details>
          <summary className={styles.more}>{early.length} earlier</summary>
          <ObservationList observations={early} />
        </details>
      ) : null}
      <ObservationList observations={observations.slice(-maxOpenEntries)} />
      <ReadTimes history={history} />
    </div>
  )
}

function ObservationList({ observations }: { readonly observations: readonly Observation[] }): ReactNode {
  return (
    <ol className={styles.list}>
      {observations.map((each) => (
        <li key={each.seq} className={styles.entry}>
          <span className={styles.span} data-open={each.from === null || undefined} aria-hidden />
          <span className={styles.when}>
            <RowInterval from={each.from} to={each.to} />
          </span>
          <span className={styles.what}>
            <ObservationText observation={each} />
          </span>
          <span className={styles.source}>{sourceLabels[each.source]}</span>
        </li>
      ))}
    </ol>
  )
}

function ObservationText({
  observation: { words, state, compound, what },
}: {
  observation: Observation
}): ReactNode {
  return (
    <>
      <span data-odd={what === 'gap' || what === 'gone' || undefined} className={styles.words}>
        {words}
      </span>
      {state ? (
        <span className={styles.state}>
          <StateLabel state={state} />
          {compound && compound.raw !== '' ? (
            <span className={styles.quiet}>
              <ReasonLabel compound={compound} />
            </span>
          ) : null}
        </span>
      ) : null}
    </>
  )
}

/** Shows the last and the next planned read. */
function ReadTimes({
  history: { lastReadAt, nextReadAt },
}: {
  readonly history: TransactionHistory
}): ReactNode {
  const now = useNowEveryHalfMinute()
  return (
    <p className={styles.quiet}>
      {lastReadAt === null ? (
        'Known from a list only: nobody has read it yet.'
      ) : (
        <>
          Last read by this office <Timestamp at={lastReadAt} as="time" />
        </>
      )}
      {nextReadAt === null
        ? lastReadAt === null
          ? null
          : '; no further read is planned.'
        : ` · read again ${Date.parse(nextReadAt) <= now ? 'any moment' : formatRelativeTime(new Date(nextReadAt), now)}`}
    </p>
  )
}
