import type { TransactionHistory } from '@paydesk/shared/core/observed'
import type { StateValue } from '@paydesk/shared/core/state'
import { stateTone, stateWord } from '@paydesk/shared/core/state'
import type { ReactNode } from 'react'
import { useHalfMinutes } from '../../ui/state/clock.ts'
import { shortTime } from '../../ui/text/time-words.ts'
import { useZone } from '../../ui/text/zone.tsx'
import styles from './observed-bar.module.css'

/** A stretch of time; without a state nobody was looking and it may have been either. */
export interface Stretch {
  /** Milliseconds since 1970. */
  readonly from: number
  readonly to: number
  readonly state: StateValue | null
}

/** The record on screen: when it was read (ISO 8601), and its state as the service wrote it. */
export interface Look {
  readonly at: string
  readonly state: string
}

/**
 * What was observed, with the look that is on screen: where that says the same as what was noted last, it is the
 * last one that was had. One that says something else is noted by a read of its own, soon.
 */
export function withLook(history: TransactionHistory, look: Look): TransactionHistory {
  const last = history.observations.findLast(({ state }) => state !== null)
  const isLater = history.lastReadAt === null || Date.parse(look.at) > Date.parse(history.lastReadAt)
  return isLater && last?.state?.raw === look.state ? { ...history, lastReadAt: look.at } : history
}

/**
 * The stretches from the first look until now: between two looks that gave the same state that state,
 * between two that differ nothing.
 */
export function stretchesOf(history: TransactionHistory, now: number): Stretch[] {
  const moves = history.observations.filter(({ state }) => state !== null)
  const stretches: Stretch[] = []
  let known: { readonly since: number; readonly state: StateValue } | null = null
  const add = (stretch: Stretch) => stretch.to > stretch.from && stretches.push(stretch)
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
  // What is final and proved is not looked at any more, and need not be.
  if (history.proof.finality !== 'proved') add({ from: read, to: now, state: null })
  return stretches
}

/** Wider for longer, but a second stays visible beside a week. */
const widthOf = ({ from, to }: Stretch) => Math.max(1, Math.log2((to - from) / 1_000 + 2))

/** Which state was seen when, and when nobody was looking; the list below says the same in words. */
export function ObservedBar({ history }: { readonly history: TransactionHistory }): ReactNode {
  const zone = useZone()
  const now = useHalfMinutes()
  const stretches = stretchesOf(history, now)
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
            data-tone={stretch.state === null ? 'blind' : stateTone(stretch.state)}
            style={{ flexGrow: widthOf(stretch) }}
            title={`${stretch.state === null ? 'nobody was looking' : stateWord(stretch.state)}: ${shortTime(new Date(stretch.from), zone, now)} – ${shortTime(new Date(stretch.to), zone, now)}`}
          />
        ))}
      </div>
      <figcaption className={styles.caption}>
        <span>{shortTime(new Date(first.from), zone, now)}</span>
        <span className={styles.key}>
          {isBlind ? (
            <>
              <span className={styles.sample} aria-hidden /> nobody was looking ·{' '}
            </>
          ) : null}
          not to scale
        </span>
        <span>{last.to === now ? 'now' : shortTime(new Date(last.to), zone, now)}</span>
      </figcaption>
    </figure>
  )
}
