import { type CaseFilter, caseKind, stepInReview } from '@paydesk/shared/cases/review-cases'
import type { ReactNode } from 'react'
import { MultiSelect, SingleSelect } from '../../../ui/forms/select-menus.tsx'
import { reviewConcernLabels, reviewKindLabels } from '../labels.ts'
import type { ReviewSearchChange } from '../search-params.ts'

interface QueueFiltersProps {
  readonly filter: CaseFilter
  readonly onChange: (change: ReviewSearchChange) => void
}

const kindOptions = caseKind.options.map((value) => ({ value, word: reviewKindLabels[value] }))
const concernOptions = stepInReview.options.map((value) => ({ value, word: reviewConcernLabels[value] }))
const ownerOptions = [
  { value: 'me', word: 'Mine' },
  { value: 'nobody', word: 'Nobody’s' },
  { value: 'others', word: 'A colleague’s' },
] as const
const slaOptions = [
  { value: 'kept', word: 'Kept' },
  { value: 'near', word: 'Near its end' },
  { value: 'over', word: 'Over' },
] as const
const approvalOptions = [
  { value: '1', word: 'Needed' },
  { value: '0', word: 'Not needed' },
] as const
const decisionOptions = [
  { value: 'none', word: 'Undecided' },
  { value: 'waiting', word: 'Waits for a second person' },
  { value: 'decided', word: 'Waits for the service' },
] as const
const mentionOptions = [{ value: 'me', word: 'Of me, unseen' }] as const
const snoozedOptions = [{ value: '1', word: 'Listed too' }] as const

/** Filters of the queue; each selection is stored in the URL. */
export function QueueFilters({ filter, onChange }: QueueFiltersProps): ReactNode {
  return (
    <>
      <MultiSelect
        name="Why"
        options={kindOptions}
        chosen={splitList(filter.kind)}
        onChoose={(chosen) => onChange({ kind: chosen.length > 0 ? chosen.join(',') : undefined })}
      />
      <MultiSelect
        name="Concerns"
        options={concernOptions}
        chosen={splitList(filter.concern)}
        onChoose={(chosen) => onChange({ concern: chosen.length > 0 ? chosen.join(',') : undefined })}
      />
      <SingleSelect
        name="Owner"
        any="Anybody’s"
        options={ownerOptions}
        chosen={filter.owner}
        onChoose={(owner) => onChange({ owner })}
      />
      <SingleSelect
        name="Agreed time"
        any="Kept or not"
        options={slaOptions}
        chosen={filter.level}
        onChoose={(level) => onChange({ level })}
      />
      <SingleSelect
        name="Second person"
        any="Needed or not"
        options={approvalOptions}
        chosen={filter.second}
        onChoose={(second) => onChange({ second })}
      />
      <SingleSelect
        name="Decision"
        any="Decided or not"
        options={decisionOptions}
        chosen={filter.decision}
        onChoose={(decision) => onChange({ decision })}
      />
      <SingleSelect
        name="Mentions"
        any="With and without"
        options={mentionOptions}
        chosen={filter.mentions}
        onChoose={(chosen) => onChange({ mentions: chosen })}
      />
      <SingleSelect
        name="Put off"
        any="Not listed"
        options={snoozedOptions}
        chosen={filter.snoozed}
        onChoose={(snoozed) => onChange({ snoozed })}
      />
    </>
  )
}

function splitList(text: string | undefined): string[] {
  return text === undefined ? [] : text.split(',')
}
