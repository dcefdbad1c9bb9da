import type { LedgerFilter } from '@paydesk/shared/payments/ledger'
import { ledgerFilter } from '@paydesk/shared/payments/ledger'
import type { ReactNode } from 'react'
import { OneMenu } from '../../ui/forms/choice-menu.tsx'
import { effectWords, kindWords, statusWords } from '../../ui/text/received-words.ts'
import type { LedgerChange } from './address.ts'

interface LedgerFiltersProps {
  readonly filter: LedgerFilter
  readonly onChange: (change: LedgerChange) => void
}

const { status, effect, kind } = ledgerFilter.shape
const statuses = status.unwrap().options.map((value) => ({ value, word: statusWords[value].word }))
const effects = effect.unwrap().options.map((value) => ({ value, word: effectWords[value].word }))
const kinds = kind.unwrap().options.map((value) => ({ value, word: kindWords[value] }))
const only = (word: string) => [{ value: '1', word }] as const

export function LedgerFilters({ filter, onChange }: LedgerFiltersProps): ReactNode {
  return (
    <>
      <OneMenu
        name="Status"
        any="Any status"
        options={statuses}
        chosen={filter.status}
        onChoose={(chosen) => onChange({ status: chosen })}
      />
      <OneMenu
        name="Effect"
        any="Any effect"
        options={effects}
        chosen={filter.effect}
        onChoose={(chosen) => onChange({ effect: chosen })}
      />
      <OneMenu
        name="Kind"
        any="Any kind"
        options={kinds}
        chosen={filter.kind}
        onChoose={(chosen) => onChange({ kind: chosen })}
      />
      {filter.event === undefined ? null : (
        <OneMenu
          name="Event"
          any="Any event"
          options={[{ value: filter.event, word: filter.event }]}
          chosen={filter.event}
          onChoose={(chosen) => onChange({ event: chosen })}
        />
      )}
      <OneMenu
        name="Repeats"
        any="Delivered once or more often"
        options={only('Delivered more than once')}
        chosen={filter.repeated}
        onChoose={(chosen) => onChange({ repeated: chosen })}
      />
      <OneMenu
        name="Order"
        any="In time or late"
        options={only('Late')}
        chosen={filter.late}
        onChoose={(chosen) => onChange({ late: chosen })}
      />
    </>
  )
}
