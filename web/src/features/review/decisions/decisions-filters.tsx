import { decisionQuery } from '@paydesk/shared/cases/decisions'
import type { ReactNode } from 'react'
import { SegmentButton, SegmentedControl } from '../../../ui/forms/segmented-control.tsx'
import { SingleSelect } from '../../../ui/forms/select-menus.tsx'
import styles from '../decisions.module.css'
import { followUpLabels } from '../labels.ts'
import type { DecisionsSearchChange, DecisionsSearchParams } from '../search-params.ts'

interface DecisionFiltersProps {
  readonly wanted: DecisionsSearchParams
  readonly mayWork: boolean
  readonly onChange: (change: DecisionsSearchChange) => void
}

const { show, followUp } = decisionQuery.shape
const outcomeOptions = followUp.unwrap().options.map((value) => ({ value, word: followUpLabels[value] }))
const showLabels = {
  second: 'For my second look',
  mine: 'Mine',
  open: 'Open',
  all: 'All',
} as const satisfies Record<NonNullable<DecisionsSearchParams['show']>, string>

/** Filters by owner and by outcome. */
export function DecisionFilters({ wanted, mayWork, onChange }: DecisionFiltersProps): ReactNode {
  const shows = show.unwrap().options.filter((each) => mayWork || (each !== 'second' && each !== 'mine'))
  return (
    <div className={styles.tools}>
      <SegmentedControl legend="Which decisions">
        {shows.map((each) => (
          <SegmentButton key={each} isChosen={wanted.show === each} onChoose={() => onChange({ show: each })}>
            {showLabels[each]}
          </SegmentButton>
        ))}
      </SegmentedControl>
      <SingleSelect
        name="Outcome"
        any="Any outcome"
        options={outcomeOptions}
        chosen={wanted.followUp}
        onChoose={(chosen) => onChange({ followUp: chosen })}
      />
    </div>
  )
}
