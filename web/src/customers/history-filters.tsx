import { Columns3 } from 'lucide-react'
import type { ReactNode } from 'react'
import { useId } from 'react'
import { buttonLook } from '../ui/button.tsx'
import type { Choice } from './filter.ts'
import { notGiven } from './filter.ts'
import styles from './history-filters.module.css'
import type { ListChange, ListState, OptionalColumn } from './list-state.ts'
import { colsOf, optionalColumns, shownColumns } from './list-state.ts'

interface HistoryFiltersProps {
  readonly list: ListState
  readonly onChange: (change: ListChange) => void
  readonly text: string
  readonly onText: (text: string) => void
  readonly states: readonly Choice[]
  readonly workflows: readonly Choice[]
}

export function HistoryFilters({
  list,
  onChange,
  text,
  onText,
  states,
  workflows,
}: HistoryFiltersProps): ReactNode {
  const isFiltered = list.state !== undefined || list.workflow !== undefined || text !== ''
  return (
    <div className={styles.filters}>
      <div className={styles.line}>
        <input
          type="search"
          className={styles.text}
          value={text}
          aria-label="Filter by a piece of the transaction id"
          placeholder="Piece of an id"
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
              onChange({ q: undefined, state: undefined, workflow: undefined })
            }}
          >
            Clear the filter
          </button>
        ) : null}
        <ColumnChoice
          shown={shownColumns(list.cols)}
          onChoose={(columns) => onChange({ cols: colsOf(columns) })}
        />
      </div>
      <div className={styles.line}>
        <Chips name="State" choices={states} chosen={list.state} onChoose={(state) => onChange({ state })} />
        {workflows.length > 1 ? (
          <Chips
            name="Workflow"
            choices={workflows}
            chosen={list.workflow}
            onChoose={(workflow) => onChange({ workflow })}
          />
        ) : null}
      </div>
    </div>
  )
}

interface ChipsProps {
  readonly name: string
  readonly choices: readonly Choice[]
  readonly chosen: readonly string[] | undefined
  readonly onChoose: (chosen: string[] | undefined) => void
}

function Chips({ name, choices, chosen = [], onChoose }: ChipsProps): ReactNode {
  // A value of the address that is in no entry still filters, so it is shown and can be taken back.
  const foreign = chosen.filter((value) => !choices.some((choice) => choice.value === value))
  const all = [...choices, ...foreign.map((value) => ({ value, word: value || notGiven, count: 0 }))]
  if (all.length < 2 && chosen.length === 0) return null
  function toggle(value: string) {
    const next = chosen.includes(value) ? chosen.filter((each) => each !== value) : [...chosen, value]
    onChoose(next.length > 0 ? next : undefined)
  }
  return (
    <fieldset className={styles.chips}>
      <legend className="unseen">{name}</legend>
      {all.map(({ value, word, count }) => (
        <button
          key={value}
          type="button"
          className={styles.chip}
          aria-pressed={chosen.includes(value)}
          title={value || 'not given by the service'}
          onClick={() => toggle(value)}
        >
          {word} <span className={styles.count}>{count.toLocaleString('en-GB')}</span>
        </button>
      ))}
    </fieldset>
  )
}

const words: Record<OptionalColumn, string> = {
  reason: 'Reason',
  workflow: 'Workflow',
  compound: 'As given (transaction_state)',
}

interface ColumnChoiceProps {
  readonly shown: readonly OptionalColumn[]
  readonly onChoose: (columns: OptionalColumn[]) => void
}

function ColumnChoice({ shown, onChoose }: ColumnChoiceProps): ReactNode {
  const id = useId()
  return (
    <span className={styles.columns}>
      <button type="button" popoverTarget={id} className={buttonLook('quiet')}>
        <Columns3 size={14} aria-hidden /> Columns
      </button>
      <span id={id} popover="auto" className={styles.menu}>
        {optionalColumns.map((column) => (
          <label key={column} className={styles.option}>
            <input
              type="checkbox"
              checked={shown.includes(column)}
              onChange={(event) =>
                onChoose(
                  optionalColumns.filter((each) =>
                    each === column ? event.target.checked : shown.includes(each),
                  ),
                )
              }
            />
            {words[column]}
          </label>
        ))}
      </span>
    </span>
  )
}
