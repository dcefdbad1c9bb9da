import type { AuditEventSummary } from '@paydesk/shared/compliance/audit-log'
import type { Formatter } from '@paydesk/shared/core/formatter'
import type { Messages } from '@paydesk/shared/messages/catalogue'
import type { ReactNode } from 'react'
import { useFormat, useMessages } from '../../lib/messages/messages-context.tsx'
import { RowTime } from '../../ui/text/row-time.tsx'
import { ToneIcon } from '../../ui/text/state-label.tsx'
import styles from './audit-log.module.css'
import { formatAuditDetails } from './labels.ts'

interface AuditEventListProps {
  readonly acts: readonly AuditEventSummary[]
}

/** Lists events of one person by kind, with count and last time. */
export function AuditEventList({ acts }: AuditEventListProps): ReactNode {
  const texts = useMessages('auditLog')
  const format = useFormat()
  return (
    <ul className={styles.acts}>
      {acts.map((act, at) => (
        <li key={at}>
          <span className={styles.act} data-result={act.result}>
            {act.result === 'allowed' ? null : (
              <ToneIcon tone={act.result === 'refused' ? 'review' : 'bad'} />
            )}
            {formatEventSummary(act, texts, format)}
          </span>
          <span className={styles.last}>
            {act.times > 1 ? (
              format.parts(texts.activity.several, {
                count: act.times,
                time: <RowTime key="time" at={act.lastAt} as="exact" />,
              })
            ) : (
              <RowTime at={act.lastAt} as="exact" />
            )}
          </span>
        </li>
      ))}
    </ul>
  )
}

function formatEventSummary(act: AuditEventSummary, texts: Messages['auditLog'], format: Formatter): string {
  const { says, words, records, result } = act
  const several = words !== null && records > 1 ? `${format.number(records)} ${words}s` : `the ${words}`
  const whom = words === null ? '' : ` ${several}`
  return [
    `${says}${whom}`,
    ...formatAuditDetails(act, texts, format),
    ...(result === 'allowed' ? [] : [texts.sentence[result]]),
  ].join(', ')
}
