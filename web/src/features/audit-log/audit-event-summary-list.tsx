import {
  formatAuditEvent,
  formatRecordCount,
  labelRecordKind,
} from '@paydesk/shared/compliance/audit-event-text'
import type { AuditEventSummary } from '@paydesk/shared/compliance/audit-log'
import type { Formatter } from '@paydesk/shared/core/formatter'
import type { ReactNode } from 'react'
import { useFormatter } from '../../lib/messages/messages-context.tsx'
import { RowTime } from '../../ui/text/row-time.tsx'
import { ToneIcon } from '../../ui/text/state-label.tsx'
import styles from './audit-log.module.css'
import { type AuditEntryTexts, formatAuditDetails, useAuditEntryTexts } from './labels.ts'

interface AuditEventSummaryListProps {
  readonly events: readonly AuditEventSummary[]
}

/** Lists events of one person by kind, with count and last time. */
export function AuditEventSummaryList({ events }: AuditEventSummaryListProps): ReactNode {
  const texts = useAuditEntryTexts()
  const format = useFormatter()
  return (
    <ul className={styles.acts}>
      {events.map((event, at) => (
        <li key={at}>
          <span className={styles.act} data-result={event.result}>
            {event.result === 'allowed' ? null : (
              <ToneIcon tone={event.result === 'refused' ? 'review' : 'bad'} />
            )}
            {formatAuditEventSummary(event, texts, format)}
          </span>
          <span className={styles.last}>
            {event.times > 1 ? (
              format.parts(texts.page.activity.several, {
                count: event.times,
                time: <RowTime key="time" at={event.lastAt} as="exact" />,
              })
            ) : (
              <RowTime at={event.lastAt} as="exact" />
            )}
          </span>
        </li>
      ))}
    </ul>
  )
}

/** Puts an event and its number of records into words. */
export function formatAuditEventSummary(
  event: AuditEventSummary,
  texts: AuditEntryTexts,
  format: Formatter,
): string {
  const { action, kind, records, result } = event
  const { page, events } = texts
  const named = kind === null ? null : labelRecordKind(kind, events.someKinds)
  const several = kind !== null && records > 1 ? formatRecordCount(kind, records, events, format) : named
  return [
    formatAuditEvent(action, several, events, format).join(''),
    ...formatAuditDetails(event, texts, format),
    ...(result === 'allowed' ? [] : [page.sentence[result]]),
  ].join(', ')
}
