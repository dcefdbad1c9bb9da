import { readCompound, readState, reasonWord, stateWord } from '@paydesk/shared/core/state'
import type { IndexFilter, IndexPage } from '@paydesk/shared/payments/indexed'
import type { ReactNode } from 'react'
import type { Option } from '../../ui/forms/choice-menu.tsx'
import { ChoiceMenu, OneMenu } from '../../ui/forms/choice-menu.tsx'
import type { OverviewChange } from './address.ts'
import { listOf, wordsOf } from './address.ts'
import { AmountMenu } from './amount-menu.tsx'
import {
  expiryChoices,
  finalChoices,
  finalOf,
  fromFinal,
  fromSeen,
  seenChoices,
  seenOf,
} from './filter-words.ts'

interface OverviewFiltersProps {
  readonly filter: IndexFilter
  readonly onChange: (change: OverviewChange) => void
  /** The values that occur; undefined until the first rows are there. */
  readonly values: IndexPage['values'] | undefined
  readonly byAmount: boolean
}

/** Only what the address can hold can be asked for: the service's own words, never a typed text. */
const usable = /^[A-Za-z0-9_.-]{1,64}$/

const yesNo = (yes: string, no: string) =>
  [
    { value: '1', word: yes },
    { value: '0', word: no },
  ] as const
const reviewChoices = yesNo('In review', 'Not in review')
const testChoices = yesNo('Test cards only', 'No test cards')

export function OverviewFilters({ filter, onChange, values, byAmount }: OverviewFiltersProps): ReactNode {
  const many = (name: string, member: 'state' | 'reason' | 'workflow' | 'merchant', options: Option[]) => (
    <ChoiceMenu
      name={name}
      options={options}
      chosen={wordsOf(filter[member])}
      onChoose={(chosen) => onChange({ [member]: listOf(chosen) })}
    />
  )
  const merchants = plain(values?.merchants)
  return (
    <>
      {many(
        'State',
        'state',
        options(values?.states, (raw) => stateWord(readState(raw))),
      )}
      {many(
        'Reason',
        'reason',
        options(values?.reasons, (raw) => reasonWord(readCompound(raw))),
      )}
      {many('Workflow', 'workflow', plain(values?.workflows))}
      {merchants.length > 1 || filter.merchant !== undefined ? many('Merchant', 'merchant', merchants) : null}
      <OneMenu
        name="Review"
        any="In review or not"
        options={reviewChoices}
        chosen={filter.review}
        onChoose={(review) => onChange({ review })}
      />
      <OneMenu
        name="Final"
        any="Open or final"
        options={finalChoices}
        chosen={finalOf(filter)}
        onChoose={(chosen) => onChange(fromFinal(chosen))}
      />
      <OneMenu
        name="First seen"
        any="At any time"
        options={seenChoices(filter)}
        chosen={seenOf(filter)}
        onChoose={(chosen) => onChange(fromSeen(chosen))}
      />
      <OneMenu
        name="Ends"
        any="At any time"
        options={expiryChoices(filter)}
        chosen={filter.expiresIn}
        onChoose={(expiresIn) => onChange({ expiresIn })}
      />
      {byAmount ? (
        <AmountMenu filter={filter} onChange={onChange} currencies={values?.currencies ?? []} />
      ) : null}
      <OneMenu
        name="Test"
        any="With and without test cards"
        options={testChoices}
        chosen={filter.test}
        onChoose={(test) => onChange({ test })}
      />
    </>
  )
}

function options(raws: readonly string[] = [], wordFor: (raw: string) => string | null): Option[] {
  return raws.filter((raw) => usable.test(raw)).map((raw) => ({ value: raw, word: wordFor(raw) ?? raw, raw }))
}

function plain(values: readonly string[] = []): Option[] {
  return options(values, (raw) => raw)
}
