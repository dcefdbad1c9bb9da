import type { CaseFilter, StaffHandle } from '@paydesk/shared/cases/review-cases'
import type { Messages } from '@paydesk/shared/messages/catalogue'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useApiClient } from '../../../lib/api/api-client-context.tsx'
import { useMessages } from '../../../lib/messages/messages-context.tsx'
import { useEnvironment } from '../../../lib/session-context.tsx'
import type { SelectOption } from '../../../ui/forms/select-menus.tsx'
import { hasActiveFilter } from '../../../ui/state/list-state.ts'
import { createListFilters, createYesNoOptions, type FilterMenuSet } from '../../../ui/table/filter-menus.tsx'
import { ListFilterBar } from '../../../ui/table/list-layout.tsx'
import { colleagueQuery } from '../queries.ts'
import type { ReviewSearchChange } from '../search-params.ts'

interface ReviewQueueFiltersProps {
  readonly filter: CaseFilter
  readonly onChange: (change: ReviewSearchChange) => void
  readonly onClear: () => void
}

function createQueueMenus(
  { concerns, kinds, queue: { filters } }: Messages['review'],
  assignees: readonly (SelectOption & { readonly value: StaffHandle })[],
): FilterMenuSet<CaseFilter> {
  const { needsApproval, snoozed } = filters
  return {
    kind: { name: filters.kind, options: kinds },
    concern: { name: filters.concern, options: concerns },
    claim: filters.claim,
    // Exists only while it is chosen.
    assignee: assignees.length === 0 ? undefined : { ...filters.assignee, options: assignees, isRare: true },
    // The counts at the end of the line choose one SLA state, the tabs one step of the decision.
    sla: { ...filters.sla, isRare: true },
    needsApproval: {
      name: needsApproval.name,
      any: needsApproval.any,
      options: createYesNoOptions(needsApproval.required, needsApproval.notRequired),
      isRare: true,
    },
    decision: { ...filters.decision, isRare: true },
    mentions: { ...filters.mentions, isRare: true },
    snoozed: { name: snoozed.name, any: snoozed.any, options: { 1: snoozed.option }, isRare: true },
  }
}

/** Filters of the queue; each selection is stored in the URL. */
export function ReviewQueueFilters({ filter, onChange, onClear }: ReviewQueueFiltersProps): ReactNode {
  const texts = useMessages('review')
  const { name: env } = useEnvironment()
  const { assignee } = filter
  // Ask for names only if the address has a colleague: the palette sets this filter.
  const { data } = useQuery({
    ...colleagueQuery(useApiClient(), env),
    enabled: assignee !== undefined,
  })
  const known = (data?.colleagues ?? []).filter((each) => each.mayWork || each.colleague === assignee)
  const assignees =
    assignee === undefined ? [] : known.map(({ colleague, name }) => ({ value: colleague, label: name }))
  const menus = createQueueMenus(texts, assignees)
  return (
    <ListFilterBar
      filters={createListFilters({ filter, menus, onChange })}
      isFiltered={hasActiveFilter(filter)}
      onClear={onClear}
    />
  )
}
