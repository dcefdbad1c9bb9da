import { ChevronDown, CircleAlert, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { createContext, useContext, useId, useLayoutEffect, useRef, useState } from 'react'
import { useFormatter, useMessages } from '../../lib/messages/messages-context.tsx'
import { useOptimisticValue } from '../state/use-optimistic-value.ts'
import { usePopover } from '../state/use-popover.ts'
import { IconButton } from '../text/icon-button.tsx'
import styles from './select-menus.module.css'

interface PopoverMenuProps {
  readonly name: string
  /** Label of the current choice; null if nothing is chosen. */
  readonly chosen: string | null
  /** Stands for the name on the button, which then is the size of the icon. */
  readonly icon?: ReactNode
  /** Undoes the choice, in a line of filters. */
  readonly onClear?: () => void
  readonly children: ReactNode
}

interface FilterPlacement {
  /** `line`: a menu among the filters of a list. `list`: an entry of the menu with the other filters. */
  readonly place: 'line' | 'list'
  /** Told that the choices were opened or closed. */
  readonly onToggled?: (isOpen: boolean) => void
  /** Takes the focus from a filter that leaves the line. Must stay the same function. */
  readonly onFocusLost?: () => void
}

/** Tells a menu how it is shown as a filter; null outside of the filters of a list. */
export const FilterPlacementContext = createContext<FilterPlacement | null>(null)

/** Button that names the current choice and opens the choices in a native popover. */
export function PopoverMenu(props: PopoverMenuProps): ReactNode {
  const placement = useContext(FilterPlacementContext)
  return placement?.place === 'list' ? (
    <ExpandableMenu {...props} />
  ) : (
    <FloatingMenu {...props} placement={placement} />
  )
}

/**
 * Keeps a wrong entry, such as a day that does not exist, when its choices close. A choice that is changed elsewhere
 * replaces it. The function takes the choices that close.
 */
function useWrongEntry(chosen: string | null): readonly [boolean, (closed: Element | null) => void] {
  const [wrong, setWrong] = useState<{ readonly chosen: string | null } | null>(null)
  return [
    wrong !== null && wrong.chosen === chosen,
    (closed) => setWrong(closed?.querySelector('[aria-invalid="true"]') ? { chosen } : null),
  ]
}

function WrongEntryMark(): ReactNode {
  const { filter } = useMessages('lists')
  return <CircleAlert size={13} role="img" aria-label={filter.wrongEntry} className={styles.wrong} />
}

/** Shows the choices below their name: a popover has no room for another one on a phone. */
function ExpandableMenu({ name, chosen, children }: PopoverMenuProps): ReactNode {
  const [isOpen, setOpen] = useState(false)
  const [hasWrongEntry, keepWrongEntry] = useWrongEntry(chosen)
  const choices = useRef<HTMLFieldSetElement>(null)
  return (
    <div className={styles.entry}>
      <button
        type="button"
        className={styles.entryButton}
        aria-expanded={isOpen}
        onClick={() => {
          keepWrongEntry(isOpen ? choices.current : null)
          setOpen(!isOpen)
        }}
      >
        {hasWrongEntry ? <WrongEntryMark /> : null}
        <span>{name}</span>
        {chosen === null ? null : <span className={styles.chosen}>{chosen}</span>}
        <ChevronDown size={13} aria-hidden className={styles.arrow} />
      </button>
      {isOpen || hasWrongEntry ? (
        <fieldset ref={choices} aria-label={name} className={styles.entryOptions} hidden={!isOpen}>
          {children}
        </fieldset>
      ) : null}
    </div>
  )
}

function FloatingMenu({
  name,
  chosen,
  icon,
  onClear,
  children,
  placement,
}: PopoverMenuProps & { readonly placement: FilterPlacement | null }): ReactNode {
  const { filter } = useMessages('lists')
  const format = useFormatter()
  const [hasWrongEntry, keepWrongEntry] = useWrongEntry(chosen)
  const { isOpen, button, popover } = usePopover((isNowOpen, choices) => {
    keepWrongEntry(isNowOpen ? null : choices)
    placement?.onToggled?.(isNowOpen)
  })
  const menu = useRef<HTMLSpanElement>(null)
  const onFocusLost = placement?.onFocusLost
  // Only a layout effect ends before its elements are removed, and the focus with them.
  useLayoutEffect(() => {
    const { current } = menu
    return () => {
      if (current?.contains(document.activeElement)) onFocusLost?.()
    }
  }, [onFocusLost])
  return (
    <span ref={menu} className={styles.menu}>
      {icon === undefined ? (
        <button
          type="button"
          {...button}
          className={styles.button}
          data-chosen={chosen !== null || undefined}
        >
          {hasWrongEntry ? <WrongEntryMark /> : null}
          <span className={styles.name}>{name}</span>
          {chosen === null ? null : <span className={styles.chosen}>{chosen}</span>}
          <ChevronDown size={13} aria-hidden className={styles.arrow} />
        </button>
      ) : (
        <IconButton {...button} className={styles.icon} label={name} title={name}>
          {icon}
        </IconButton>
      )}
      {placement === null || chosen === null || onClear === undefined ? null : (
        <button
          type="button"
          className={styles.clear}
          aria-label={format.text(filter.remove, { name })}
          title={format.text(filter.remove, { name })}
          onClick={({ currentTarget }) => {
            onClear()
            const { previousElementSibling: opener, nextElementSibling: choices } = currentTarget
            if (opener instanceof HTMLElement) opener.focus()
            if (choices instanceof HTMLElement) choices.hidePopover()
          }}
        >
          <X size={13} aria-hidden />
        </button>
      )}
      <fieldset {...popover} aria-label={name} className={styles.popover}>
        {/* Render the many choices only while open: no screen reader should meet them unasked. */}
        {isOpen || hasWrongEntry ? children : null}
      </fieldset>
    </span>
  )
}

export interface SelectOption {
  readonly value: string
  readonly label: string
  /** Raw value, if the label differs from it. */
  readonly raw?: string
}

interface MultiSelectProps {
  readonly name: string
  readonly options: readonly SelectOption[]
  readonly chosen: readonly string[]
  readonly onChoose: (chosen: readonly string[]) => void
  /** Message if there is nothing to choose from. */
  readonly none?: string
}

/** Selects any number of values. A value of the address that occurs in no row can still be cleared. */
export function MultiSelect({
  name,
  options,
  chosen: committed,
  onChoose: commit,
  none,
}: MultiSelectProps): ReactNode {
  const { menu } = useMessages('lists')
  // The next key or click may come before the list has the first one.
  const [chosen, onChoose] = useOptimisticValue(committed, commit, hasSameValues)
  const format = useFormatter()
  const foreign = chosen.filter((value) => !options.some((option) => option.value === value))
  const all = [...options, ...foreign.map((value) => ({ value, label: value, raw: value }))]
  const texts = all.filter((option) => chosen.includes(option.value)).map((option) => option.label)
  const [first] = texts
  return (
    <PopoverMenu
      name={name}
      chosen={
        first === undefined
          ? null
          : texts.length > 1
            ? format.text(menu.chosen, { count: texts.length, all: all.length })
            : first
      }
      onClear={() => onChoose([])}
    >
      <MultiSelectOptions options={all} chosen={chosen} onChoose={onChoose} none={none ?? menu.none} />
    </PopoverMenu>
  )
}

interface MultiSelectOptionsProps extends Pick<MultiSelectProps, 'options' | 'chosen' | 'onChoose'> {
  readonly none: string
}

/** Keeps the values that were chosen when the menu opened: one that occurs in no row can be checked again. */
function MultiSelectOptions({ options, chosen, onChoose, none }: MultiSelectOptionsProps): ReactNode {
  const [opened] = useState(() => options.filter(({ value }) => chosen.includes(value)))
  const all = [...options, ...opened.filter(({ value }) => !options.some((option) => option.value === value))]
  return (
    <>
      {all.length === 0 ? <p className={styles.none}>{none}</p> : null}
      {all.map(({ value, label, raw }) => (
        <label key={value} className={styles.option}>
          <input
            type="checkbox"
            checked={chosen.includes(value)}
            onChange={(event) =>
              onChoose(event.target.checked ? [...chosen, value] : chosen.filter((each) => each !== value))
            }
          />
          <span>{label}</span>
          {raw === undefined || raw === label ? null : <code className={styles.raw}>{raw}</code>}
        </label>
      ))}
    </>
  )
}

interface SingleSelectProps<T extends string> {
  readonly name: string
  readonly options: readonly { readonly value: T; readonly label: string }[]
  readonly chosen: T | undefined
  readonly onChoose: (chosen: T | undefined) => void
  /** Label for no choice. */
  readonly any: string
}

/** Selects one value of a menu, or none. */
export function SingleSelect<T extends string>({
  name,
  options,
  chosen: committed,
  onChoose: commit,
  any,
}: SingleSelectProps<T>): ReactNode {
  const group = useId()
  // The next key may come before the list has the first one: the browser reports no change of a radio button that
  // the page has checked again.
  const [chosen, onChoose] = useOptimisticValue(committed, commit)
  const here = options.find((option) => option.value === chosen)
  return (
    <PopoverMenu
      name={name}
      chosen={chosen === undefined ? null : (here?.label ?? chosen)}
      onClear={() => onChoose(undefined)}
    >
      <label className={styles.option}>
        <input
          type="radio"
          name={group}
          checked={chosen === undefined}
          onChange={() => onChoose(undefined)}
        />
        {any}
      </label>
      {options.map(({ value, label }) => (
        <label key={value} className={styles.option}>
          <input type="radio" name={group} checked={chosen === value} onChange={() => onChoose(value)} />
          {label}
        </label>
      ))}
    </PopoverMenu>
  )
}

const hasSameValues = (one: readonly string[], other: readonly string[]) =>
  one.length === other.length && one.every((value, at) => value === other[at])
