import type { NotificationFilter } from '@paydesk/shared/payments/ledger'
import { notificationFilter } from '@paydesk/shared/payments/ledger'
import type { ReactNode } from 'react'
import { SingleSelect } from '../../ui/forms/select-menus.tsx'
import {
  notificationEffectLabels,
  notificationKindLabels,
  notificationStatusLabels,
} from '../../ui/text/notification-labels.ts'
import type { NotificationSearchChange } from './search-params.ts'

interface NotificationFiltersProps {
  readonly filter: NotificationFilter
  readonly onChange: (change: NotificationSearchChange) => void
}

const { status, effect, kind } = notificationFilter.shape
const statusOptions = status
  .unwrap()
  .options.map((value) => ({ value, word: notificationStatusLabels[value].word }))
const effectOptions = effect
  .unwrap()
  .options.map((value) => ({ value, word: notificationEffectLabels[value].word }))
const kindOptions = kind.unwrap().options.map((value) => ({ value, word: notificationKindLabels[value] }))
const createFlagOptions = (word: string) => [{ value: '1', word }] as const

export function NotificationFilters({ filter, onChange }: NotificationFiltersProps): ReactNode {
  return (
    <>
      <SingleSelect
        name="Status"
        any="Any status"
        options={statusOptions}
        chosen={filter.status}
        onChoose={(chosen) => onChange({ status: chosen })}
      />
      <SingleSelect
        name="Effect"
        any="Any effect"
        options={effectOptions}
        chosen={filter.effect}
        onChoose={(chosen) => onChange({ effect: chosen })}
      />
      <SingleSelect
        name="Kind"
        any="Any kind"
        options={kindOptions}
        chosen={filter.kind}
        onChoose={(chosen) => onChange({ kind: chosen })}
      />
      {filter.event === undefined ? null : (
        <SingleSelect
          name="Event"
          any="Any event"
          options={[{ value: filter.event, word: filter.event }]}
          chosen={filter.event}
          onChoose={(chosen) => onChange({ event: chosen })}
        />
      )}
      <SingleSelect
        name="Repeats"
        any="Delivered once or more often"
        options={createFlagOptions('Delivered more than once')}
        chosen={filter.repeated}
        onChoose={(chosen) => onChange({ repeated: chosen })}
      />
      <SingleSelect
        name="Order"
        any="In time or late"
        options={createFlagOptions('Late')}
        chosen={filter.late}
        onChoose={(chosen) => onChange({ late: chosen })}
      />
    </>
  )
}
