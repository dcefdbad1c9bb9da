import type { LiveEvent } from '@paydesk/shared/core/live-updates'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useApiClient } from '../../lib/api/api-client-context.tsx'
import { useFormatter, useMessages } from '../../lib/messages/messages-context.tsx'
import { useMay } from '../../lib/session-context.tsx'
import { TransactionLink } from '../../ui/links/record-links.tsx'
import {
  createPagedTimelineSource,
  pickTimelineEntries,
  type TimelineSource,
} from '../../ui/timeline/timeline-source.ts'
import { type CustomerTransactionsRef, transactionQueries } from './queries.ts'
import { ObservationText } from './state-history-section.tsx'

/**
 * Returns what was observed of the transactions of a customer, and the imports that brought some of them; null for a
 * role that may not see it.
 */
export function useCustomerObservationTimeline(
  customer: CustomerTransactionsRef,
  isConcerned: (event: LiveEvent) => boolean,
): { readonly transactions: TimelineSource | null; readonly imports: TimelineSource | null } {
  const enabled = useMay('transaction.read')
  const { record } = useMessages('customerTimeline')
  const format = useFormatter()
  const { ofCustomer } = transactionQueries(useApiClient())
  const query = useInfiniteQuery({ ...ofCustomer(customer, isConcerned), enabled })
  if (!enabled) return { transactions: null, imports: null }
  const observed = createPagedTimelineSource(query, ({ observations }) => ({
    oldest: observations.at(-1)?.to,
    entries: observations.map((each) => ({
      key: String(each.seq),
      at: each.to,
      from: each.from,
      content: <ObservationText observation={each} />,
      record: (
        <TransactionLink transaction={each.transaction}>
          {format.text(record.transaction, { id: each.transaction.slice(0, 8) })}
        </TransactionLink>
      ),
    })),
  }))
  const imported = new Set(
    query.data?.pages.flatMap(({ observations }) =>
      observations.flatMap(({ kind, source, seq }) =>
        kind === 'first_seen' && source === 'import' ? [String(seq)] : [],
      ),
    ),
  )
  return {
    transactions: pickTimelineEntries(observed, ({ key }) => !imported.has(key)),
    imports: pickTimelineEntries(observed, ({ key }) => imported.has(key)),
  }
}
