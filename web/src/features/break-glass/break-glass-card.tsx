import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useApiClient } from '../../lib/api/api-client-context.tsx'
import { useEnvironment } from '../../lib/session-context.tsx'
import { useNowEveryHalfMinute } from '../../ui/state/use-now.ts'
import { getVisibleText } from '../../ui/text/field-value.tsx'
import { useTimeZone } from '../../ui/text/time-zone.tsx'
import { AcknowledgeBreakGlassButton } from './acknowledge-button.tsx'
import styles from './break-glass-page.module.css'
import { describeBreakGlassReason, describeBreakGlassUser } from './labels.ts'
import { breakGlassQueries } from './queries.ts'

/** Home page card for oversight: activations waiting for acknowledgement, and missing reports. */
export function BreakGlassCard(): ReactNode {
  const { name: env } = useEnvironment()
  const { data } = useQuery(breakGlassQueries(useApiClient()).list('waiting'))
  const zone = useTimeZone()
  const now = useNowEveryHalfMinute()
  if (!data || data.breaks.length === 0) return null
  return (
    <ul aria-label="Broken glass" className={styles.cards}>
      {data.breaks.map((one) => (
        <li key={one.glass} className={styles.card} data-running={!one.isOver || undefined}>
          <p>
            <b>
              <span aria-hidden>▲</span> {describeBreakGlassUser(one)}
            </b>
            : {describeBreakGlassReason(one, zone, now)}
          </p>
          <p className={styles.text}>{getVisibleText(one.text)}</p>
          <p className={styles.actions}>
            {one.isReportMissing ? <b className={styles.missing}>Report missing</b> : null}
            <AcknowledgeBreakGlassButton one={one} />
            <Link to="/glass" search={{ from: env }}>
              Look at it
            </Link>
          </p>
        </li>
      ))}
    </ul>
  )
}
