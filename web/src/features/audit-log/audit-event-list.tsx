import type { AuditEventSummary } from '@paydesk/shared/compliance/audit-log'
import type { ReactNode } from 'react'
import { formatCountOf } from '../../ui/text/format-count.ts'
import { RowTime } from '../../ui/text/row-time.tsx'
import { ToneIcon } from '../../ui/text/state-label.tsx'
import styles from './audit-log.module.css'
import { lowercaseFirst } from './labels.ts'

interface AuditEventListProps {
  readonly acts: readonly AuditEventSummary[]
}

/** Lists events of one person by kind, with count and last time. */
export function AuditEventList({ acts }: AuditEventListProps): ReactNode {
  return (
    <ul className={styles.acts}>
      {acts.map((act, at) => (
        <li key={at}>
          <span className={styles.act} data-result={act.result}>
            {act.result === 'allowed' ? null : (
              <ToneIcon tone={act.result === 'refused' ? 'review' : 'bad'} />
            )}
            {formatEventSummary(act)}
          </span>
          <span className={styles.last}>
            {act.times > 1 ? `${act.times} ×, ` : ''}
            <RowTime at={act.lastAt} as="exact" />
          </span>
        </li>
      ))}
    </ul>
  )
}

function formatEventSummary(act: AuditEventSummary): string {
  const { says, words, records, field, purpose, ticket, result } = act
  const several = words !== null && records > 1 ? formatCountOf(records, words) : `the ${words}`
  const whom = words === null ? '' : ` ${several}`
  return [
    `${says}${whom}`,
    ...(field === null ? [] : [`value: ${field}`]),
    ...(purpose === null ? [] : [`reason: ${lowercaseFirst(purpose.words)}`]),
    ...(ticket === null ? [] : [`ticket ${ticket}`]),
    ...(result === 'allowed' ? [] : [result]),
  ].join(', ')
}
