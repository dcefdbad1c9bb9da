import type { HealthCheck } from '@paydesk/shared/administration/health'
import type { ReactNode } from 'react'
import { useFormatter, useMessages } from '../../lib/messages/messages-context.tsx'
import { Section } from '../../ui/page/section.tsx'
import styles from './health-page.module.css'
import { HealthStatusLabel } from './health-status-label.tsx'
import { needsAttention } from './use-health-headline.ts'

interface HealthCardProps {
  readonly title: string
  /** All checks of the card, which its heading sums up. */
  readonly checks: readonly Pick<HealthCheck, 'status'>[]
  readonly children: ReactNode
}

/** Card of checks that belong together. The heading has their worst status, so that the rows need no reading. */
export function HealthCard({ title, checks, children }: HealthCardProps): ReactNode {
  const texts = useMessages('health')
  const format = useFormatter()
  // Unknown comes last: a call that nobody has made since the start says nothing against the others.
  const status =
    (['bad', 'attention', 'good'] as const).find((each) => checks.some((check) => check.status === each)) ??
    'unknown'
  const count = checks.filter(needsAttention).length
  return (
    <div className={styles.card} data-status={status}>
      <Section
        title={title}
        note={
          <span className={styles.sum}>
            <span className={styles.badge} data-status={status}>
              <HealthStatusLabel status={status} />
            </span>
            {count === 0 ? null : <span>{format.text(texts.attentionCount, { count })}</span>}
          </span>
        }
      >
        {children}
      </Section>
    </div>
  )
}
