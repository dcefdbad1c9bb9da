import { getReasonLabel, getStateLabel, parseCompoundState, parseState } from '@paydesk/shared/core/state'
import type { TransactionList, TransactionListFilter } from '@paydesk/shared/payments/transaction-list'
import type { ReactNode } from 'react'
import type { SelectOption } from '../../ui/forms/select-menus.tsx'
import { SingleSelect } from '../../ui/forms/select-menus.tsx'
import { createAddressOptions, createYesNoOptions, FilterMenus } from '../../ui/table/filter-menus.tsx'
import { AmountFilterMenu } from './amount-menu.tsx'
import {
  buildFinalityFilter,
  buildFirstSeenFilter,
  finalityOptions,
  getFinalityChoice,
  getFirstSeenChoice,
  labelWithin,
  listFirstSeenOptions,
} from './filter-options.ts'
import type { TransactionListSearchChange } from './search-params.ts'

interface TransactionListFiltersProps {
  readonly filter: TransactionListFilter
  readonly onChange: (change: TransactionListSearchChange) => void
  /** Values that occur in the data; undefined until the first rows are loaded. */
  readonly values: TransactionList['values'] | undefined
  readonly byAmount: boolean
}

/** Allows only values that fit in a URL: codes of the payment service, never free text. */
const addressableValue = /^[A-Za-z0-9_.-]{1,64}$/

export function TransactionListFilters({
  filter,
  onChange,
  values,
  byAmount,
}: TransactionListFiltersProps): ReactNode {
  const merchants = toOptions(values?.merchants)
  return (
    <>
      <FilterMenus
        filter={filter}
        menus={{
          state: {
            name: 'State',
            options: toOptions(values?.states, (raw) => getStateLabel(parseState(raw))),
          },
          reason: {
            name: 'Reason',
            options: toOptions(values?.reasons, (raw) => getReasonLabel(parseCompoundState(raw))),
          },
          workflow: { name: 'Workflow', options: toOptions(values?.workflows) },
          merchant:
            merchants.length > 1 || filter.merchant !== undefined
              ? { name: 'Merchant', options: merchants }
              : undefined,
          review: {
            name: 'Review',
            any: 'In review or not',
            options: createYesNoOptions('In review', 'Not in review'),
          },
        }}
        onChange={onChange}
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
        options={createAddressOptions(['1h', '24h', '3d'], filter.expiresIn, labelWithin)}
        chosen={filter.expiresIn}
        onChoose={(expiresIn) => onChange({ expiresIn })}
      />
      {byAmount ? (
        <AmountFilterMenu filter={filter} onChange={onChange} currencies={values?.currencies ?? []} />
      ) : null}
      <SingleSelect
        name="Test"
        any="With and without test cards"
        options={createYesNoOptions('Test cards only', 'No test cards')}
        chosen={filter.test}
        onChoose={(test) => onChange({ test })}
      />
    </>
  )
}

function toOptions(
  raws: readonly string[] = [],
  wordFor = (raw: string): string | null => raw,
): readonly SelectOption[] {
  return raws
    .filter((raw) => addressableValue.test(raw))
    .map((raw) => ({ value: raw, word: wordFor(raw) ?? raw, raw }))
}
