import type { CustomerHandle, EnvironmentName } from '@paydesk/shared/core/ids'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useApiClient } from '../../../lib/api/api-client-context.tsx'
import { useMessages } from '../../../lib/messages/messages-context.tsx'
import { useMay } from '../../../lib/session-context.tsx'
import { createPagedSource, type TimelineSource } from '../../../ui/timeline/timeline-source.ts'
import { AuditEntrySentence } from '../audit-entry-sentence.tsx'
import { auditLogQueries } from '../queries.ts'

interface CustomerRef {
  readonly env: EnvironmentName
  readonly customer: CustomerHandle
}

/** Returns the user's own reveals and caller verifications of a customer; null for a role that sees those of others. */
export function useOwnAccess({ env, customer }: CustomerRef): TimelineSource | null {
  const seesOthers = useMay('audit.record_access')
  const enabled = useMay('audit.own') && !seesOthers
  const query = useInfiniteQuery({ ...auditLogQueries(useApiClient()).ownAbout(env, customer), enabled })
  const { record } = useMessages('customerTimeline')
  if (!enabled) return null
  return createPagedSource(query, ({ entries }) => ({
    oldest: entries.at(-1)?.at,
    entries: entries.map((entry) => ({
      key: entry.entry,
      at: entry.at,
      content: <AuditEntrySentence entry={entry} isInRow={false} withOutcome />,
      record: (
        <Link to="/$env/audit-log" params={{ env }} search={{ group: 'reveals', subject: customer }}>
          {record.auditLog}
        </Link>
      ),
    })),
  }))
}
