import type { DataFreshness } from '@paydesk/shared/core/data-freshness'
import { RotateCw } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTimeZone } from '../text/time-zone.tsx'
import { Timestamp } from '../text/timestamp.tsx'
import styles from './freshness-line.module.css'

interface FreshnessLineProps {
  readonly reading: DataFreshness | undefined
  readonly reread: () => void
  readonly busy: boolean
  readonly what: string
}

/** Shows "read at 14:03:22 Europe/Berlin" and the refresh button. */
export function FreshnessLine({ reading, reread, busy, what }: FreshnessLineProps): ReactNode {
  const zone = useTimeZone()
  return (
    <span className={styles.line}>
      {reading ? (
        <span>
          read at <Timestamp at={reading.at} as="time" also={sourceDescriptions[reading.from]} /> {zone}
          {reading.from === 'memory' ? ' (kept copy)' : ''}
        </span>
      ) : null}
      <button
        type="button"
        className={styles.again}
        aria-label={`Read ${what} again`}
        title={`Read ${what} again`}
        disabled={busy}
        onClick={reread}
      >
        <RotateCw size={13} aria-hidden className={busy ? styles.turning : undefined} />
      </button>
    </span>
  )
}

const sourceDescriptions = {
  service: 'asked of the service at that moment',
  memory: 'a final state that this office kept for a short time; reading again asks the service',
} as const
