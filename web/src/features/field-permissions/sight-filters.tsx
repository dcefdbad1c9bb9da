import type { SightView } from '@paydesk/shared/compliance/sight'
import type { ReactNode } from 'react'
import { useId, useRef } from 'react'
import { ChoiceMenu, OneMenu } from '../../ui/forms/choice-menu.tsx'
import { isFiltered } from '../../ui/state/list-state.ts'
import { useKey } from '../../ui/state/shortcuts.tsx'
import { FilterLine } from '../../ui/table/list-parts.tsx'
import type { SightAddress, SightChange } from './address.ts'
import styles from './sight.module.css'

interface SightFiltersProps {
  readonly view: SightView
  readonly address: SightAddress
  readonly search: string
  readonly onSearch: (text: string) => void
  readonly onChange: (change: SightChange) => void
  readonly onClear: () => void
}

/** Which part of the matrix is shown. */
export function SightFilters(props: SightFiltersProps): ReactNode {
  const { view, address, search, onSearch, onChange, onClear } = props
  const id = useId()
  const field = useRef<HTMLInputElement>(null)
  useKey('/', 'Search for a field', () => field.current?.focus())
  const roles = view.roles.map(({ role, label }) => ({ value: role, word: label }))
  const role = roles.find(({ value }) => value === address.role)
  return (
    <div className={styles.filters}>
      <label htmlFor={id} className="unseen">
        Field
      </label>
      <input
        ref={field}
        id={id}
        type="search"
        className={styles.search}
        placeholder="Field, member or word"
        autoComplete="off"
        spellCheck={false}
        value={search}
        onChange={(event) => onSearch(event.target.value)}
      />
      <FilterLine isFiltered={isFiltered(address) || search !== ''} onClear={onClear}>
        <OneMenu
          name="What can … see"
          any="Every role"
          options={roles}
          chosen={address.role}
          onChoose={(next) =>
            onChange({ role: next, with: undefined, sees: next ? address.sees : undefined })
          }
        />
        {role ? (
          <OneMenu
            name={`Other than ${role.word}`}
            any="No comparison"
            options={roles.filter(({ value }) => value !== address.role)}
            chosen={address.with}
            onChoose={(next) => onChange({ with: next })}
          />
        ) : null}
        <ChoiceMenu
          name="Class"
          options={view.classes.map((one) => ({ value: one.class, word: one.label, raw: one.class }))}
          chosen={address.class?.split(',') ?? []}
          onChoose={(chosen) => onChange({ class: chosen.length > 0 ? chosen.join(',') : undefined })}
        />
        {role && address.with === undefined ? (
          <Tick
            words="Only what it sees"
            isOn={address.sees === '1'}
            onTurn={(on) => onChange({ sees: on ? '1' : undefined })}
          />
        ) : null}
        {view.changes.length > 0 ? (
          <Tick
            words="Only what is changed here"
            isOn={address.changed === '1'}
            onTurn={(on) => onChange({ changed: on ? '1' : undefined })}
          />
        ) : null}
      </FilterLine>
    </div>
  )
}

interface TickProps {
  readonly words: string
  readonly isOn: boolean
  readonly onTurn: (on: boolean) => void
}

function Tick({ words, isOn, onTurn }: TickProps): ReactNode {
  return (
    <label className={styles.tick}>
      <input type="checkbox" checked={isOn} onChange={(event) => onTurn(event.target.checked)} />
      {words}
    </label>
  )
}
