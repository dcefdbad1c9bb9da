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
import { hasActiveFilter } from '../../ui/state/list-state.ts'
import {
  createListFilters,
  createUrlFilterOptions,
  createYesNoOptions,
  type ListFilter,
} from '../../ui/table/filter-menus.tsx'
import { ListFilterBar } from '../../ui/table/list-layout.tsx'
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
  readonly onClear: () => void
  /** Values that occur in the data; undefined until the first rows are loaded. */
  readonly values: TransactionList['values'] | undefined
  readonly byAmount: boolean
}

/** Allows only values that fit in a URL: codes of the payment service, never free text. */
const addressableValue = /^[A-Za-z0-9_.-]{1,64}$/

export function TransactionListFilters({
  filter,
  onChange,
  onClear,
  values,
  byAmount,
}: TransactionListFiltersProps): ReactNode {
  const texts = useMessages('transactionList').filters
  const states = useMessages('ui')
  const spanLabels = createTimeSpanLabels(texts, useFormatter())
  const merchants = toOptions(values?.merchants)
  const finality = getFinalityChoice(filter)
  const firstSeen = getFirstSeenChoice(filter)
  const rare = createListFilters({
    filter,
    onChange,
    menus: {
      workflow: { name: texts.workflow, options: toOptions(values?.workflows), isRare: true },
      merchant:
        merchants.length > 1 || filter.merchant !== undefined
          ? { name: texts.merchant, options: merchants, isRare: true }
          : undefined,
      review: {
        name: texts.review,
        any: texts.anyReview,
        options: createYesNoOptions(texts.inReview, texts.notInReview),
        isRare: true,
      },
    },
  })
  const filters: readonly ListFilter[] = [
    ...createListFilters({
      filter,
      onChange,
      menus: {
        state: {
          name: texts.state,
          options: toOptions(values?.states, (raw) =>
            raw === 'PENDING' ? texts.pending : getStateLabel(parseTransactionState(raw), states),
          ),
        },
        reason: {
          name: texts.reason,
          options: toOptions(values?.reasons, (raw) => getStateReasonLabel(parseCompoundState(raw), states)),
        },
      },
    }),
    {
      id: 'days',
      isActive: filter.from !== undefined || filter.to !== undefined,
      menu: <DayRangeMenu name={texts.seen} range={filter} onChange={onChange} />,
    },
    ...(byAmount
      ? [
          {
            id: 'amount',
            isActive: filter.currency !== undefined,
            menu: (
              <AmountFilterMenu filter={filter} onChange={onChange} currencies={values?.currencies ?? []} />
            ),
          },
        ]
      : []),
    ...rare,
    {
      id: 'finality',
      isRare: true,
      isActive: finality !== undefined,
      menu: (
        <SingleSelect
          name={texts.finality}
          any={texts.anyFinality}
          options={listFinalityOptions(texts)}
          chosen={finality}
          onChoose={(chosen) => onChange(buildFinalityFilter(chosen))}
        />
      ),
    },
    {
      id: 'age',
      isRare: true,
      isActive: firstSeen !== undefined,
      menu: (
        <SingleSelect
          name={texts.age}
          any={texts.anyAge}
          options={listFirstSeenOptions(filter, spanLabels.firstSeen)}
          chosen={firstSeen}
          onChoose={(chosen) => onChange(buildFirstSeenFilter(chosen))}
        />
      ),
    },
    ...createListFilters({
      filter,
      onChange,
      menus: {
        expiresIn: {
          name: texts.expires,
          any: texts.anyTime,
          options: createUrlFilterOptions(
            ['1h', '24h', '3d', '7d', '30d'],
            filter.expiresIn,
            spanLabels.within,
          ),
          isRare: true,
        },
        test: {
          name: texts.test,
          any: texts.anyTest,
          options: createYesNoOptions(texts.testOnly, texts.noTest),
          isRare: true,
        },
      },
    }),
  ]
  return <ListFilterBar filters={filters} isFiltered={hasActiveFilter(filter)} onClear={onClear} />
}

function toOptions(
  raws: readonly string[] = [],
  wordFor = (raw: string): string | null => raw,
): readonly SelectOption[] {
  return raws
    .filter((raw) => addressableValue.test(raw))
    .map((raw) => ({ value: raw, label: wordFor(raw) ?? raw, raw }))
}
