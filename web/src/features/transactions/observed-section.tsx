import type { Observation, Source, TransactionHistory } from '@paydesk/shared/core/observed'
import type { ReactNode } from 'react'
import { AsyncView, type Loading } from '../../ui/page/async-view.tsx'
import { goToPart, Section } from '../../ui/page/section.tsx'
import { Skeleton } from '../../ui/page/skeleton.tsx'
import { useHalfMinutes } from '../../ui/state/clock.ts'
import { useKey } from '../../ui/state/shortcuts.tsx'
import { RowInterval } from '../../ui/text/row-time.tsx'
import { ReasonWord, StateWord } from '../../ui/text/state-mark.tsx'
import { fromNow } from '../../ui/text/time-words.ts'
import { Timestamp } from '../../ui/text/timestamp.tsx'
import { type Look, ObservedBar, withLook } from './observed-bar.tsx'
import styles from './observed-section.module.css'

const sources: Record<Source, string> = {
  read: 'we read it',
  list: 'a customer’s list',
  notification: 'a notification',
  create: 'created here',
  import: 'an import',
}

/** The newest are open, older ones are a click away. */
const shown = 8

interface ObservedSectionProps {
  readonly query: Loading<TransactionHistory>
  readonly look: Look
  readonly retry: () => void
}

/** What this office saw of a transaction: between which two looks, and from where it knows. */
export function ObservedSection({ query, look, retry }: ObservedSectionProps): ReactNode {
  useKey('o', 'Observed here', () => goToPart('observed'))
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
        {(history) => <Observed history={withLook(history, look)} />}
      </AsyncView>
    </Section>
  )
}

function Observed({ history }: { readonly history: TransactionHistory }): ReactNode {
  const { observations, more, firstSeenAt } = history
  if (firstSeenAt === null) {
    return (
      <p className={styles.quiet}>
        This office has noted nothing of this transaction yet; it does so from this look on.
      </p>
    )
  }
  const early = observations.slice(0, -shown)
  return (
    <div className={styles.body}>
      <ObservedBar history={history} />
      {more ? (
        <p className={styles.quiet}>Older ones than these {observations.length} are not listed.</p>
      ) : null}
      {early.length > 0 ? (
        <details>
          <summary className={styles.more}>{early.length} earlier</summary>
          <Entries observations={early} />
        </details>
      ) : null}
      <Entries observations={observations.slice(-shown)} />
      <Looks history={history} />
    </div>
  )
}

function Entries({ observations }: { readonly observations: readonly Observation[] }): ReactNode {
  return (
    <ol className={styles.list}>
      {observations.map((each) => (
        <li key={each.seq} className={styles.entry}>
          <span className={styles.span} data-open={each.from === null || undefined} aria-hidden />
          <span className={styles.when}>
            <RowInterval from={each.from} to={each.to} />
          </span>
          <span className={styles.what}>
            <What observation={each} />
          </span>
          <span className={styles.source}>{sources[each.source]}</span>
        </li>
      ))}
    </ol>
  )
}

function What({ observation: { words, state, compound, what } }: { observation: Observation }): ReactNode {
  return (
    <>
      <span data-odd={what === 'gap' || what === 'gone' || undefined} className={styles.words}>
        {words}
      </span>
      {state ? (
        <span className={styles.state}>
          <StateWord state={state} />
          {compound && compound.raw !== '' ? (
            <span className={styles.quiet}>
              <ReasonWord compound={compound} />
            </span>
          ) : null}
        </span>
      ) : null}
    </>
  )
}

/** When it was looked at, and when it is looked at next. */
function Looks({ history: { lastReadAt, nextReadAt } }: { readonly history: TransactionHistory }): ReactNode {
  const now = useHalfMinutes()
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
        : ` · read again ${Date.parse(nextReadAt) <= now ? 'any moment' : fromNow(new Date(nextReadAt), now)}`}
    </p>
  )
}
