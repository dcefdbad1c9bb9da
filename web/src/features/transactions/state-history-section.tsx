import type { Observation, TransactionHistory } from '@paydesk/shared/core/observations'
import { getStateLabel, isInReview, repeatsState } from '@paydesk/shared/core/state'
import type { ReactNode } from 'react'
import { useFormatter, useMessages } from '../../lib/messages/messages-context.tsx'
import { type AsyncQuery, AsyncView } from '../../ui/page/async-view.tsx'
import { focusSection, Section } from '../../ui/page/section.tsx'
import { Skeleton } from '../../ui/page/skeleton.tsx'
import { useShortcut } from '../../ui/state/shortcuts.tsx'
import { useNowEveryHalfMinute } from '../../ui/state/use-now.ts'
import { RowInterval } from '../../ui/text/row-time.tsx'
import { StateLabel, StateReasonLabel } from '../../ui/text/state-label.tsx'
import { Timestamp } from '../../ui/text/timestamp.tsx'
import styles from './state-history-section.module.css'
import { type DisplayedStateRead, extendHistoryWithDisplayedRead, StateTimeline } from './state-timeline.tsx'

/** Limit of expanded entries, the newest ones; older entries are collapsed. */
const maxOpenEntries = 8

interface StateHistorySectionProps {
  readonly query: AsyncQuery<TransactionHistory>
  readonly look: DisplayedStateRead
  readonly retry: () => void
  /** Leaves out the list of observations, for a page that has them in a list of its own. */
  readonly isListElsewhere?: boolean
}

/** Shows observed states of a transaction, with the two reads around each change and the source. */
export function StateHistorySection({
  query,
  look,
  retry,
  isListElsewhere = false,
}: StateHistorySectionProps): ReactNode {
  const texts = useMessages('transactions').history
  useShortcut('o', texts.title, () => focusSection('observed'))
  return (
    <Section title={texts.title} id="observed" note={texts.note}>
      <AsyncView
        query={query}
        retry={retry}
        skeleton={<Skeleton lines={6} height={28} />}
        missing={texts.notLoaded}
      >
        {(history) => (
          <StateHistory
            history={extendHistoryWithDisplayedRead(history, look)}
            isListElsewhere={isListElsewhere}
          />
        )}
      </AsyncView>
    </Section>
  )
}

interface StateHistoryProps {
  readonly history: TransactionHistory
  readonly isListElsewhere: boolean
}

function StateHistory({ history, isListElsewhere }: StateHistoryProps): ReactNode {
  const { observations, more, firstSeenAt } = history
  const texts = useMessages('transactions').history
  const format = useFormatter()
  if (firstSeenAt === null) {
    return <p className={styles.quiet}>{texts.none}</p>
  }
  if (isListElsewhere) {
    return (
      <div className={styles.body}>
        <StateTimeline history={history} />
        <ReadTimes history={history} />
      </div>
    )
  }
  const early = observations.slice(0, -maxOpenEntries)
  return (
    <div className={styles.body}>
      <StateTimeline history={history} />
      {more ? (
        <p className={styles.quiet}>{format.text(texts.onlyNewest, { count: observations.length })}</p>
      ) : null}
      {early.length > 0 ? (
        <details>
          <summary className={styles.more}>{format.text(texts.earlier, { count: early.length })}</summary>
          <ObservationList observations={early} />
        </details>
      ) : null}
      <ObservationList observations={observations.slice(-maxOpenEntries)} />
      <ReadTimes history={history} />
    </div>
  )
}

function ObservationList({ observations }: { readonly observations: readonly Observation[] }): ReactNode {
  const { sources } = useMessages('transactions').history
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
          <span className={styles.source}>{sources[each.source]}</span>
        </li>
      ))}
    </ol>
  )
}

/** Returns a function that describes an observation without any value of the customer. */
function useObservationFormat(): (observation: Observation) => string {
  const { history: texts } = useMessages('transactions')
  const events: Readonly<Record<string, string>> = useMessages('notificationEvents').labels
  const states = useMessages('ui')
  const format = useFormatter()
  return ({ kind, source, state, before, finality, event, count }) => {
    switch (kind) {
      case 'first_seen':
        return texts.firstSeen[source]
      case 'state': {
        const after = state === null ? '' : getStateLabel(state, states)
        return state?.raw === before?.raw
          ? format.text(texts.stillState, { state: after })
          : format.text(texts.stateChanged, {
              before: before === null ? '' : getStateLabel(before, states),
              after,
            })
      }
      case 'amount':
        return source === 'create' ? texts.amountRequested : texts.amountAnnounced
      case 'expiry':
        return texts.expiryChanged
      case 'finality':
        return finality === null ? texts.finalityChanged : texts.finalities[finality]
      case 'gone':
        return texts.gone
      case 'back':
        return texts.back
      case 'gap':
        return format.text(texts.gap, { count: count ?? 0 })
      case 'event':
        return events[event ?? ''] ?? event ?? ''
    }
  }
}

/** Says what was observed, with the state that it led to. */
export function ObservationText({ observation }: { readonly observation: Observation }): ReactNode {
  const { state, compound, kind } = observation
  const labels = useMessages('ui')
  const format = useObservationFormat()
  return (
    <>
      <span data-odd={kind === 'gap' || kind === 'gone' || undefined} className={styles.words}>
        {format(observation)}
      </span>{' '}
      {state ? (
        <span className={styles.state}>
          <StateLabel state={state} inReview={compound !== null && isInReview(state, compound)} />
          {compound && compound.raw !== '' && !repeatsState(compound, state, labels) ? (
            <span className={styles.quiet}>
              <StateReasonLabel compound={compound} />
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
  const texts = useMessages('transactions').history
  const format = useFormatter()
  const now = useNowEveryHalfMinute()
  return (
    <p className={styles.quiet}>
      {lastReadAt === null
        ? texts.neverRead
        : format.parts(texts.lastRead, { time: <Timestamp key="time" at={lastReadAt} as="time" /> })}
      {nextReadAt === null
        ? lastReadAt === null
          ? null
          : ` · ${texts.noNextRead}`
        : ` · ${
            Date.parse(nextReadAt) <= now
              ? texts.nextReadNow
              : format.text(texts.nextRead, { time: format.relativeTime(Date.parse(nextReadAt), now) })
          }`}
    </p>
  )
}
