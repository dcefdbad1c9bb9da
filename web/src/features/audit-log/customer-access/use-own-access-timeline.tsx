import type { AuditEntryView } from '@paydesk/shared/compliance/audit-log'
import type { CustomerHandle, EnvironmentName } from '@paydesk/shared/core/ids'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useApiClient } from '../../../lib/api/api-client-context.tsx'
import { useMessages } from '../../../lib/messages/messages-context.tsx'
import { useMay } from '../../../lib/session-context.tsx'
import { createPagedTimelineSource, pickTimelineEntries } from '../../../ui/timeline/timeline-source.ts'
import { AuditEntrySentence } from '../audit-entry-sentence.tsx'
import { auditLogQueries } from '../queries.ts'
import { type CustomerAccessTimelines, callerVerificationAuditActions } from './customer-access.ts'

interface CustomerRef {
  readonly env: EnvironmentName
  readonly customer: CustomerHandle
}

/**
 * Returns the user's own caller verifications, exports and reveals of a customer; null for a role that sees those of
 * others.
 */
export function useOwnAccessTimeline({ env, customer }: CustomerRef): CustomerAccessTimelines | null {
  const seesOthers = useMay('audit.record_access')
  const enabled = useMay('audit.own') && !seesOthers
  const mayExport = useMay('records.export')
  const mayVerify = useMay('caller.check')
  const { ownAbout } = auditLogQueries(useApiClient())
  const reveals = useInfiniteQuery({ ...ownAbout(env, customer, 'reveals'), enabled })
  const exports = useInfiniteQuery({ ...ownAbout(env, customer, 'exports'), enabled: enabled && mayExport })
  if (!enabled) return null
  const readPage =
    (group: 'reveals' | 'exports') => (page: { readonly entries: readonly AuditEntryView[] }) => ({
      oldest: page.entries.at(-1)?.at,
      entries: page.entries.map((entry) => ({
        key: entry.entry,
        at: entry.at,
        content: <AuditEntrySentence entry={entry} isInRow={false} withOutcome />,
        record: <AuditLogLink env={env} customer={customer} group={group} />,
      })),
    })
  const revealed = createPagedTimelineSource(reveals, readPage('reveals'))
  const verified = new Set(
    reveals.data?.pages.flatMap(({ entries }) =>
      entries.flatMap(({ entry, action }) => (callerVerificationAuditActions.has(action) ? [entry] : [])),
    ),
  )
  return {
    callerVerifications: mayVerify ? pickTimelineEntries(revealed, ({ key }) => verified.has(key)) : null,
    exports: mayExport ? createPagedTimelineSource(exports, readPage('exports')) : null,
    others: pickTimelineEntries(revealed, ({ key }) => !verified.has(key)),
  }
}

interface AuditLogLinkProps extends CustomerRef {
  readonly group: 'reveals' | 'exports'
}

function AuditLogLink({ env, customer, group }: AuditLogLinkProps): ReactNode {
  const { record } = useMessages('customerTimeline')
  return (
    <Link to="/$env/audit-log" params={{ env }} search={{ group, subject: customer }}>
      {record.auditLog}
    </Link>
  )
}
