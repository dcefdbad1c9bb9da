import type { ReactNode } from 'react'
import { useLiveConnection } from '../lib/live/live-updates-context.tsx'
import type { LiveConnection } from '../lib/live/tab-leader.ts'
import { useNowEveryHalfMinute } from '../ui/state/use-now.ts'
import { formatShortTime } from '../ui/text/format-time.ts'
import { useTimeZone } from '../ui/text/time-zone.tsx'
import { Tooltip } from '../ui/text/tooltip.tsx'
import styles from './connection-badge.module.css'

interface ConnectionLabel {
  readonly word: string
  readonly timed: boolean
  readonly says: string
}

const connectionLabels: Readonly<Record<LiveConnection['state'], ConnectionLabel>> = {
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

/** Shows by shape and word whether live updates arrive, and since when they do not. */
export function ConnectionBadge(): ReactNode {
  const { state, since } = useLiveConnection()
  const zone = useTimeZone()
  const now = useNowEveryHalfMinute()
  const { word, timed, says } = connectionLabels[state]
  return (
    <p className={styles.badge} data-state={state}>
      <Tooltip says={says} className={styles.words}>
        <svg className={styles.mark} viewBox="0 0 10 10" width="10" height="10" aria-hidden>
          {state === 'live' ? <circle cx="5" cy="5" r="3.5" /> : <circle cx="5" cy="5" r="3" />}
          {state === 'offline' || state === 'stopped' ? <path d="M1.5 8.5 8.5 1.5" /> : null}
        </svg>
        <span className={styles.word}>{word}</span>
        {timed ? (
          <span className={styles.since}> since {formatShortTime(new Date(since), zone, now)}</span>
        ) : null}
      </Tooltip>
    </p>
  )
}
