import type { DriftFigures, DriftFilter, DriftText } from '@paydesk/shared/work/drift'
import { driftStatus } from '@paydesk/shared/work/drift'
import type { ReactNode } from 'react'
import { ChoiceMenu, OneMenu } from '../../ui/forms/choice-menu.tsx'
import { FilterLine } from '../../ui/table/list-parts.tsx'
import { ListTabs } from '../../ui/table/list-tabs.tsx'
import { counted } from '../../ui/text/counted.ts'
import type { DriftChange } from './address.ts'
import { isFiltered } from './address.ts'
import styles from './drift-page.module.css'
import { ageChoices, kindWords, statusWords } from './words.ts'

export type FilterLink = (filter: DriftFilter, isCurrent: boolean, children: ReactNode) => ReactNode

interface DriftFiltersProps {
  readonly filter: DriftFilter
  readonly figures: DriftFigures | undefined
  /** Of the kinds that this person may see. */
  readonly texts: readonly DriftText[]
  readonly link: FilterLink
  readonly onChange: (change: DriftChange) => void
}

/** Which items are listed: each answer is a part of the address. */
export function DriftFilters({ filter, figures, texts, link, onChange }: DriftFiltersProps): ReactNode {
  const { status = 'open', kind, age } = filter
  const counts = { open: figures?.open, explained: figures?.explained, closed: undefined }
  return (
    <div className={styles.tools}>
      <ListTabs label="Status">
        {driftStatus.options.map((each) => {
          const count = counts[each]
          return (
            <li key={each}>
              {link(
                { ...filter, status: each === 'open' ? undefined : each },
                each === status,
                <>
                  {statusWords[each]} {count === undefined ? null : <b>{counted(count)}</b>}
                </>,
              )}
            </li>
          )
        })}
      </ListTabs>
      <FilterLine
        isFiltered={isFiltered(filter)}
        onClear={() => onChange({ kind: undefined, age: undefined })}
      >
        <ChoiceMenu
          name="What differs"
          options={texts.map(({ id }) => ({ value: id, word: kindWords[id] }))}
          chosen={kind === undefined ? [] : kind.split(',')}
          onChoose={(chosen) => onChange({ kind: chosen.length > 0 ? chosen.join(',') : undefined })}
        />
        <OneMenu
          name="Older than"
          any="Any age"
          options={ageChoices(age)}
          chosen={age}
          onChoose={(next) => onChange({ age: next })}
        />
      </FilterLine>
    </div>
  )
}
