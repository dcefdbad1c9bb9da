import { decisionQuery } from '@paydesk/shared/work/decision-list'
import type { ReactNode } from 'react'
import { OneMenu } from '../../../ui/forms/choice-menu.tsx'
import { Segment, Segments } from '../../../ui/forms/segments.tsx'
import type { DecisionsAddress, DecisionsChange } from '../address.ts'
import styles from '../decisions.module.css'
import { followWords } from '../words.ts'

interface DecisionsFiltersProps {
  readonly wanted: DecisionsAddress
  readonly mayWork: boolean
  readonly onChange: (change: DecisionsChange) => void
}

const { show, followUp } = decisionQuery.shape
const outcomes = followUp.unwrap().options.map((value) => ({ value, word: followWords[value] }))
const showWords = {
  second: 'For my second look',
  mine: 'Mine',
  open: 'Open',
  all: 'All',
} as const satisfies Record<NonNullable<DecisionsAddress['show']>, string>

/** Whose decisions, and what the service did. */
export function DecisionsFilters({ wanted, mayWork, onChange }: DecisionsFiltersProps): ReactNode {
  const shows = show.unwrap().options.filter((each) => mayWork || (each !== 'second' && each !== 'mine'))
  return (
    <div className={styles.tools}>
      <Segments legend="Which decisions">
        {shows.map((each) => (
          <Segment key={each} isChosen={wanted.show === each} onChoose={() => onChange({ show: each })}>
            {showWords[each]}
          </Segment>
        ))}
      </Segments>
      <OneMenu
        name="Outcome"
        any="Any outcome"
        options={outcomes}
        chosen={wanted.followUp}
        onChoose={(chosen) => onChange({ followUp: chosen })}
      />
    </div>
  )
}
