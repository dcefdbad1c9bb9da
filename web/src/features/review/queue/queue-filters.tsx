import type { ReviewFilter } from '@paydesk/shared/work/review'
import { concern, reviewKind } from '@paydesk/shared/work/review'
import type { ReactNode } from 'react'
import { ChoiceMenu, OneMenu } from '../../../ui/forms/choice-menu.tsx'
import type { ReviewChange } from '../address.ts'
import { concernWords, kindWords } from '../words.ts'

interface QueueFiltersProps {
  readonly filter: ReviewFilter
  readonly onChange: (change: ReviewChange) => void
}

const kinds = reviewKind.options.map((value) => ({ value, word: kindWords[value] }))
const concerns = concern.options.map((value) => ({ value, word: concernWords[value] }))
const owners = [
  { value: 'me', word: 'Mine' },
  { value: 'nobody', word: 'Nobody’s' },
  { value: 'others', word: 'A colleague’s' },
] as const
const levels = [
  { value: 'kept', word: 'Kept' },
  { value: 'near', word: 'Near its end' },
  { value: 'over', word: 'Over' },
] as const
const seconds = [
  { value: '1', word: 'Needed' },
  { value: '0', word: 'Not needed' },
] as const
const decisions = [
  { value: 'none', word: 'Undecided' },
  { value: 'waiting', word: 'Waits for a second person' },
  { value: 'decided', word: 'Waits for the service' },
] as const
const mentions = [{ value: 'me', word: 'Of me, unseen' }] as const
const putOff = [{ value: '1', word: 'Listed too' }] as const

/** The questions that the queue can be asked; each answer is a part of the address. */
export function QueueFilters({ filter, onChange }: QueueFiltersProps): ReactNode {
  return (
    <>
      <ChoiceMenu
        name="Why"
        options={kinds}
        chosen={listed(filter.kind)}
        onChoose={(chosen) => onChange({ kind: chosen.length > 0 ? chosen.join(',') : undefined })}
      />
      <ChoiceMenu
        name="Concerns"
        options={concerns}
        chosen={listed(filter.concern)}
        onChoose={(chosen) => onChange({ concern: chosen.length > 0 ? chosen.join(',') : undefined })}
      />
      <OneMenu
        name="Owner"
        any="Anybody’s"
        options={owners}
        chosen={filter.owner}
        onChoose={(owner) => onChange({ owner })}
      />
      <OneMenu
        name="Agreed time"
        any="Kept or not"
        options={levels}
        chosen={filter.level}
        onChoose={(level) => onChange({ level })}
      />
      <OneMenu
        name="Second person"
        any="Needed or not"
        options={seconds}
        chosen={filter.second}
        onChoose={(second) => onChange({ second })}
      />
      <OneMenu
        name="Decision"
        any="Decided or not"
        options={decisions}
        chosen={filter.decision}
        onChoose={(decision) => onChange({ decision })}
      />
      <OneMenu
        name="Mentions"
        any="With and without"
        options={mentions}
        chosen={filter.mentions}
        onChoose={(chosen) => onChange({ mentions: chosen })}
      />
      <OneMenu
        name="Put off"
        any="Not listed"
        options={putOff}
        chosen={filter.snoozed}
        onChoose={(snoozed) => onChange({ snoozed })}
      />
    </>
  )
}

function listed(text: string | undefined): string[] {
  return text === undefined ? [] : text.split(',')
}
