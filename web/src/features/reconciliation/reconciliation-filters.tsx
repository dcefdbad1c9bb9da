import {
  type DiscrepancyFigures,
  type DiscrepancyFilter,
  type DiscrepancyKind,
  discrepancyStatusSchema,
} from '@paydesk/shared/cases/reconciliation'
import type { ReactNode } from 'react'
import { useFormatter, useMessages } from '../../lib/messages/messages-context.tsx'
import { createUrlFilterOptions, describeTimeSpan, FilterMenus } from '../../ui/table/filter-menus.tsx'
import { FilterBar } from '../../ui/table/list-layout.tsx'
import { ListTabs } from '../../ui/table/list-tabs.tsx'
import { DiscrepancyFilterLink } from './discrepancy-kind-tiles.tsx'
import styles from './reconciliation-page.module.css'
import type { ReconciliationSearchChange } from './search-params.ts'
import { hasDiscrepancyFilter } from './search-params.ts'

interface ReconciliationFiltersProps {
  readonly filter: DiscrepancyFilter
  readonly figures: DiscrepancyFigures | undefined
  /** Kinds that this user may see. */
  readonly kinds: readonly DiscrepancyKind[]
  readonly onChange: (change: ReconciliationSearchChange) => void
}

/** Filters of the list; each is a part of the address. */
export function ReconciliationFilters({
  filter,
  figures,
  kinds,
  onChange,
}: ReconciliationFiltersProps): ReactNode {
  const texts = useMessages('reconciliation')
  const { filters } = texts
  const format = useFormatter()
  const { status = 'open', age } = filter
  const counts = { open: figures?.open, explained: figures?.explained, closed: undefined }
  return (
    <div className={styles.tools}>
      <ListTabs label={texts.statusMenu}>
        {discrepancyStatusSchema.options.map((each) => {
          const count = counts[each]
          return (
            <li key={each}>
              <DiscrepancyFilterLink
                filter={{ ...filter, status: each === 'open' ? undefined : each }}
                isCurrent={each === status}
              >
                {texts.statuses[each]} {count === undefined ? null : <b>{format.number(count)}</b>}
              </DiscrepancyFilterLink>
            </li>
          )
        })}
      </ListTabs>
      <FilterBar
        isFiltered={hasDiscrepancyFilter(filter)}
        onClear={() => onChange({ kind: undefined, age: undefined })}
      >
        <FilterMenus
          filter={filter}
          menus={{
            kind: {
              name: filters.kind,
              options: kinds.map((kind) => ({ value: kind, label: texts.kinds[kind] })),
            },
            age: {
              name: filters.age,
              any: filters.anyAge,
              options: createUrlFilterOptions(['1h', '24h', '3d', '7d', '30d'], age, (span) =>
                describeTimeSpan(span, filters.spans, format),
              ),
            },
          }}
          onChange={onChange}
        />
      </FilterBar>
    </div>
  )
}
