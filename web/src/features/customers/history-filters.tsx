import type { ReactNode } from 'react'
import { useFormatter, useMessages } from '../../lib/messages/messages-context.tsx'
import type { CustomerHistoryFilterOption } from './history-filter.ts'
import styles from './history-filters.module.css'
import {
  type CustomerHistorySearchChange,
  type CustomerHistorySearchParams,
  noCustomerHistoryFilter,
} from './search-params.ts'

interface CustomerHistoryFiltersProps {
  readonly list: CustomerHistorySearchParams
  readonly onChange: (change: CustomerHistorySearchChange) => void
  readonly text: string
  readonly onText: (text: string) => void
  readonly states: readonly CustomerHistoryFilterOption[]
  readonly workflows: readonly CustomerHistoryFilterOption[]
  readonly inReview: number
}

export function CustomerHistoryFilters({
  list,
  onChange,
  text,
  onText,
  states,
  workflows,
  inReview,
}: CustomerHistoryFiltersProps): ReactNode {
  const texts = useMessages('customers').history
  const format = useFormatter()
  const isFiltered = [list.state, list.workflow, list.review].some((one) => one !== undefined) || text !== ''
  return (
    <div className={styles.filters}>
      <div className={styles.line}>
        <input
          type="search"
          className={styles.text}
          value={text}
          aria-label={texts.filterById}
          placeholder={texts.filterById}
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => onText(event.target.value)}
        />
        {isFiltered ? (
          <button
            type="button"
            className={styles.clear}
            onClick={() => {
              onText('')
              onChange(noCustomerHistoryFilter)
            }}
          >
            {texts.clearFilter}
          </button>
        ) : null}
      </div>
      <div className={styles.line}>
        {inReview > 0 || list.review ? (
          <button
            type="button"
            className={styles.chip}
            aria-pressed={list.review !== undefined}
            onClick={() => onChange({ review: list.review ? undefined : '1' })}
          >
            {texts.inReview} <span className={styles.count}>{format.number(inReview)}</span>
          </button>
        ) : null}
        <FilterChips
          name={texts.columns.state}
          choices={states}
          chosen={list.state}
          onChoose={(state) => onChange({ state })}
        />
        {workflows.length > 1 ? (
          <FilterChips
            name={texts.columns.workflow}
            choices={workflows}
            chosen={list.workflow}
            onChoose={(workflow) => onChange({ workflow })}
          />
        ) : null}
      </div>
    </div>
  )
}

interface FilterChipsProps {
  readonly name: string
  readonly choices: readonly CustomerHistoryFilterOption[]
  readonly chosen: readonly string[] | undefined
  readonly onChoose: (chosen: string[] | undefined) => void
}

function FilterChips({ name, choices, chosen = [], onChoose }: FilterChipsProps): ReactNode {
  const { notProvided } = useMessages('customers').history
  const format = useFormatter()
  // Show URL values that match no entry as removable chips, because those values still filter.
  const foreign = chosen.filter((value) => !choices.some((choice) => choice.value === value))
  const all = [...choices, ...foreign.map((value) => ({ value, label: value || notProvided, count: 0 }))]
  if (all.length < 2 && chosen.length === 0) return null
  function toggle(value: string) {
    const next = chosen.includes(value) ? chosen.filter((each) => each !== value) : [...chosen, value]
    onChoose(next.length > 0 ? next : undefined)
  }
  return (
    <fieldset className={styles.chips}>
      <legend className="unseen">{name}</legend>
      {all.map(({ value, label, count }) => (
        <button
          key={value}
          type="button"
          className={styles.chip}
          aria-pressed={chosen.includes(value)}
          title={value || notProvided}
          onClick={() => toggle(value)}
        >
          {label} <span className={styles.count}>{format.number(count)}</span>
        </button>
      ))}
    </fieldset>
  )
}
