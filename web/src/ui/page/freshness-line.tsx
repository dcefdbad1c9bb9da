import type { Reading } from '@paydesk/shared/core/reading'
import { RotateCw } from 'lucide-react'
import type { ReactNode } from 'react'
import { Timestamp } from '../text/timestamp.tsx'
import { useZone } from '../text/zone.tsx'
import styles from './reading-line.module.css'

interface ReadingLineProps {
  readonly reading: Reading | undefined
  readonly reread: () => void
  readonly busy: boolean
  readonly what: string
}

/** "read at 14:03:22 Europe/Berlin", and the button that reads again. */
export function ReadingLine({ reading, reread, busy, what }: ReadingLineProps): ReactNode {
  const zone = useZone()
  return (
    <span className={styles.line}>
      {reading ? (
        <span>
          read at <Timestamp at={reading.at} as="time" also={fromWords[reading.from]} /> {zone}
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

const fromWords = {
  service: 'asked of the service at that moment',
  memory: 'a final state that this office kept for a short time; reading again asks the service',
} as const
