import type { CaseFilter } from '@paydesk/shared/cases/review-cases'
import type { Messages } from '@paydesk/shared/messages/catalogue'
import type { ReactNode } from 'react'
import { useMessages } from '../../../lib/messages/messages-context.tsx'
import { createYesNoOptions, type FilterMenuSet, FilterMenus } from '../../../ui/table/filter-menus.tsx'
import type { ReviewSearchChange } from '../search-params.ts'

interface QueueFiltersProps {
  readonly filter: CaseFilter
  readonly onChange: (change: ReviewSearchChange) => void
}

function createQueueMenus({
  concerns,
  kinds,
  queue: { filters },
}: Messages['review']): FilterMenuSet<CaseFilter> {
  const { needsApproval, snoozed } = filters
  return {
    kind: { name: filters.kind, options: kinds },
    concern: { name: filters.concern, options: concerns },
    claim: filters.claim,
    sla: filters.sla,
    needsApproval: {
      name: needsApproval.name,
      any: needsApproval.any,
      options: createYesNoOptions(needsApproval.required, needsApproval.notRequired),
    },
    decision: filters.decision,
    mentions: filters.mentions,
    snoozed: { name: snoozed.name, any: snoozed.any, options: { 1: snoozed.option } },
  }
}

/** Filters of the queue; each selection is stored in the URL. */
export function QueueFilters({ filter, onChange }: QueueFiltersProps): ReactNode {
  const texts = useMessages('review')
  return <FilterMenus filter={filter} menus={createQueueMenus(texts)} onChange={onChange} />
}
