import type { TransactionHistory } from '@paydesk/shared/core/observations'
import type { StateValue } from '@paydesk/shared/core/state'
import { getStateLabel, getStateTone } from '@paydesk/shared/core/state'
import type { ReactNode } from 'react'
import { useFormatter, useMessages } from '../../lib/messages/messages-context.tsx'
import { useNowEveryHalfMinute } from '../../ui/state/use-now.ts'
import styles from './state-timeline.module.css'

/** Interval of time. A null `state` means that no read covers the interval, so either state is possible. */
export interface StateInterval {
  /** Milliseconds since 1970. */
  readonly from: number
  readonly to: number
  readonly state: StateValue | null
}

/** Read on screen: time (ISO 8601), and the state as the payment service wrote it. */
export interface DisplayedStateRead {
  readonly at: string
  readonly state: string
}

/**
 * Extends the history by the read on screen if its state equals the last observation. A different state is
 * stored soon by a separate read.
 */
export function extendHistoryWithDisplayedRead(
  history: TransactionHistory,
  reading: DisplayedStateRead,
): TransactionHistory {
  const last = history.observations.findLast(({ state }) => state !== null)
  const isLater = history.lastReadAt === null || Date.parse(reading.at) > Date.parse(history.lastReadAt)
  return isLater && last?.state?.raw === reading.state ? { ...history, lastReadAt: reading.at } : history
}

/** Builds the intervals from the first read until now: a state between equal reads, null between others. */
export function buildStateIntervals(history: TransactionHistory, now: number): StateInterval[] {
  const moves = history.observations.filter(({ state }) => state !== null)
  const stretches: StateInterval[] = []
  let known: { readonly since: number; readonly state: StateValue } | null = null
  const add = (stretch: StateInterval) => stretch.to > stretch.from && stretches.push(stretch)
  for (const { from, to, state } of moves) {
    const [begin, end] = [from === null ? null : Date.parse(from), Date.parse(to)]
    if (known !== null) {
      const last = Math.max(known.since, begin ?? known.since)
      add({ from: known.since, to: last, state: known.state })
      add({ from: last, to: end, state: null })
    }
    if (state !== null) known = { since: end, state }
  }
  if (known === null) return stretches
  const read = Math.max(known.since, history.lastReadAt === null ? 0 : Date.parse(history.lastReadAt))
  add({ from: known.since, to: read, state: known.state })
  // Add no unknown interval after a confirmed final state, which is not read any more.
  if (history.proof.finality !== 'confirmed') add({ from: read, to: now, state: null })
  return stretches
}

/** Scales the width logarithmically, so that a second stays visible beside a week. */
const getBarWidth = ({ from, to }: StateInterval) => Math.max(1, Math.log2((to - from) / 1_000 + 2))

/** Shows which state was seen when, and intervals without reads; the list below says the same in words. */
export function StateTimeline({ history }: { readonly history: TransactionHistory }): ReactNode {
  const { noReads, now: nowText } = useMessages('transactions').history
  const states = useMessages('ui')
  const format = useFormatter()
  const now = useNowEveryHalfMinute()
  const stretches = buildStateIntervals(history, now)
  const [first, last] = [stretches[0], stretches.at(-1)]
  if (first === undefined || last === undefined) return null
  const isBlind = stretches.some(({ state }) => state === null)
  return (
    <figure className={styles.figure}>
      <div className={styles.bar} aria-hidden>
        {stretches.map((stretch) => (
          <span
            key={stretch.from}
            className={styles.stretch}
            data-tone={stretch.state === null ? 'blind' : getStateTone(stretch.state)}
            style={{ flexGrow: getBarWidth(stretch) }}
            title={`${stretch.state === null ? noReads : getStateLabel(stretch.state, states)}: ${format.shortTime(stretch.from, now)} – ${format.shortTime(stretch.to, now)}`}
          />
        ))}
      </div>
      <figcaption className={styles.caption}>
        <span>{format.shortTime(first.from, now)}</span>
        <span className={styles.key}>
          {isBlind ? (
            <>
              <span className={styles.sample} aria-hidden /> {noReads}
            </>
          ) : null}
        </span>
        <span>{last.to === now ? nowText : format.shortTime(last.to, now)}</span>
      </figcaption>
    </figure>
  )
}
