import type { Formatter } from '@paydesk/shared/core/formatter'
import type { PluralText, TemplateText } from '@paydesk/shared/core/message'
import { durationCodeSchema } from '@paydesk/shared/payments/transaction-list'
import { Fragment, type ReactNode } from 'react'
import { MultiSelect, type SelectOption, SingleSelect } from '../forms/select-menus.tsx'
import { joinCommaList, splitCommaList } from '../state/list-state.ts'

/** Label of each value in the order of the menu, or a list: digits as keys would be sorted. */
type FilterOptions<Value extends string> =
  | readonly (SelectOption & { readonly value: Value })[]
  | { readonly [V in Value]?: string }

interface FilterMenu<Value extends string> {
  readonly name: string
  /** Label for no choice, if one value is chosen. Without it, any number of values is chosen. */
  readonly any?: string
  readonly options: FilterOptions<Value>
  readonly isRare?: boolean
}

/** One filter of a list. */
export interface ListFilter {
  readonly id: string
  readonly menu: ReactNode
  readonly isActive: boolean
  /** True for a filter that few people use: it is among the other filters until it is active. */
  readonly isRare?: boolean
}

/** Menu for each field of a filter that has one, in the order of the page. */
export type FilterMenuSet<Filter> = {
  readonly [Member in keyof Filter]?: FilterMenu<Filter[Member] & string> | undefined
}

export const createYesNoOptions = (yes: string, no: string) =>
  [
    { value: '1', label: yes },
    { value: '0', label: no },
  ] as const

interface TimeSpanTexts {
  readonly m: TemplateText<'count'>
  readonly h: TemplateText<'count'>
  readonly d: PluralText<'count', never>
}

/** Puts a duration such as `24h` into the words of a page. */
export function describeTimeSpan(span: string, texts: TimeSpanTexts, format: Formatter): string {
  if (!durationCodeSchema.safeParse(span).success) return span
  const count = Number(span.slice(0, -1))
  if (span.endsWith('d')) return format.text(texts.d, { count })
  return format.text(span.endsWith('m') ? texts.m : texts.h, { count })
}

/** Offers the usual values, and the value of the address if it is another one. */
export function createUrlFilterOptions(
  usual: readonly string[],
  chosen: string | undefined,
  formatLabel: (value: string) => string,
): readonly SelectOption[] {
  const values = chosen === undefined || usual.includes(chosen) ? usual : [...usual, chosen]
  return values.map((value) => ({ value, label: formatLabel(value) }))
}

interface FilterMenusProps<Filter> {
  readonly filter: Filter
  readonly menus: FilterMenuSet<Filter>
  readonly onChange: (change: { readonly [member: string]: string | undefined }) => void
}

/** Menus of a filter, side by side. */
export function FilterMenus<Filter extends object>(props: FilterMenusProps<Filter>): ReactNode {
  return createListFilters(props).map(({ id, menu }) => <Fragment key={id}>{menu}</Fragment>)
}

/** Creates the menus of a filter; several values of one field are separated by commas, as in the address. */
export function createListFilters<Filter extends object>({
  filter,
  menus,
  onChange,
}: FilterMenusProps<Filter>): readonly ListFilter[] {
  const chosen = new Map<string, string | undefined>(Object.entries(filter))
  const all: [string, FilterMenu<string> | undefined][] = Object.entries(menus)
  return all.flatMap(([id, menu]) => {
    if (menu === undefined) return []
    const { name, any, options, isRare = false } = menu
    const list = toSelectOptions(options)
    const value = chosen.get(id)
    return {
      id,
      isRare,
      isActive: value !== undefined,
      menu:
        any === undefined ? (
          <MultiSelect
            name={name}
            options={list}
            chosen={splitCommaList(value)}
            onChoose={(values) => onChange({ [id]: joinCommaList(values) })}
          />
        ) : (
          <SingleSelect
            name={name}
            any={any}
            options={list}
            chosen={value}
            onChoose={(next) => onChange({ [id]: next })}
          />
        ),
    }
  })
}

function toSelectOptions(options: FilterOptions<string>): readonly SelectOption[] {
  if (isOptionList(options)) return options
  return Object.entries(options).map(([value, label = value]) => ({ value, label }))
}

const isOptionList = (options: FilterOptions<string>): options is readonly SelectOption[] =>
  Array.isArray(options)
