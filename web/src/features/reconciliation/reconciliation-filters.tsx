import {
  type DiscrepancyFigures,
  type DiscrepancyFilter,
  type DiscrepancyKindHelp,
  discrepancyStatus,
} from '@paydesk/shared/cases/reconciliation'
import type { ReactNode } from 'react'
import { MultiSelect, SingleSelect } from '../../ui/forms/select-menus.tsx'
import { FilterBar } from '../../ui/table/list-layout.tsx'
import { ListTabs } from '../../ui/table/list-tabs.tsx'
import { formatCount } from '../../ui/text/format-count.ts'
import { DiscrepancyFilterLink } from './discrepancy-filter-link.tsx'
import { discrepancyKindLabels, discrepancyStatusLabels, listAgeOptions } from './labels.ts'
import styles from './reconciliation-page.module.css'
import type { ReconciliationSearchChange } from './search-params.ts'
import { hasDiscrepancyFilter } from './search-params.ts'

interface ReconciliationFiltersProps {
  readonly filter: DiscrepancyFilter
  readonly figures: DiscrepancyFigures | undefined
  /** Help texts of the kinds that this user may see. */
  readonly texts: readonly DiscrepancyKindHelp[]
  readonly onChange: (change: ReconciliationSearchChange) => void
}

/** Filters of the list; each is a part of the address. */
export function ReconciliationFilters({
  filter,
  figures,
  texts,
  onChange,
}: ReconciliationFiltersProps): ReactNode {
  const { status = 'open', kind, age } = filter
  const counts = { open: figures?.open, explained: figures?.explained, closed: undefined }
  return (
    <div className={styles.tools}>
      <ListTabs label="Status">
        {discrepancyStatus.options.map((each) => {
          const count = counts[each]
          return (
            <li key={each}>
              <DiscrepancyFilterLink
                filter={{ ...filter, status: each === 'open' ? undefined : each }}
                isCurrent={each === status}
              >
                {discrepancyStatusLabels[each]} {count === undefined ? null : <b>{formatCount(count)}</b>}
              </DiscrepancyFilterLink>
            </li>
          )
        })}
      </ListTabs>
      <FilterBar
        isFiltered={hasDiscrepancyFilter(filter)}
        onClear={() => onChange({ kind: undefined, age: undefined })}
      >
        <MultiSelect
          name="What differs"
          options={texts.map(({ id }) => ({ value: id, word: discrepancyKindLabels[id] }))}
          chosen={kind === undefined ? [] : kind.split(',')}
          onChoose={(chosen) => onChange({ kind: chosen.length > 0 ? chosen.join(',') : undefined })}
        />
        <SingleSelect
          name="Older than"
          any="Any age"
          options={listAgeOptions(age)}
          chosen={age}
          onChoose={(next) => onChange({ age: next })}
        />
      </FilterBar>
    </div>
  )
}
