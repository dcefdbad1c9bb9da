import type { ReactNode } from 'react'
import { useConnection } from '../lib/live/live-context.tsx'
import type { Connection } from '../lib/live/tab-leader.ts'
import { useHalfMinutes } from '../ui/state/clock.ts'
import { shortTime } from '../ui/text/time-words.ts'
import { Hint } from '../ui/text/tooltip.tsx'
import { useZone } from '../ui/text/zone.tsx'
import styles from './connection-badge.module.css'

interface Words {
  readonly word: string
  readonly timed: boolean
  readonly says: string
}

const words: Readonly<Record<Connection['state'], Words>> = {
  starting: { word: 'Connecting', timed: false, says: 'The line on which changes arrive is being opened.' },
  live: {
    word: 'Live',
    timed: false,
    says: 'What changes appears by itself: a payment that this office reads again is shown within two seconds.',
  },
  reconnecting: {
    word: 'Reconnecting',
    timed: true,
    says: 'Changes do not arrive at the moment. What was missed is read again as soon as the line is back; reading by hand works.',
  },
  offline: {
    word: 'Offline',
    timed: true,
    says: 'This device has no network. What is shown is as old as its reading time says.',
  },
  stopped: { word: 'Not live', timed: true, says: 'The session that heard changes has ended.' },
}

/** Whether changes arrive by themselves: a shape and a word, and since when not. */
export function ConnectionBadge(): ReactNode {
  const { state, since } = useConnection()
  const zone = useZone()
  const now = useHalfMinutes()
  const { word, timed, says } = words[state]
  return (
    <p className={styles.badge} data-state={state}>
      <Hint says={says} className={styles.words}>
        <svg className={styles.mark} viewBox="0 0 10 10" width="10" height="10" aria-hidden>
          {state === 'live' ? <circle cx="5" cy="5" r="3.5" /> : <circle cx="5" cy="5" r="3" />}
          {state === 'offline' || state === 'stopped' ? <path d="M1.5 8.5 8.5 1.5" /> : null}
        </svg>
        <span className={styles.word}>{word}</span>
        {timed ? <span className={styles.since}> since {shortTime(new Date(since), zone, now)}</span> : null}
      </Hint>
    </p>
  )
}
