import type { TransactionId } from '@paydesk/shared/core/ids'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useApiClient } from '../../../lib/api/api-client-context.tsx'
import { useFormatter, useMessages } from '../../../lib/messages/messages-context.tsx'
import { useMay } from '../../../lib/session-context.tsx'
import { createCompleteTimelineSource, type TimelineSource } from '../../../ui/timeline/timeline-source.ts'
import { type CustomerCasesRef, reviewQueries } from '../queries.ts'
import { buildClaimEntry, buildDecisionEntries, buildNoteEntry } from './case-timeline.tsx'

/** Returns the work on all cases of a customer; null for a role that may not see it. */
export function useCustomerCaseTimeline(customer: CustomerCasesRef): TimelineSource | null {
  const enabled = useMay('review.read')
  const query = useQuery({ ...reviewQueries(useApiClient()).ofCustomer(customer), enabled })
  if (!enabled) return null
  return createCompleteTimelineSource(query, ({ notes, claims, decisions, more }) => ({
    isCut: more,
    entries: [
      ...notes.map((note) => ({ transaction: note.transaction, entry: buildNoteEntry(note) })),
      ...claims.map((claim) => ({ transaction: claim.transaction, entry: buildClaimEntry(claim) })),
      ...decisions.flatMap((decision) =>
        buildDecisionEntries(decision).map((entry) => ({ transaction: decision.transaction, entry })),
      ),
    ].map(({ transaction, entry: { key, at, content } }) => ({
      ...{ key, at, content },
      record: <CaseLink customer={customer} transaction={transaction} />,
    })),
  }))
}

interface CaseLinkProps {
  readonly customer: CustomerCasesRef
  readonly transaction: TransactionId
}

function CaseLink({ customer: { env }, transaction }: CaseLinkProps) {
  const { record } = useMessages('customerTimeline')
  const format = useFormatter()
  return (
    <Link to="/$env/review/$transaction" params={{ env, transaction }}>
      {format.text(record.case, { id: transaction.slice(0, 8) })}
    </Link>
  )
}
