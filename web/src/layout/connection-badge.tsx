import type { ReactNode } from 'react'
import { useLiveConnection } from '../lib/live/live-updates-context.tsx'
import { useFormatter, useMessages } from '../lib/messages/messages-context.tsx'
import { useNowEveryHalfMinute } from '../ui/state/use-now.ts'
import { Tooltip } from '../ui/text/tooltip.tsx'
import styles from './connection-badge.module.css'

/** Shows by shape and word whether live updates arrive, and since when they do not. */
export function ConnectionBadge(): ReactNode {
  const { state, since } = useLiveConnection()
  const texts = useMessages('shell')
  const format = useFormatter()
  const now = useNowEveryHalfMinute()
  const { label, description } = texts.connection[state]
  const isInterrupted = state !== 'starting' && state !== 'live'
  return (
    <p className={styles.badge} data-state={state}>
      <Tooltip message={description} className={styles.words}>
        <svg className={styles.mark} viewBox="0 0 10 10" width="10" height="10" aria-hidden>
          {state === 'live' ? <circle cx="5" cy="5" r="3.5" /> : <circle cx="5" cy="5" r="3" />}
          {state === 'offline' || state === 'stopped' ? <path d="M1.5 8.5 8.5 1.5" /> : null}
        </svg>
        <span className={styles.word}>{label}</span>
        {isInterrupted ? (
          <span className={styles.since}>
            {' '}
            {format.text(texts.since, { time: format.shortTime(new Date(since), now) })}
          </span>
        ) : null}
      </Tooltip>
    </p>
  )
}
