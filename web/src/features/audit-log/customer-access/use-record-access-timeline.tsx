import type { AuditActorView, AuditEventSummary } from '@paydesk/shared/compliance/audit-log'
import type { CustomerHandle, EnvironmentName } from '@paydesk/shared/core/ids'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useApiClient } from '../../../lib/api/api-client-context.tsx'
import { useFormatter, useMessages } from '../../../lib/messages/messages-context.tsx'
import { useMay } from '../../../lib/session-context.tsx'
import { RowTime } from '../../../ui/text/row-time.tsx'
import { createCompleteTimelineSource, pickTimelineEntries } from '../../../ui/timeline/timeline-source.ts'
import { formatAuditEventSummary } from '../audit-event-summary-list.tsx'
import { useAuditEntryTexts } from '../labels.ts'
import { auditLogQueries } from '../queries.ts'
import {
  type CustomerAccessTimelines,
  callerVerificationAuditActions,
  exportAuditActions,
} from './customer-access.ts'

interface CustomerRef {
  readonly env: EnvironmentName
  readonly customer: CustomerHandle
}

/**
 * Returns who had access to a customer and what belongs to it, one entry for each kind of event of a person, once the
 * user has asked for it: the audit log records that.
 */
export function useRecordAccessTimeline(
  { env, customer }: CustomerRef,
  isAsked: boolean,
): CustomerAccessTimelines | null {
  const enabled = useMay('audit.record_access') && isAsked
  const query = useQuery({
    ...auditLogQueries(useApiClient()).recordAccess(env, { subject: customer }),
    enabled,
  })
  if (!enabled) return null
  const accessed = createCompleteTimelineSource(query, ({ people, more }) => ({
    isCut: more,
    entries: people.flatMap(({ person, events }) =>
      events.map((event, nth) => ({
        key: buildKey(person, nth),
        at: event.lastAt,
        content: <AccessText person={person} event={event} />,
        // Each stands for several records, so there is no page of one.
        record: null,
      })),
    ),
  }))
  const findKeys = (actions: ReadonlySet<string>) =>
    new Set(
      query.data?.people.flatMap(({ person, events }) =>
        events.flatMap(({ action }, nth) => (actions.has(action) ? [buildKey(person, nth)] : [])),
      ),
    )
  const verified = findKeys(callerVerificationAuditActions)
  const exported = findKeys(exportAuditActions)
  return {
    callerVerifications: pickTimelineEntries(accessed, ({ key }) => verified.has(key)),
    exports: pickTimelineEntries(accessed, ({ key }) => exported.has(key)),
    others: pickTimelineEntries(accessed, ({ key }) => !verified.has(key) && !exported.has(key)),
  }
}

const buildKey = ({ person }: AuditActorView, nth: number) => `${person}-${nth}`

interface AccessTextProps {
  readonly person: AuditActorView
  readonly event: AuditEventSummary
}

function AccessText({ person, event }: AccessTextProps): ReactNode {
  const { access } = useMessages('customerTimeline')
  const texts = useAuditEntryTexts()
  const format = useFormatter()
  return (
    <>
      {format.parts(access.event, {
        person: <b key="person">{texts.namePerson(person, 'subject')}</b>,
        event: formatAuditEventSummary(event, texts, format),
      })}
      {event.times > 1 ? (
        <p>
          {format.parts(access.several, {
            times: event.times,
            time: <RowTime key="time" at={event.firstAt} as="exact" />,
          })}
        </p>
      ) : null}
    </>
  )
}
