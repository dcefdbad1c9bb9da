import type { CaseFilter } from '@paydesk/shared/cases/review-cases'
import type { ReactNode } from 'react'
import { createYesNoOptions, type FilterMenuSet, FilterMenus } from '../../../ui/table/filter-menus.tsx'
import { reviewConcernLabels, reviewKindLabels } from '../labels.ts'
import type { ReviewSearchChange } from '../search-params.ts'

interface QueueFiltersProps {
  readonly filter: CaseFilter
  readonly onChange: (change: ReviewSearchChange) => void
}

const menus: FilterMenuSet<CaseFilter> = {
  kind: { name: 'Why', options: reviewKindLabels },
  concern: { name: 'Concerns', options: reviewConcernLabels },
  owner: {
    name: 'Owner',
    any: 'Anybody’s',
    options: { me: 'Mine', nobody: 'Nobody’s', others: 'A colleague’s' },
  },
  level: {
    name: 'Agreed time',
    any: 'Kept or not',
    options: { kept: 'Kept', near: 'Near its end', over: 'Over' },
  },
  second: {
    name: 'Second person',
    any: 'Needed or not',
    options: createYesNoOptions('Needed', 'Not needed'),
  },
  decision: {
    name: 'Decision',
    any: 'Decided or not',
    options: { none: 'Undecided', waiting: 'Waits for a second person', decided: 'Waits for the service' },
  },
  mentions: { name: 'Mentions', any: 'With and without', options: { me: 'Of me, unseen' } },
  snoozed: { name: 'Put off', any: 'Not listed', options: { 1: 'Listed too' } },
}

/** Filters of the queue; each selection is stored in the URL. */
export function QueueFilters({ filter, onChange }: QueueFiltersProps): ReactNode {
  return <FilterMenus filter={filter} menus={menus} onChange={onChange} />
}
