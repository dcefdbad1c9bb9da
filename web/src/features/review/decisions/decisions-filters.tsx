import { decisionQuerySchema } from '@paydesk/shared/cases/decisions'
import type { ReactNode } from 'react'
import { useMessages } from '../../../lib/messages/messages-context.tsx'
import { DayRangeMenu } from '../../../ui/forms/day-range-menu.tsx'
import { SegmentButton, SegmentedControl } from '../../../ui/forms/segmented-control.tsx'
import { FilterMenus } from '../../../ui/table/filter-menus.tsx'
import styles from '../decisions.module.css'
import type { DecisionsSearchChange, DecisionsSearchParams } from '../search-params.ts'

interface DecisionFiltersProps {
  readonly wanted: DecisionsSearchParams
  readonly mayWork: boolean
  readonly onChange: (change: DecisionsSearchChange) => void
}

const { show } = decisionQuerySchema.shape

/** Filters by owner, by outcome and by days. */
export function DecisionFilters({ wanted, mayWork, onChange }: DecisionFiltersProps): ReactNode {
  const { followUps } = useMessages('review')
  const { anyOutcome, filters } = useMessages('reviewDecisions')
  const menus = { followUp: { name: filters.outcome, any: anyOutcome, options: followUps } } as const
  const shows = show.unwrap().options.filter((each) => mayWork || (each !== 'to_approve' && each !== 'mine'))
  return (
    <div className={styles.tools}>
      <SegmentedControl legend={filters.show}>
        {shows.map((each) => (
          <SegmentButton key={each} isChosen={wanted.show === each} onChoose={() => onChange({ show: each })}>
            {filters.shows[each]}
          </SegmentButton>
        ))}
      </SegmentedControl>
      <FilterMenus filter={wanted} menus={menus} onChange={onChange} />
      <DayRangeMenu name={filters.days} range={wanted} onChange={onChange} />
    </div>
  )
}
