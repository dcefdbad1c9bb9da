import type { DataFreshness } from '@paydesk/shared/core/data-freshness'
import { RotateCw } from 'lucide-react'
import type { ReactNode } from 'react'
import { useFormatter, useMessages } from '../../lib/messages/messages-context.tsx'
import { IconButton } from '../text/icon-button.tsx'
import { Timestamp } from '../text/timestamp.tsx'
import styles from './freshness-line.module.css'

interface FreshnessLineProps {
  readonly reading: DataFreshness | undefined
  readonly refetch: () => void
  readonly busy: boolean
  readonly what: string
}

/** Shows "Updated 14:03:22" and the refresh button. */
export function FreshnessLine({ reading, refetch, busy, what }: FreshnessLineProps): ReactNode {
  const texts = useMessages('ui')
  const format = useFormatter()
  const label = format.text(texts.refreshNoun, { noun: what })
  return (
    <span className={styles.line}>
      {reading ? (
        <span>
          {format.parts<typeof texts.updated, ReactNode>(texts.updated, {
            time: <Timestamp key="time" at={reading.at} as="time" also={texts.origins[reading.from]} />,
          })}
          {reading.from === 'memory' ? ` ${texts.cached}` : ''}
        </span>
      ) : null}
      <IconButton label={label} title={label} disabled={busy} onClick={refetch}>
        <RotateCw size={13} aria-hidden className={busy ? styles.turning : undefined} />
      </IconButton>
    </span>
  )
}
