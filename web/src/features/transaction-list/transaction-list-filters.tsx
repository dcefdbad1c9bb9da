import { getReasonLabel, getStateLabel, parseCompoundState, parseState } from '@paydesk/shared/core/state'
import type { TransactionList, TransactionListFilter } from '@paydesk/shared/payments/transaction-list'
import type { ReactNode } from 'react'
import type { SelectOption } from '../../ui/forms/select-menus.tsx'
import { MultiSelect, SingleSelect } from '../../ui/forms/select-menus.tsx'
import { AmountFilterMenu } from './amount-menu.tsx'
import {
  buildFinalityFilter,
  buildFirstSeenFilter,
  finalityOptions,
  getFinalityChoice,
  getFirstSeenChoice,
  listExpiryOptions,
  listFirstSeenOptions,
} from './filter-options.ts'
import type { TransactionListSearchChange } from './search-params.ts'
import { joinCommaList, splitCommaList } from './search-params.ts'

interface TransactionListFiltersProps {
  readonly filter: TransactionListFilter
  readonly onChange: (change: TransactionListSearchChange) => void
  /** Values that occur in the data; undefined until the first rows are loaded. */
  readonly values: TransactionList['values'] | undefined
  readonly byAmount: boolean
}

/** Allows only values that fit in a URL: codes of the payment service, never free text. */
const addressableValue = /^[A-Za-z0-9_.-]{1,64}$/

const createYesNoOptions = (yes: string, no: string) =>
  [
    { value: '1', word: yes },
    { value: '0', word: no },
  ] as const
const reviewChoices = createYesNoOptions('In review', 'Not in review')
const testChoices = createYesNoOptions('Test cards only', 'No test cards')

export function TransactionListFilters({
  filter,
  onChange,
  values,
  byAmount,
}: TransactionListFiltersProps): ReactNode {
  const many = (
    name: string,
    member: 'state' | 'reason' | 'workflow' | 'merchant',
    options: SelectOption[],
  ) => (
    <MultiSelect
      name={name}
      options={options}
      chosen={splitCommaList(filter[member])}
      onChoose={(chosen) => onChange({ [member]: joinCommaList(chosen) })}
    />
  )
  const merchants = toPlainOptions(values?.merchants)
  return (
    <>
      {many(
        'State',
        'state',
        toOptions(values?.states, (raw) => getStateLabel(parseState(raw))),
      )}
      {many(
        'Reason',
        'reason',
        toOptions(values?.reasons, (raw) => getReasonLabel(parseCompoundState(raw))),
      )}
      {many('Workflow', 'workflow', toPlainOptions(values?.workflows))}
      {merchants.length > 1 || filter.merchant !== undefined ? many('Merchant', 'merchant', merchants) : null}
      <SingleSelect
        name="Review"
        any="In review or not"
        options={reviewChoices}
        chosen={filter.review}
        onChoose={(review) => onChange({ review })}
      />
      <SingleSelect
        name="Final"
        any="Open or final"
        options={finalityOptions}
        chosen={getFinalityChoice(filter)}
        onChoose={(chosen) => onChange(buildFinalityFilter(chosen))}
      />
      <SingleSelect
        name="First seen"
        any="At any time"
        options={listFirstSeenOptions(filter)}
        chosen={getFirstSeenChoice(filter)}
        onChoose={(chosen) => onChange(buildFirstSeenFilter(chosen))}
      />
      <SingleSelect
        name="Ends"
        any="At any time"
        options={listExpiryOptions(filter)}
        chosen={filter.expiresIn}
        onChoose={(expiresIn) => onChange({ expiresIn })}
      />
      {byAmount ? (
        <AmountFilterMenu filter={filter} onChange={onChange} currencies={values?.currencies ?? []} />
      ) : null}
      <SingleSelect
        name="Test"
        any="With and without test cards"
        options={testChoices}
        chosen={filter.test}
        onChoose={(test) => onChange({ test })}
      />
    </>
  )
}

function toOptions(raws: readonly string[] = [], wordFor: (raw: string) => string | null): SelectOption[] {
  return raws
    .filter((raw) => addressableValue.test(raw))
    .map((raw) => ({ value: raw, word: wordFor(raw) ?? raw, raw }))
}

function toPlainOptions(values: readonly string[] = []): SelectOption[] {
  return toOptions(values, (raw) => raw)
}
