import {
  getStateLabel,
  getStateReasonLabel,
  parseCompoundState,
  parseTransactionState,
} from '@paydesk/shared/core/state'
import type { TransactionList, TransactionListFilter } from '@paydesk/shared/payments/transaction-list'
import type { ReactNode } from 'react'
import { useFormatter, useMessages } from '../../lib/messages/messages-context.tsx'
import { DayRangeMenu } from '../../ui/forms/day-range-menu.tsx'
import type { SelectOption } from '../../ui/forms/select-menus.tsx'
import { SingleSelect } from '../../ui/forms/select-menus.tsx'
import { createUrlFilterOptions, createYesNoOptions, FilterMenus } from '../../ui/table/filter-menus.tsx'
import { AmountFilterMenu } from './amount-menu.tsx'
import {
  buildFinalityFilter,
  buildFirstSeenFilter,
  createTimeSpanLabels,
  getFinalityChoice,
  getFirstSeenChoice,
  listFinalityOptions,
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
  const texts = useMessages('transactionList').filters
  const states = useMessages('ui')
  const spanLabels = createTimeSpanLabels(texts, useFormatter())
  const merchants = toOptions(values?.merchants)
  return (
    <>
      <FilterMenus
        filter={filter}
        menus={{
          state: {
            name: texts.state,
            options: toOptions(values?.states, (raw) => getStateLabel(parseTransactionState(raw), states)),
          },
          reason: {
            name: texts.reason,
            options: toOptions(values?.reasons, (raw) =>
              getStateReasonLabel(parseCompoundState(raw), states),
            ),
          },
          workflow: { name: texts.workflow, options: toOptions(values?.workflows) },
          merchant:
            merchants.length > 1 || filter.merchant !== undefined
              ? { name: texts.merchant, options: merchants }
              : undefined,
          review: {
            name: texts.review,
            any: texts.anyReview,
            options: createYesNoOptions(texts.inReview, texts.notInReview),
          },
        }}
        onChange={onChange}
      />
      <SingleSelect
        name={texts.finality}
        any={texts.anyFinality}
        options={listFinalityOptions(texts)}
        chosen={getFinalityChoice(filter)}
        onChoose={(chosen) => onChange(buildFinalityFilter(chosen))}
      />
      <DayRangeMenu name={texts.seen} range={filter} onChange={onChange} />
      <SingleSelect
        name={texts.age}
        any={texts.anyAge}
        options={listFirstSeenOptions(filter, spanLabels.firstSeen)}
        chosen={getFirstSeenChoice(filter)}
        onChoose={(chosen) => onChange(buildFirstSeenFilter(chosen))}
      />
      <SingleSelect
        name={texts.expires}
        any={texts.anyTime}
        options={createUrlFilterOptions(
          ['1h', '24h', '3d', '7d', '30d'],
          filter.expiresIn,
          spanLabels.within,
        )}
        chosen={filter.expiresIn}
        onChoose={(expiresIn) => onChange({ expiresIn })}
      />
      {byAmount ? (
        <AmountFilterMenu filter={filter} onChange={onChange} currencies={values?.currencies ?? []} />
      ) : null}
      <SingleSelect
        name={texts.test}
        any={texts.anyTest}
        options={createYesNoOptions(texts.testOnly, texts.noTest)}
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
    .map((raw) => ({ value: raw, label: wordFor(raw) ?? raw, raw }))
}
