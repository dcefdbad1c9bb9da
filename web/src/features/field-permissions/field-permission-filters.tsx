import type { DescribedFieldPermissions } from '@paydesk/shared/compliance/access-policy-text'
import { fieldClassSchema } from '@paydesk/shared/compliance/field-permissions'
import { roleSchema as roleCodes } from '@paydesk/shared/core/permissions'
import type { ReactNode } from 'react'
import { useId, useRef } from 'react'
import { useFormatter, useMessages } from '../../lib/messages/messages-context.tsx'
import { MultiSelect, SingleSelect } from '../../ui/forms/select-menus.tsx'
import { hasActiveFilter } from '../../ui/state/list-state.ts'
import { useShortcut } from '../../ui/state/shortcuts.tsx'
import { FilterBar } from '../../ui/table/list-layout.tsx'
import styles from './field-permissions.module.css'
import type { FieldPermissionsSearchChange, FieldPermissionsSearchParams } from './search-params.ts'

interface FieldPermissionFiltersProps {
  readonly view: DescribedFieldPermissions
  readonly address: FieldPermissionsSearchParams
  readonly search: string
  readonly onSearch: (text: string) => void
  readonly onChange: (change: FieldPermissionsSearchChange) => void
  readonly onClear: () => void
}

export function FieldPermissionFilters(props: FieldPermissionFiltersProps): ReactNode {
  const { view, address, search, onSearch, onChange, onClear } = props
  const texts = useMessages('fieldPermissions')
  const format = useFormatter()
  const id = useId()
  const field = useRef<HTMLInputElement>(null)
  useShortcut('/', texts.filters.shortcut, () => field.current?.focus())
  const { classes } = useMessages('accessPolicy')
  const { roles: labels } = useMessages('signIn')
  const roles = roleCodes.options.map((value) => ({ value, label: labels[value].label }))
  const role = roles.find(({ value }) => value === address.role)
  return (
    <div className={styles.filters}>
      <label htmlFor={id} className="unseen">
        {texts.field}
      </label>
      <input
        ref={field}
        id={id}
        type="search"
        className={styles.search}
        placeholder={texts.filters.placeholder}
        autoComplete="off"
        spellCheck={false}
        value={search}
        onChange={(event) => onSearch(event.target.value)}
      />
      <FilterBar isFiltered={hasActiveFilter(address) || search !== ''} onClear={onClear}>
        <SingleSelect
          name={texts.filters.role}
          any={texts.filters.everyRole}
          options={roles}
          chosen={address.role}
          onChoose={(next) =>
            onChange({ role: next, with: undefined, sees: next ? address.sees : undefined })
          }
        />
        {role ? (
          <SingleSelect
            name={format.text(texts.filters.compareWith, { role: role.label })}
            any={texts.filters.noComparison}
            options={roles.filter(({ value }) => value !== address.role)}
            chosen={address.with}
            onChoose={(next) => onChange({ with: next })}
          />
        ) : null}
        <MultiSelect
          name={texts.filters.class}
          options={fieldClassSchema.options.map((one) => ({
            value: one,
            label: classes[one].label,
            raw: one,
          }))}
          chosen={address.class?.split(',') ?? []}
          onChoose={(chosen) => onChange({ class: chosen.length > 0 ? chosen.join(',') : undefined })}
        />
        {role && address.with === undefined ? (
          <FilterCheckbox
            text={texts.filters.visible}
            isOn={address.sees === '1'}
            onTurn={(on) => onChange({ sees: on ? '1' : undefined })}
          />
        ) : null}
        {view.changes.length > 0 ? (
          <FilterCheckbox
            text={texts.filters.changed}
            isOn={address.changed === '1'}
            onTurn={(on) => onChange({ changed: on ? '1' : undefined })}
          />
        ) : null}
      </FilterBar>
    </div>
  )
}

interface FilterCheckboxProps {
  readonly text: string
  readonly isOn: boolean
  readonly onTurn: (on: boolean) => void
}

function FilterCheckbox({ text, isOn, onTurn }: FilterCheckboxProps): ReactNode {
  return (
    <label className={styles.tick}>
      <input type="checkbox" checked={isOn} onChange={(event) => onTurn(event.target.checked)} />
      {text}
    </label>
  )
}
